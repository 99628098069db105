/**
 * The categories of TextCat: the major languages, each in UTF-8 and in the encodings in which pages were written before it,
 * trained on the Universal Declaration of Human Rights (8…30 KB per language). Built once per thread, at the
 * first use.
 */
import { declarationHtml } from '../declarations.js'
import { languageName } from '../page/language/codes.js'
import { encodeLossy } from './legacy-encode.js'
import { createProfile, createTextCat, type Category, type TextCat } from './textcat.js'

/** `ISO 639-3 as identified: translation in the package: encodings beside UTF-8`. */
const SOURCES = `
eng:eng: tha:tha:windows-874 lao:lao: khm:khm: mya:mya: vie:vie:windows-1258
jpn:jpn:euc-jp,shift_jis zho:cmn_hans:gbk zho:cmn_hant:big5 kor:kor:euc-kr
rus:rus:windows-1251,koi8-r ukr:ukr:windows-1251,koi8-u bel:bel:windows-1251 bul:bul:windows-1251 mkd:mkd:windows-1251
srp:srp_cyrl:windows-1251 srp:srp_latn:windows-1250 hrv:hrv:windows-1250 slv:slv:windows-1250 ces:ces:windows-1250
slk:slk:windows-1250 pol:pol:iso-8859-2,windows-1250 hun:hun:iso-8859-2 ron:ron_1993:iso-8859-2 sqi:als:windows-1252
ell:ell_monotonic:windows-1253 tur:tur:windows-1254 aze:azj_latn: uzb:uzn_latn: kaz:kaz: kir:kir: tgk:tgk: mon:khk:
ara:arb:windows-1256 fas:pes_1: urd:urd: pus:pbu: heb:heb:windows-1255 yid:ydd:
deu:deu_1996:windows-1252 fra:fra:windows-1252 spa:spa:windows-1252 por:por_PT:windows-1252 ita:ita:windows-1252
nld:nld:windows-1252 swe:swe:windows-1252 dan:dan:windows-1252 nor:nob:windows-1252 nno:nno:windows-1252 fin:fin:windows-1252
isl:isl:windows-1252 cat:cat:windows-1252 glg:glg:windows-1252 gle:gle:windows-1252 cym:cym: afr:afr:windows-1252
est:est:windows-1257 lav:lav:windows-1257 lit:lit:windows-1257 lat:lat: epo:epo:
ind:ind: msa:mly_latn: jav:jav: sun:sun: tgl:tgl: ceb:ceb: swa:swh: som:som: hau:hau_NG: yor:yor: ibo:ibo: zul:zul: xho:xho:
mlg:plt: amh:amh: tir:tir: kat:kat: hye:hye: hin:hin: mar:mar: nep:nep: ben:ben: pan:pan: guj:guj: tam:tam: tel:tel: kan:kan:
mal:mal: sin:sin: bod:bod:`

export interface ProfileSource {
  readonly language: string
  readonly translation: string
  readonly encodings: readonly string[]
}

export const TEXTCAT_SOURCES: readonly ProfileSource[] = SOURCES.trim()
  .split(/\s+/)
  .map(line => {
    const [language, translation, encodings] = line.split(':')
    return { language, translation, encodings: encodings === '' ? [] : encodings.split(',') }
  })

/** ISO 639-3 codes, as the identifier names them, that TextCat can answer with. */
export const TEXTCAT_LANGUAGES: ReadonlySet<string> = new Set(TEXTCAT_SOURCES.map(source => source.language))

/** Encodings beside UTF-8 in which a language has a profile. */
export function legacyEncodings(language: string): readonly string[] {
  return TEXTCAT_SOURCES.filter(source => source.language === language).flatMap(source => source.encodings)
}

/** Text of a translation of the declaration, without markup. */
export function declarationText(html: string): string {
  return html
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

let shared: TextCat | null = null

/** The one TextCat of all policies. */
export function sharedTextCat(): TextCat {
  shared ??= createTextCat(TEXTCAT_SOURCES.flatMap(categoriesOf))
  return shared
}

function categoriesOf({ language, translation, encodings }: ProfileSource): Category[] {
  const text = declarationText(declarationHtml(translation))
  const name = languageName(language).toLowerCase()
  return ['utf-8', ...encodings].map(encoding => ({
    language,
    name,
    profile: createProfile(encodeLossy(text, encoding)),
  }))
}
