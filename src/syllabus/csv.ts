/** Tables as spreadsheets write them: comma, semicolon or tab; fields in quotes may hold all of them and line breaks. */
export interface CsvRow {
  readonly fields: readonly string[]
  /** Where it begins. */
  readonly line: number
}

export function parseCsv(source: string): CsvRow[] {
  const text = source.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let fields: string[] = []
  let field = ''
  let line = 1
  let start = 1
  let isQuoted = false
  const endRow = (): void => {
    fields.push(field)
    if (fields.some(one => one.trim() !== '')) rows.push({ fields, line: start })
    fields = []
    field = ''
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '\n') line++
    if (isQuoted) {
      if (char !== '"') field += char
      else if (text[i + 1] === '"') {
        field += '"'
        i++
      } else isQuoted = false
    } else if (char === '"' && field.trim() === '') {
      field = ''
      isQuoted = true
    } else if (char === separator) {
      fields.push(field)
      field = ''
    } else if (char === '\n') {
      endRow()
      start = line
    } else if (char !== '\r') field += char
  }
  endRow()
  return rows
}

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.indexOf('\n') === -1 ? text.length : text.indexOf('\n'))
  const count = (char: string): number => head.split(char).length
  return [',', ';', '\t'].reduce((best, char) => (count(char) > count(best) ? char : best))
}
