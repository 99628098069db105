/** One start tag of an archived page: its name and attributes as positions, read when somebody asks. */
import { decodeHTMLAttribute } from 'entities/decode'

/** More than any honest tag has. */
const MAX_ATTRIBUTES = 100

export class Tag {
  /** As written. */
  name = ''
  /** Lower case, without prefix. */
  local = ''
  count = 0
  private readonly names: string[] = []
  private readonly starts: number[] = []
  private readonly ends: number[] = []

  constructor(private readonly html: string) {}

  begin(nameStart: number, nameEnd: number): void {
    this.name = this.html.slice(nameStart, nameEnd)
    const lower = this.name.toLowerCase()
    const colon = lower.lastIndexOf(':')
    this.local = colon === -1 ? lower : lower.slice(colon + 1)
    this.count = 0
  }

  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const at = this.count
    if (at >= MAX_ATTRIBUTES) return
    const name = this.html.slice(nameStart, nameEnd)
    const lower = name.toLowerCase()
    // the first of two with one name counts
    for (let i = 0; i < at; i++) if (this.names[i].length === name.length && this.nameAt(i) === lower) return
    this.names[at] = name
    this.starts[at] = valueStart
    this.ends[at] = valueEnd
    this.count++
  }

  /** As written. */
  writtenNameAt(index: number): string {
    return this.names[index]
  }

  /** Lower case. */
  nameAt(index: number): string {
    return this.names[index].toLowerCase()
  }

  /** As written, references not decoded. */
  rawAt(index: number): string {
    return this.html.slice(this.starts[index], this.ends[index])
  }

  valueAt(index: number): string {
    const raw = this.rawAt(index)
    return raw.includes('&') ? decodeHTMLAttribute(raw) : raw
  }

  /** By name in lower case; '' when there is none. */
  value(name: string): string {
    for (let i = 0; i < this.count; i++)
      if (this.names[i].length === name.length && this.nameAt(i) === name) return this.valueAt(i)
    return ''
  }

  has(name: string): boolean {
    for (let i = 0; i < this.count; i++) if (this.nameAt(i) === name) return true
    return false
  }
}
