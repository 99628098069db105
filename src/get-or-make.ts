interface Memory<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The value of a key: made when it is asked for the first time, and kept. */
export function getOrMake<Key, Value>(memory: Memory<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make(key)
  memory.set(key, made)
  return made
}

/** The same where keys have no end: all is forgotten when there are `most`. */
export function getOrMakeUpTo<Key, Value>(
  most: number,
  memory: Map<Key, Value>,
  key: Key,
  make: (key: Key) => Value,
): Value {
  if (memory.size >= most && !memory.has(key)) memory.clear()
  return getOrMake(memory, key, make)
}
