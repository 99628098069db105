/**
 * CLD2, called synchronously through the native part of the package `cld` (its JavaScript wrapper is asynchronous and
 * validates what is constant here).
 */
import { createRequire } from 'node:module'
import type { FoundLanguage, Identifier } from './identifier.js'

/**
 * Every language that CLD2 tells apart, as `its code:ISO 639-3`. What it has a name for but never answers (South Ndebele, which
 * it calls Zulu) is left out. Its Kurdish is the one in Arabic script.
 */
const DETECTED = `
ab:abk aa:aar af:afr ak:aka sq:sqi am:amh ar:ara hy:hye as:asm ay:aym az:aze ba:bak eu:eus be:bel bn:ben bh:bho bi:bis bs:bos
br:bre bg:bul my:mya ca:cat ceb:ceb chr:chr co:cos hr:hrv cs:ces zh:zho zh-Hant:zho da:dan dv:div nl:nld dz:dzo en:eng eo:epo
et:est fo:fao fj:fij fi:fin fr:fra fy:fry gl:glg lg:lug ka:kat de:deu el:ell kl:kal gn:grn gu:guj ht:hat ha:hau haw:haw iw:heb
hi:hin hmn:hmn hu:hun is:isl ig:ibo id:ind ia:ina ie:ile iu:iku ik:ipk ga:gle it:ita jw:jav ja:jpn kn:kan ks:kas kk:kaz kha:kha
km:khm rw:kin ku:kur ky:kir ko:kor lo:lao la:lat lv:lav lif:lif ln:lin lt:lit lb:ltz mk:mkd mg:mlg ms:msa ml:mal mt:mlt gv:glv
mi:mri mr:mar mfe:mfe mn:mon na:nau ne:nep no:nor nn:nno ny:nya oc:oci or:ori om:orm ps:pus nso:nso fa:fas pl:pol pt:por
pa:pan qu:que rm:roh ro:ron rn:run ru:rus sm:smo sg:sag sa:san sco:sco gd:gla sr:srp sr-ME:cnr crs:crs st:sot sn:sna sd:snd
si:sin ss:ssw sk:slk sl:slv so:som es:spa su:sun sw:swa sv:swe syr:syr tl:tgl tg:tgk ta:tam tt:tat te:tel th:tha bo:bod ti:tir
to:ton ts:tso tn:tsn tr:tur tk:tuk ug:uig uk:ukr ur:urd uz:uzb ve:ven vi:vie vo:vol war:war cy:cym wo:wol xh:xho yi:yid yo:yor
za:zha zu:zul`

/** ISO 639-3 by CLD2's code. Scripts without a language (xx-…), pig Latin, Klingon and the like are absent on purpose. */
export const CLD_TO_ISO: ReadonlyMap<string, string> = new Map(
  DETECTED.trim()
    .split(/\s+/)
    .map(pair => {
      const colon = pair.indexOf(':')
      return [pair.slice(0, colon), pair.slice(colon + 1)]
    }),
)

/**
 * CLD2's normalised score. Text in a language that it knows gets 400…1,700 (UDHR, 200 English home pages); text in one that
 * it does not know is called English, Akan or Maori with 40…250.
 */
const KNOWN_SCORE = 200
const TYPICAL_SCORE = 300

interface CldAddon {
  detect(
    text: string,
    isPlainText: boolean,
    languageHint: string,
    encodingHint: string,
    tldHint: string,
    httpHint: string,
    bestEffort: boolean,
  ): { readonly languages: readonly { readonly code: string; readonly percent: number; readonly score: number }[] }
}

function isAddon(value: unknown): value is CldAddon {
  return typeof value === 'object' && value !== null && 'detect' in value && typeof value.detect === 'function'
}

/** A hint comes from the page: nothing but a plain code goes into native code. */
const CODE = /^[a-z]{2,3}$/

/** Throws what `require` throws where the package is missing or was compiled for another Node. */
export function openCld(): Identifier {
  const addon: unknown = createRequire(import.meta.url)('cld/build/Release/cld')
  if (!isAddon(addon)) throw new TypeError('the addon of the package "cld" has no function "detect"')
  return {
    name: 'cld',
    languages: new Set(CLD_TO_ISO.values()),
    find(text, contentLanguage, tld) {
      const language = CODE.test(contentLanguage) ? contentLanguage : ''
      const { languages } = addon.detect(text, true, '', '', CODE.test(tld) ? tld : '', language, true)
      const found: FoundLanguage[] = []
      for (const { code, percent, score } of languages) {
        const iso = CLD_TO_ISO.get(code)
        if (iso !== undefined)
          found.push({ language: iso, percent, isKnown: score >= KNOWN_SCORE, isTypical: score >= TYPICAL_SCORE })
      }
      return found
    },
  }
}
