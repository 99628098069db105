/** What we read of the PDF files named on stdin, as other-tools.py says it of others. */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { readPdf } from '../../src/documents/pdf/read-pdf.js'

for await (const path of createInterface({ input: process.stdin })) {
  const bytes = readFileSync(path)
  const before = process.cpuUsage()
  const { text, fullText, problem } = await readPdf(bytes, false)
  const { user, system } = process.cpuUsage(before)
  const megabytes = process.resourceUsage().maxRSS / 1000
  const answer = {
    text: fullText,
    main: text,
    failed: problem !== '' && text === '',
    problem,
    seconds: (user + system) / 1e6,
    megabytes,
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
