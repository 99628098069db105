import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Verdict } from '../../src/contracts.js'
import { LongtailError } from '../../src/errors.js'
import { createJudge, createLinkJudge, type JudgeSpec, type WrittenLanguage } from '../../src/judge/index.js'
import { wantedLanguage } from '../../src/page/language/wanted-languages.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { paragraphsIn, unseenMinangkabau, writeMinangkabau } from './minangkabau.js'
import { html, pageOf } from './page-of.js'
import { withEachIdentifier } from './with-identifier.js'

const directory = temporaryDirectory('learned-language')
const model = writeMinangkabau(directory)
after(() => rmSync(directory, { recursive: true, force: true }))

const OWN = unseenMinangkabau()
const INDONESIAN = paragraphsIn('ind')

interface Case {
  readonly languages?: readonly WrittenLanguage[]
  readonly lang?: string
  readonly spec?: (language: JudgeSpec) => JudgeSpec
}

function judged(paragraphs: readonly string[], { languages = [{ model }], lang = '', spec }: Case = {}): Verdict {
  const language: JudgeSpec = { kind: 'language', languages }
  const body = paragraphs.map(paragraph => `<p>${paragraph}</p>`).join('\n')
  const page = pageOf(html(body).replace('<html', lang === '' ? '<html' : `<html lang="${lang}"`))
  return createJudge(spec?.(language) ?? language).judge(page)
}

withEachIdentifier('a learned language with the identifier', () => {
  test('is found on pages that were not learned from, and not on those of its neighbours', () => {
    const { relevant, language, share, score, reasons } = judged(OWN)
    assert.deepEqual({ relevant, language }, { relevant: true, language: 'min' })
    assert.ok(share > 0.8 && score > 0.8, `${share} ${score}`)
    assert.match(reasons[0], /^(?:[89]\d|100) % of the text is Minangkabau \(learned; 20 % is enough\)$/)
    for (const other of ['ind', 'jav', 'sun', 'eng', 'vie', 'tha', 'rus'])
      assert.equal(judged(paragraphsIn(other).slice(0, 12)).relevant, false, other)
  })

  test('has its share on a page in two languages', () => {
    const mixed = [...INDONESIAN.slice(0, 10), ...OWN]
    const { relevant, share, reasons } = judged(mixed)
    const truth = OWN.join('').length / mixed.join('').length
    assert.equal(relevant, true)
    assert.ok(Math.abs(share - truth) < 0.25, `${share}, not ${truth}`)
    assert.match(reasons.join('; '), /% is Indonesian/)
  })

  test('is helped by a page that declares it, but a declaration proves nothing', () => {
    const declared = judged(OWN, { lang: 'min' })
    assert.match(declared.reasons.join('; '), /10 % is enough.*the page declares Minangkabau/)
    const { relevant, language } = judged(INDONESIAN, { lang: 'min' })
    assert.deepEqual({ relevant, language }, { relevant: false, language: 'ind' })
  })

  test('is declared by any tag that means it, in the markup and in the header', () => {
    for (const lang of ['min', 'MIN-Latn-ID', 'ms-min', 'min, id'])
      assert.match(judged(OWN, { lang }).reasons.join('; '), /the page declares Minangkabau/, lang)
    for (const lang of ['id', 'en', 'minx', 'x-min'])
      assert.doesNotMatch(judged(OWN, { lang }).reasons.join('; '), /declares Minang/)
    const named = writeMinangkabau(directory, { code: 'x-padang', name: 'Padang' }, 'padang.model')
    const { relevant, reasons } = judged(OWN, { lang: 'x-Padang', languages: [{ model: named }] })
    assert.equal(relevant, true)
    assert.match(reasons.join('; '), /the page declares Padang/)
    const page = pageOf(
      html(
        OWN.map(text => `<p xml:lang="min">${text}</p>`).join(''),
        '<meta http-equiv="Content-Language" content="min">',
      ),
    )
    const byMeta = createJudge({ kind: 'language', languages: [{ model }] }).judge(page)
    assert.match(byMeta.reasons.join('; '), /the page declares Minangkabau/)
  })

  test('stands beside known languages, and combines with what else is wanted', () => {
    const languages = ['tha', { model }]
    assert.equal(judged(OWN, { languages }).relevant, true)
    const thai = judged(paragraphsIn('tha').slice(0, 10), { languages })
    assert.deepEqual([thai.relevant, thai.language], [true, 'tha'])
    assert.match(thai.reasons[0], /Thai or Minangkabau/)
    const keywords = { kind: 'keywords', words: ['urang'] } as const
    const both = judged(OWN, { spec: language => ({ kind: 'all', of: [language, keywords] }) })
    assert.deepEqual([both.relevant, both.language], [true, 'min'])
    const either = judged(INDONESIAN, { spec: language => ({ kind: 'any', of: [language, keywords] }) })
    assert.deepEqual([either.relevant, either.language], [false, 'ind'])
  })
})

test('a language that only its declaration is known of is a target by its code and its name', () => {
  for (const written of ['min', 'Minangkabau', 'min-Latn']) {
    const { code, name, codes, model: own } = wantedLanguage(written)
    assert.deepEqual([code, name, codes, own?.script], ['min', 'Minangkabau', ['min'], 'Latn'], written)
  }
  assert.equal(judged(OWN, { languages: ['min'] }).language, 'min')
  assert.equal(wantedLanguage('tha').model, null)
  assert.throws(() => wantedLanguage('xyzzy'), refused('E_LANGUAGE', /is not a language code/))
})

test('a charset that was made for its script speaks for it, and another does not', () => {
  const languages = ['yue']
  const { model: own } = wantedLanguage('yue')
  assert.equal(own?.script, 'Hani')
  const text = paragraphsIn('yue').slice(0, 8)
  const reasonsFor = (charset: string): string =>
    createJudge({ kind: 'language', languages })
      .judge({
        ...pageOf(html(text.join('<p>'))),
        declared: { charset, charsetSource: 'meta', metaCharset: charset, language: '' },
      })
      .reasons.join('; ')
  assert.match(reasonsFor('big5'), /charset big5 is written for Chinese/)
  for (const charset of ['utf-8', 'koi8-r', 'windows-874']) assert.doesNotMatch(reasonsFor(charset), /is written for/)
})

test('the policies that compare bytes refuse it, and say which one does not', () => {
  for (const policy of ['strict', 'textcat-or', 'textcat-meta-first'] as const)
    assert.throws(
      () => createJudge({ kind: 'language', languages: [{ model }], policy }),
      refused('E_LANGUAGE', /cannot use the model of Minangkabau \(min\); use the policy "modern"/),
    )
})

test('a file that is no model, or is not there, is named', () => {
  const gone = join(directory, 'gone.model')
  const language = (path: string): JudgeSpec => ({ kind: 'language', languages: [{ model: path }] })
  assert.throws(
    () => createJudge(language(gone)),
    refused('E_MODEL', /gone\.model.*cannot be read.*longtail train language/),
  )
  assert.throws(() => createJudge(language(import.meta.filename)), refused('E_MODEL', /not a language model/))
})

test('links are judged by words that tell the language from its rivals', () => {
  const telling = writeMinangkabau(directory, { words: ['urang', 'sagalo', 'indak'] }, 'telling.model')
  const { score } = createLinkJudge({ kind: 'language', languages: [{ model: telling }] })
  assert.equal(score('Sagalo urang'), 1)
  assert.equal(score('Semua orang'), 0.5)
})

function refused(code: string, message: RegExp): (error: unknown) => boolean {
  return error => error instanceof LongtailError && error.code === code && message.test(error.message)
}
