import assert from 'node:assert/strict'
import test from 'node:test'
import { SCRIPTS, identifyLanguage, scriptCounts } from '../../src/page/language/identify.js'
import { passage } from './page-of.js'
import { withEachIdentifier } from './with-identifier.js'

function main(text: string, hints = {}): string {
  return identifyLanguage(text, hints).languages[0]?.language ?? 'und'
}

function shareOf(language: string, text: string): number {
  return identifyLanguage(text).languages.find(one => one.language === language)?.share ?? 0
}

test('letters are counted per script, digits and punctuation are not', () => {
  const counts = scriptCounts('ไทย abc éü 123, 漢字 かな 𠀀 й!')
  const found = Object.fromEntries(
    SCRIPTS.flatMap(({ name }, i) => (counts[i] > 0 && name !== 'Zyyy' && name !== 'Zsur' ? [[name, counts[i]]] : [])),
  )
  assert.deepEqual(found, { Latn: 3, 'Latn-1': 2, Thai: 3, Hani: 3, Hira: 2, Cyrl: 1 })
})

test('no two scripts claim one code point', () => {
  const ranges = SCRIPTS.flatMap(({ name, ranges }) =>
    ranges.flatMap((start, i) => (i % 2 === 0 ? [{ name, start, end: ranges[i + 1] }] : [])),
  )
  const inner = ['Copt', 'Mymr-Mon', 'Mymr-Karen', 'Mymr-Shan', 'Mymr-1039']
  for (const { name, start, end } of ranges) {
    assert.ok(start <= end, name)
    if (inner.includes(name)) continue
    for (const other of ranges) {
      if (other.name !== name && !inner.includes(other.name))
        assert.ok(other.end < start || other.start > end, `${name} and ${other.name}`)
    }
  }
})

withEachIdentifier('the identifier', () => {
  test('text of the declaration is identified in languages of every kind of script', () => {
    const translations = {
    eng: 'eng', fra: 'fra', deu_1996: 'deu', spa: 'spa', por_BR: 'por', ita: 'ita', nld: 'nld', pol: 'pol', ces: 'ces', slk: 'slk', hun: 'hun',
    ron_2006: 'ron', fin: 'fin', swe: 'swe', dan: 'dan', nob: 'nor', nno: 'nno', isl: 'isl', est: 'est', lav: 'lav', lit: 'lit', tur: 'tur',
    azj_latn: 'aze', uzn_latn: 'uzb', vie: 'vie', ind: 'ind', mly_latn: 'msa', jav: 'jav', tgl: 'tgl', swh: 'swa', zul: 'zul', yor: 'yor',
    hau_NG: 'hau', som: 'som', rus: 'rus', ukr: 'ukr', bel: 'bel', bul: 'bul', mkd: 'mkd', srp_cyrl: 'srp', kaz: 'kaz', kir: 'kir', tgk: 'tgk',
    khk: 'mon', ell_monotonic: 'ell', hye: 'hye', kat: 'kat', heb: 'heb', ydd: 'yid', arb: 'ara', pes_1: 'fas', urd: 'urd', pbu: 'pus',
    uig_arab: 'uig', hin: 'hin', mar: 'mar', nep: 'nep', ben: 'ben', pan: 'pan', guj: 'guj', tam: 'tam', tel: 'tel', kan: 'kan', mal: 'mal',
    sin: 'sin', tha: 'tha', lao: 'lao', khm: 'khm', mya: 'mya', bod: 'bod', amh: 'amh', tir: 'tir', jpn: 'jpn', cmn_hans: 'zho', cmn_hant: 'zho',
    kor: 'kor', div: 'div', chr_cased: 'chr', ike: 'iku',
  } // prettier-ignore
    const wrong = Object.entries(translations).filter(
      ([translation, language]) => main(passage(translation, 700, 600)) !== language,
    )
    assert.deepEqual(wrong, [])
  })

  test('Burmese, Mon and Shan are told apart by their own letters', () => {
    assert.equal(main(passage('mya', 400)), 'mya')
    assert.equal(main(passage('mnw', 400)), 'mnw')
    assert.equal(main(passage('shn', 400)), 'shn')
  })

  test('Burmese in the private order of the Zawgyi font is Burmese', () => {
    assert.equal(
      main(
        'ျပည္တြင္းသတင္း ႏိုင္ငံတကာသတင္း ဗဟုသုတ က်န္းမာေရး နည္းပညာ ၾကည့္ ရႈ သူပရိသတ္ ငါးသိန္းေ က်ာ္ သြား တဲ့ အိျႏၵာေက်ာ္ဇင္',
      ),
      'mya',
    )
  })

  test('a Chinese text with a Japanese name in it is not Japanese, a Japanese headline full of characters is', () => {
    assert.equal(
      main('本公司代理日本品牌「サントリー」的全系列产品，欢迎各地经销商来电洽谈合作事宜，我们将竭诚为您服务。'),
      'zho',
    )
    assert.equal(main('日本経済新聞社は東京証券取引所の株価指数を発表した'), 'jpn')
  })

  test('the share of a language grows with its part of the text', () => {
    const thai = passage('tha', 4000, 0)
    const english = passage('eng', 4000, 0)
    const shares = [0, 400, 800, 1200, 1600].map(letters =>
      shareOf('tha', `${thai.slice(0, letters)}\n${english.slice(0, 1600 - letters)}`),
    )
    assert.equal(shares[0], 0)
    assert.ok(shares[4] > 0.99)
    for (let i = 1; i < shares.length; i++) assert.ok(shares[i] > shares[i - 1], shares.join(' '))
  })

  test('both halves of a bilingual text in one script are found', () => {
    const text = `${passage('eng', 1500)}\n${passage('ind', 1500)}`
    assert.ok(shareOf('eng', text) > 0.25)
    assert.ok(shareOf('ind', text) > 0.25)
  })

  test('Croatian, Bosnian and Serbian in Latin letters go by what the page or its country calls them', () => {
    const text = passage('hrv', 600)
    assert.equal(main(text, { declared: 'hr' }), 'hrv')
    assert.equal(main(text, { tld: 'rs' }), 'srp')
    assert.equal(main(text, { declared: 'bs', tld: 'com' }), 'bos')
  })

  test('short Russian is not taken for Serbian', () => {
    assert.equal(main('Все люди рождаются свободными и равными в своём достоинстве и правах.'), 'rus')
    assert.notEqual(main('Подъезд к дому очень удобный'), 'srp')
  })

  test('text that was decoded with the wrong charset is called garbled, not English or Icelandic', () => {
    const russian = Buffer.from('Смотреть телевидение онлайн бесплатно в прямом эфире').toString('latin1')
    const id = identifyLanguage(russian)
    assert.equal(id.garbled, true)
    assert.equal(id.languages.length, 0)
    assert.equal(identifyLanguage(passage('vie', 500)).garbled, false)
    assert.equal(identifyLanguage(passage('isl', 500)).garbled, false)
  })

  test('a language that the identifier does not know is not claimed with certainty', () => {
    const { languages } = identifyLanguage(passage('chk', 1200))
    assert.ok(languages.length === 0 || !languages[0].reliable || languages[0].share < 0.5, JSON.stringify(languages))
  })

  test('no text has no language, and a million letters cost no more than their beginning', () => {
    assert.deepEqual(identifyLanguage(''), { languages: [], letters: 0, garbled: false, leftOut: false })
    assert.deepEqual(identifyLanguage('12:30 – 14:00, 100 %').languages, [])
    assert.ok(identifyLanguage('ก'.repeat(1_000_000)).letters < 100_000)
  })
})
