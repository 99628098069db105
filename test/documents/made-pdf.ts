/** PDF files made by hand, small enough to know what is in them. */
import { deflateSync } from 'node:zlib'

export interface MadeLine {
  readonly text: string
  /** From the left and from the bottom, in points. */
  readonly x: number
  readonly y: number
  readonly size?: number
  /** The line leads there. */
  readonly link?: string
}

export interface MadePdf {
  readonly title?: string
  readonly language?: string
  /** Instead of the number of pages that there are. */
  readonly claimedPages?: number
  /** As the trailer has it: a dictionary. */
  readonly encrypt?: string
  /** The last code unit that the font names a sign for, in four digits of base 16. */
  readonly lastNamed?: string
  /** Stands in the place of each page's content stream. */
  readonly content?: Buffer
}

const WIDTH = 500

/** Each code unit is a glyph, half as wide as high; the map to Unicode says which sign it is. */
export function madePdf(pages: readonly (readonly MadeLine[])[], about: MadePdf = {}): Buffer {
  const objects: Buffer[] = []
  const add = (content: string | Buffer): number => objects.push(Buffer.from(content))
  const stream = (bytes: Buffer, entries = ''): Buffer => {
    const packed = deflateSync(bytes)
    const head = `<< /Length ${packed.length} /Filter /FlateDecode ${entries}>>\nstream\n`
    return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
  }
  const language = about.language === undefined ? '' : `/Lang (${about.language}) `
  add(`<< /Type /Catalog /Pages 2 0 R ${language}>>`)
  add('')
  const { lastNamed = 'FFFF' } = about
  const map =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Made def /CMapType 2 def ' +
    '1 begincodespacerange <0000> <FFFF> endcodespacerange ' +
    `1 beginbfrange <0000> <${lastNamed}> <0000> endbfrange endcmap end end`
  add(
    '<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>',
  )
  add(
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
      `/DW ${WIDTH} /FontDescriptor 6 0 R >>`,
  )
  add(stream(Buffer.from(map)))
  add(
    '<< /Type /FontDescriptor /FontName /Made /Flags 4 /FontBBox [0 0 500 700] /ItalicAngle 0 /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 >>',
  )
  const kids = pages.map(lines => {
    const shown = lines.map(({ text, x, y, size = 12 }) => `BT /F ${size} Tf ${x} ${y} Td <${utf16(text)}> Tj ET`)
    const content = add(stream(about.content ?? Buffer.from(shown.join('\n'))))
    const links = lines.flatMap(({ text, x, y, size = 12, link }) => {
      if (link === undefined) return []
      const right = x + (text.length * size * WIDTH) / 1000
      const rect = `[${x} ${y - 2} ${right} ${y + size}]`
      return [add(`<< /Type /Annot /Subtype /Link /Rect ${rect} /A << /S /URI /URI (${link}) >> >>`)]
    })
    const annotations = links.map(number => `${number} 0 R`).join(' ')
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${content} 0 R /Resources << /Font << /F 3 0 R >> >> /Annots [${annotations}] >>`,
    )
  })
  const count = about.claimedPages ?? pages.length
  objects[1] = Buffer.from(
    `<< /Type /Pages /Kids [${kids.map(number => `${number} 0 R`).join(' ')}] /Count ${count} >>`,
  )
  const info = add(about.title === undefined ? '<< >>' : `<< /Title <feff${utf16(about.title)}> >>`)
  return written(objects, `/Root 1 0 R /Info ${info} 0 R ${about.encrypt ?? ''}`)
}

function written(objects: readonly Buffer[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let at = parts[0].length
  objects.forEach((object, i) => {
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    offsets.push(at)
    at += part.length
    parts.push(part)
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** As the font of `madePdf` has it. */
export function utf16(text: string): string {
  return [...Buffer.from(text, 'utf16le').swap16()].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** A column of lines, from the top. */
export function column(texts: readonly string[], x = 50, top = 700, leading = 14): MadeLine[] {
  return texts.map((text, i) => ({ text, x, y: top - i * leading }))
}
