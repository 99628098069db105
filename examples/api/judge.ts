/** Is a page wanted, and why? */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgePages } from 'longtail'

const file = join(mkdtempSync(join(tmpdir(), 'longtail-')), 'page.html')
writeFileSync(
  file,
  `<meta charset="utf-8"><p>${'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ '.repeat(5)}`,
)

// files, URLs, WARC and WACZ files
for await (const { relevant, language, reasons } of judgePages([file], { languages: ['tha'] }))
  console.log(relevant ? 'relevant' : 'not relevant', language, reasons[0])
