import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { LongtailError } from '../../src/errors.js'
import type { JudgeSpec } from '../../src/judge/index.js'
import { POLICIES, createJudge, createLanguageJudge } from '../../src/judge/index.js'
import { encodeLossy } from '../../src/judge/legacy-encode.js'
import { html, pageOf, paragraphs, passage } from './page-of.js'

/** Target: a translation in it, and one in the language nearest to it. */
const TARGETS: Readonly<Record<string, readonly [own: string, near: string]>> = {
  lao: ['lao', 'tha'],
  swa: ['swh', 'zul'],
  hin: ['hin', 'mar'],
  jpn: ['jpn', 'cmn_hant'],
  zho: ['cmn_hans', 'jpn'],
  rus: ['rus', 'ukr'],
  ind: ['ind', 'tgl'],
  ces: ['ces', 'slk'],
  dan: ['dan', 'swe'],
  fas: ['pes_1', 'arb'],
  amh: ['amh', 'tir'],
  ben: ['ben', 'hin'],
  vie: ['vie', 'fra'],
  tam: ['tam', 'tel'],
}

test('every policy serves any target language', () => {
  for (const [language, [own, near]] of Object.entries(TARGETS)) {
    for (const policy of POLICIES) {
      const judge = createLanguageJudge({ languages: [language], policy })
      assert.equal(judge.judge(pageOf(paragraphs(passage(own, 1500)))).relevant, true, `${judge.name} on ${own}`)
      assert.equal(judge.judge(pageOf(paragraphs(passage(near, 1500)))).relevant, false, `${judge.name} on ${near}`)
    }
  }
})

test('old encodings of other languages are read too', () => {
  const cases = [
    ['jpn', 'jpn', 'euc-jp'],
    ['jpn', 'jpn', 'shift_jis'],
    ['rus', 'rus', 'koi8-r'],
    ['zho', 'cmn_hant', 'big5'],
    ['kor', 'kor', 'euc-kr'],
    ['ell', 'ell_monotonic', 'windows-1253'],
  ]
  for (const [language, translation, encoding] of cases) {
    const bytes = encodeLossy(html(passage(translation, 800), `<meta charset="${encoding}">`), encoding)
    for (const policy of POLICIES) {
      const verdict = createLanguageJudge({ languages: [language], policy }).judge(pageOf(bytes))
      assert.equal(verdict.relevant, true, `${policy}, ${translation} in ${encoding}: ${verdict.reasons.join('; ')}`)
      assert.equal(verdict.language, language)
    }
  }
})

test('several targets: text in any of them is wanted', () => {
  const judge = createLanguageJudge({ languages: ['th', 'lao'] })
  assert.equal(judge.name, 'modern:tha+lao')
  for (const [translation, relevant] of [
    ['tha', true],
    ['lao', true],
    ['khm', false],
  ] as const) {
    assert.equal(judge.judge(pageOf(paragraphs(passage(translation, 500)))).relevant, relevant, translation)
  }
})

test('a macrolanguage and its member name the same pages', () => {
  const norwegian = pageOf(paragraphs(passage('nob', 1200)))
  const nynorsk = pageOf(paragraphs(passage('nno', 1200)))
  const relevant = (language: string) =>
    [norwegian, nynorsk].map(page => createLanguageJudge({ languages: [language] }).judge(page).relevant)
  assert.deepEqual(relevant('nor'), [true, true])
  assert.deepEqual(relevant('nob'), [true, false])
  assert.deepEqual(relevant('nno'), [false, true])
})

test('minShare replaces the threshold', () => {
  const page = pageOf(paragraphs(passage('tha', 300), passage('eng', 900)))
  const relevant = (minShare: number) => createLanguageJudge({ languages: ['tha'], minShare }).judge(page).relevant
  assert.equal(relevant(0.1), true)
  assert.equal(relevant(0.9), false)
})

test('a declared language is a sign where a small share leaves it open', () => {
  const mixed = `<p>${passage('swh', 260)}</p><p>${passage('eng', 1500)}</p>`
  const judge = createLanguageJudge({ languages: ['swa'] })
  const declared = judge.judge(pageOf(`<html lang="sw"><body>${mixed}</body></html>`))
  const silent = judge.judge(pageOf(`<html><body>${mixed}</body></html>`))
  assert.ok(declared.score > silent.score)
  assert.match(declared.reasons.join('; '), /the page declares Swahili/)
})

test('lang="en" is no sign of English', () => {
  const judge = createLanguageJudge({ languages: ['eng'] })
  const verdict = judge.judge(pageOf(`<html lang="en"><body><p>${passage('tha', 900)}</p></body></html>`))
  assert.equal(verdict.relevant, false)
  assert.doesNotMatch(verdict.reasons.join('; '), /declares/)
})

test('unknown languages, policies and shares are refused when the judge is built', () => {
  const refused = (code: string) => (error: unknown) => error instanceof LongtailError && error.code === code
  assert.throws(() => createLanguageJudge({ languages: ['tha', 'xxx'] }), refused('E_LANGUAGE'))
  assert.throws(() => createLanguageJudge({ languages: [] }), refused('E_LANGUAGE'))
  assert.throws(() => createLanguageJudge({ languages: ['tha'], minShare: 20 }), refused('E_USAGE'))
  assert.throws(() => createLanguageJudge({ languages: ['tha'], minShare: NaN }), refused('E_USAGE'))
  assert.throws(
    () => createLanguageJudge(JSON.parse('{"languages":["tha"],"policy":"best"}')),
    /modern, strict, textcat-or/,
  )
})

test('a TextCat policy without a profile of the language says which it has', () => {
  assert.throws(
    () => createLanguageJudge({ languages: ['haw'], policy: 'strict' }),
    /no TextCat profile for Hawaiian.*tha/,
  )
  assert.equal(createLanguageJudge({ languages: ['haw'] }).name, 'modern:haw')
})

test('a spec survives the way into a worker thread and judges there', async () => {
  const spec: JudgeSpec = { kind: 'language', languages: ['tha'], policy: 'modern' }
  const module = new URL('../../src/judge/index.js', import.meta.url).href
  const worker = new Worker(
    `import { parentPort, workerData } from 'node:worker_threads'
     const { createJudge } = await import(${JSON.stringify(module)})
     parentPort.postMessage(createJudge(workerData.spec).judge(workerData.page))`,
    {
      eval: true,
      workerData: { spec, page: pageOf(paragraphs(passage('ces', 600))) },
      execArgv: ['--input-type=module'],
    },
  )
  try {
    const verdict = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    assert.deepEqual(verdict, createJudge(spec).judge(pageOf(paragraphs(passage('ces', 600)))))
  } finally {
    await worker.terminate()
  }
})

test('a garbled part does not make a page unreadable: its share counts, and where it stands', () => {
  const judge = createLanguageJudge({ languages: ['tha'] })
  const thai = Array.from({ length: 8 }, (_, i) => `<li><a href=/${i}>${passage('tha', 120, 150 * i)}</a>`).join('')
  const broken = encodeLossy(passage('tha', 900), 'windows-874')
  const twice = Buffer.from(Buffer.from(passage('tha', 900)).toString('latin1'))
  for (const ticker of [broken, twice, Buffer.concat([twice, Buffer.from(' '), twice])]) {
    const page = pageOf(
      Buffer.concat([Buffer.from('<meta charset=utf-8><p>'), ticker, Buffer.from(`</p><ul>${thai}</ul>`)]),
    )
    const { relevant, language, unknown, reasons } = judge.judge(page)
    assert.deepEqual([relevant, language, unknown], [true, 'tha', false], reasons.join('; '))
    assert.match(reasons.join('; '), /part of the text is garbled and was left out/)
  }
})

test('a page that is mostly garbled says nothing, whatever its menu says', () => {
  const judge = createLanguageJudge({ languages: ['eng'] })
  const twice = Buffer.from(passage('tha', 900)).toString('latin1')
  const verdict = judge.judge(pageOf(paragraphs('Home. About us. Contact our office in the city. Sitemap', twice)))
  assert.deepEqual([verdict.relevant, verdict.unknown], [false, true])
  assert.match(verdict.reasons[0], /garbled/)
})
