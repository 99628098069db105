/**
 * Objects that live as long as a process and keep something between calls: language identifiers, judges, parsers with buffers that
 * are used again. The same page gets the same answer, whatever was read before it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../src/contracts.js'
import { createJudge, type JudgeSpec } from '../../src/judge/index.js'
import { POLICIES } from '../../src/judge/policy-names.js'
import { analyse } from '../../src/page/analyse.js'
import { seededRandom } from '../frontier/random.js'

function exchange(body: string | Uint8Array, type: string): Exchange {
  return {
    ...{ ok: true, url: 'http://a.example/dir/page.html', startedAt: 0, fetchMs: 1, ip: null, protocol: 'http/1.1' },
    ...{ requestHeaders: [], status: 200, statusText: '', headers: [['Content-Type', type]], truncated: null },
    body: typeof body === 'string' ? Buffer.from(body) : body,
  }
}

const TEXTS = [
  'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม',
  'All human beings are born free and equal in dignity and rights.',
  'Alle Menschen sind frei und gleich an Würde und Rechten geboren.',
  'ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ, ສິດທິ, ເສລີພາບ ແລະ ຄວາມສະເໝີພາບເທົ່າທຽມກັນ.',
  'Watu wote wamezaliwa huru, hadhi na haki zao ni sawa.',
  '',
  'x',
]

function pages(): Exchange[] {
  const html = TEXTS.flatMap(text => [
    exchange(
      `<title>${text}</title><p>${text.repeat(3)}<a href="/a?b=${text.length}">${text}</a>`,
      'text/html; charset=utf-8',
    ),
    exchange(
      `<base href="http://b.example/"><html lang=th><p>${text}<a href=c>d</a><script>var a = "</p>"`,
      'text/html',
    ),
    exchange(`<frameset><frame src=x></frameset><noscript><iframe>${text}`, 'text/html'),
  ])
  const odd = [
    exchange(Buffer.from('caf\xe9 na\xefve d\xe9j\xe0 vu', 'latin1'), 'text/html; charset=iso-8859-1'),
    exchange(Buffer.from('\ufeffอักษรไทย', 'utf16le'), 'text/html'),
    exchange(Buffer.from([0xa1, 0xd2, 0xc9, 0xd2, 0xe4, 0xb7, 0xc2]), 'text/html; charset=tis-620'),
    exchange('<urlset><url><loc>http://a.example/x</loc></url></urlset>', 'application/xml'),
    exchange('\0\x01\x02', 'application/octet-stream'),
    exchange('<', 'text/html'),
    exchange('<!--', 'text/html'),
    exchange(`${'<div>'.repeat(3000)}deep`, 'text/html'),
  ]
  return [...html, ...odd]
}

test('a page is read in the same way as the first and as the thousandth one', () => {
  const all = pages()
  const first = all.map(page => JSON.stringify(analyse(page)))
  const random = seededRandom(3)
  for (let i = 0; i < 1000; i++) {
    const which = random(all.length)
    assert.equal(JSON.stringify(analyse(all[which])), first[which], `page ${which} as number ${i}`)
  }
})

test('a judge of any kind says the same of a page, whatever it judged before', () => {
  const all = pages().map(page => analyse(page))
  const specs: JudgeSpec[] = [
    ...POLICIES.map((policy): JudgeSpec => ({ kind: 'language', languages: ['tha', 'lao'], policy })),
    { kind: 'keywords', words: ['free', 'สิทธิ'] },
    { kind: 'nation', country: 'TH', minScore: 0.5, matching: 'phonetic' },
  ]
  const random = seededRandom(4)
  for (const spec of specs) {
    // each page by a judge that never saw another one
    const fresh = all.map(page => JSON.stringify(createJudge(spec).judge(page)))
    const shared = createJudge(spec)
    for (let i = 0; i < 300; i++) {
      const which = random(all.length)
      assert.equal(JSON.stringify(shared.judge(all[which])), fresh[which], `${JSON.stringify(spec)}: page ${which}`)
    }
  }
})
