/** A Map keeps the order in which its keys came: the first ones go until `most` are left. */
export function forgetOldest(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}
