import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockDirectory, lockHolder } from '../../src/disk/lock.js'
import { LongtailError } from '../../src/errors.js'
import { scratch } from '../archive/samples.js'

const hasProc = existsSync('/proc/self/stat')

/** As a lock has it. */
function startOf(pid: number): string {
  if (!hasProc) return '-'
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

function started(t: TestContext, code: string): ChildProcess {
  const child = spawn('sh', ['-c', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  return child
}

test('a directory has one writer, and is free again when it gives it back', t => {
  const place = { path: scratch(t) }
  assert.equal(lockHolder(place), 0)
  const unlock = lockDirectory(place)
  assert.equal(lockHolder(place), process.pid)
  assert.equal(readFileSync(join(place.path, 'lock'), 'utf8'), `${process.pid} ${startOf(process.pid)}\n`)
  assert.throws(() => lockDirectory(place), {
    code: 'E_OUT_DIR',
    message: `${place.path} is being crawled by process ${process.pid}: wait until it ends, or stop it with Ctrl-C`,
  })
  assert.throws(() => lockDirectory(place, { doing: 'built', code: 'E_PORTAL' }), {
    code: 'E_PORTAL',
    message: /is being built by process/,
  })
  unlock()
  assert.deepEqual(readdirSync(place.path), [])
  lockDirectory(place)()
})

test('a lock of another process that runs holds', t => {
  const place = { path: scratch(t) }
  const { pid = 0 } = started(t, 'exec sleep 60')
  writeFileSync(join(place.path, 'lock'), `${pid} ${startOf(pid)}\n`)
  assert.equal(lockHolder(place), pid)
  assert.throws(() => lockDirectory(place), { code: 'E_OUT_DIR' })
})

test('what a kill left behind is taken over, whatever it says', async t => {
  const child = started(t, 'exit 0')
  await once(child, 'exit')
  for (const stale of [`${child.pid} 1\n`, '', 'not a lock', '0 0', '-1 -', `${process.ppid}`, '99999999 5']) {
    const place = { path: scratch(t) }
    writeFileSync(join(place.path, 'lock'), stale)
    // killed while it took the lock, and while it removed another's
    writeFileSync(join(place.path, `lock.${child.pid}`), '')
    writeFileSync(join(place.path, `lock.${child.pid}.old`), stale)
    // somebody who runs may still be at it
    writeFileSync(join(place.path, `lock.${process.ppid}`), '')
    assert.equal(lockHolder(place), 0, stale)
    lockDirectory(place)()
    assert.deepEqual(readdirSync(place.path), [`lock.${process.ppid}`])
  }
})

test('a process id that is used again is another process', { skip: !hasProc }, t => {
  const place = { path: scratch(t) }
  writeFileSync(join(place.path, 'lock'), `${process.ppid} 1\n`)
  assert.equal(lockHolder(place), 0)
})

test('a process that is dead, but that its parent has not asked about, holds nothing', { skip: !hasProc }, async t => {
  const place = { path: scratch(t) }
  // the shell becomes a program that asks about no child
  const parent = started(t, 'sleep 0.01 & echo $!; exec sleep 60')
  assert.ok(parent.stdout !== null)
  const [said] = await once(parent.stdout, 'data')
  const pid = Number(String(said))
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await sleep(10)
  process.kill(pid, 0) // it counts as there
  writeFileSync(join(place.path, 'lock'), `${pid} ${startOf(pid)}\n`)
  assert.equal(lockHolder(place), 0)
  lockDirectory(place)()
})

test('a lock that another process took over meanwhile is left alone', t => {
  const place = { path: scratch(t) }
  const unlock = lockDirectory(place)
  writeFileSync(join(place.path, 'lock'), `${process.ppid} ${startOf(process.ppid)}\n`)
  unlock()
  assert.equal(lockHolder(place), process.ppid)
})

test('of many processes that find a lock left behind, one gets it', async t => {
  const directory = scratch(t)
  const place = { path: join(directory) }
  const program = join(scratch(t), 'racer.mjs')
  const go = `${program}.go`
  writeFileSync(
    program,
    `import { existsSync } from 'node:fs'
import { lockDirectory } from ${JSON.stringify(new URL('../../src/disk/lock.js', import.meta.url))}
console.log('here')
while (!existsSync(${JSON.stringify(go)}));
try {
  lockDirectory({ path: ${JSON.stringify(directory)} })
  console.log('mine')
} catch (error) {
  console.log(error.code)
}
setTimeout(() => 0, 60_000)`,
  )
  writeFileSync(join(directory, 'lock'), '99999999 5\n')
  const racers = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => child.kill('SIGKILL'))
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    return () => said.split('\n').filter(line => line !== '')
  })
  while (racers.some(said => said().length < 1)) await sleep(20)
  writeFileSync(go, '')
  while (racers.some(said => said().length < 2)) await sleep(20)
  const ends = racers.map(said => said()[1]).sort()
  assert.deepEqual(ends, ['E_OUT_DIR', 'E_OUT_DIR', 'E_OUT_DIR', 'mine'])
  assert.ok(lockHolder(place) > 0)
})

test('a directory that cannot be written says so, and what to do', t => {
  const file = join(scratch(t), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(scratch(t), 'missing')])
    assert.throws(
      () => lockDirectory({ path }),
      (error: unknown) =>
        error instanceof LongtailError &&
        error.code === 'E_OUT_DIR' &&
        error.message.startsWith(`${path} cannot be written: a file or directory is missing (`) &&
        error.message.endsWith('choose another directory with --out'),
    )
})
