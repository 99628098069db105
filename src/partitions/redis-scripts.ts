/** What must happen at once, in the engine. Times are the server's, so clocks of workers may differ. */

/**
 * KEYS: streams, one for each batch; ARGV: most entries of a stream, share of the server's memory that must not be filled by them, then for
 * each batch head and lines. Returns 1 or 0 for each: it was appended, or its stream is full.
 */
export const SEND = `
local full = false
local info = redis.pcall('INFO', 'memory')
if type(info) == 'string' then
  local used = tonumber(string.match(info, 'used_memory:(%d+)') or '0')
  local bound = tonumber(string.match(info, 'maxmemory:(%d+)') or '0')
  full = bound > 0 and used > bound * tonumber(ARGV[2])
end
local sent = {}
for i, key in ipairs(KEYS) do
  if full or redis.call('XLEN', key) >= tonumber(ARGV[1]) then
    sent[i] = 0
  else
    redis.call('XADD', key, '*', 'h', ARGV[2 * i + 1], 'e', ARGV[2 * i + 2])
    sent[i] = 1
  end
end
return sent`

/** KEYS: streams; ARGV: for each the entry from which on it is kept. */
export const TRIM = `
for i, key in ipairs(KEYS) do redis.call('XTRIM', key, 'MINID', ARGV[i]) end
return 1`

/** KEYS: streams. Returns how many entries they have together. */
export const LENGTHS = `
local sum = 0
for _, key in ipairs(KEYS) do sum = sum + redis.call('XLEN', key) end
return sum`

/** KEYS: leases; ARGV: milliseconds, then for each the worker. Returns 1 or 0 for each. */
export const CLAIM = `
local claimed = {}
for i, key in ipairs(KEYS) do
  local holder = redis.call('GET', key)
  if holder and holder ~= ARGV[i + 1] then
    claimed[i] = 0
  else
    redis.call('SET', key, ARGV[i + 1], 'PX', ARGV[1])
    claimed[i] = 1
  end
end
return claimed`

/** KEYS: a lease; ARGV: the worker. */
export const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`

/**
 * KEYS: reports, when each worker was last seen, the reason of the end; ARGV: milliseconds that a report counts, then (unless somebody only
 * looks) the worker and its report. Returns the reason and all reports that count.
 */
export const EXCHANGE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[2] then
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
  redis.call('HSET', KEYS[2], ARGV[2], now)
end
local found = { redis.call('GET', KEYS[3]) or '' }
local seen = redis.call('HGETALL', KEYS[2])
for i = 1, #seen, 2 do
  if now - tonumber(seen[i + 1]) > tonumber(ARGV[1]) then
    redis.call('HDEL', KEYS[1], seen[i])
    redis.call('HDEL', KEYS[2], seen[i])
  else
    local report = redis.call('HGET', KEYS[1], seen[i])
    if report then found[#found + 1] = report end
  end
end
return found`

/**
 * KEYS: pages of partitions, relevant ones, what workers were granted, when each was last seen; ARGV: the worker, pages wished for, limits of
 * pages and of relevant pages (-1: none), then for each of its partitions: number, pages, relevant. Returns what is granted.
 */
export const RESERVE = `
for i = 5, #ARGV, 3 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
  redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 2])
end
local function sum(key)
  local total = 0
  for _, count in ipairs(redis.call('HVALS', key)) do total = total + tonumber(count) end
  return total
end
local others = 0
local granted = redis.call('HGETALL', KEYS[3])
for i = 1, #granted, 2 do
  if granted[i] ~= ARGV[1] then
    if redis.call('HEXISTS', KEYS[4], granted[i]) == 1 then others = others + tonumber(granted[i + 1])
    else redis.call('HDEL', KEYS[3], granted[i]) end
  end
end
local left = tonumber(ARGV[2])
if tonumber(ARGV[3]) >= 0 then left = math.min(left, tonumber(ARGV[3]) - sum(KEYS[1]) - others) end
if tonumber(ARGV[4]) >= 0 then left = math.min(left, tonumber(ARGV[4]) - sum(KEYS[2]) - others) end
if left < 0 then left = 0 end
redis.call('HSET', KEYS[3], ARGV[1], left)
return left`

/**
 * KEYS: the turn of an address and, where it may be asked by others, that of a host; ARGV: milliseconds, then those of the host and who asks.
 * Returns 0, or how long another has one of them. A holder whom others wait for is marked, and cannot take the turn once more.
 */
export const TURN = `
local left = redis.call('PTTL', KEYS[1])
if KEYS[2] then
  local holder = redis.call('GET', KEYS[2])
  if holder and holder ~= ARGV[3] then
    local rest = math.max(redis.call('PTTL', KEYS[2]), 1)
    redis.call('SET', KEYS[2], 'others wait', 'PX', rest)
    left = math.max(left, rest)
  end
end
if left >= 0 then return math.max(left, 1) end
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
if KEYS[2] then redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[2]) end
return 0`
