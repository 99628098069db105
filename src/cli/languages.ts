/** `longtail languages`: which targets there are, by whom they are known, and how well. */
import { LongtailError } from '../errors.js'
import { findLanguage } from '../judge/index.js'
import { listTargets, measureTarget, type LanguageTargetEntry } from '../train/language-targets.js'
import { percent, two } from './train-output.js'

export function languages(written: string | undefined, { json }: { json?: boolean }): void {
  const targets = listTargets()
  if (written === undefined) {
    if (json === true) return console.log(JSON.stringify({ languages: targets }))
    for (const { code, name, knownBy } of targets) console.log(`${code}  ${name} (${knownBy.join(', ')})`)
    console.log(
      `${targets.length} languages. "script": recognised by its letters; "identifier": by cld or ngrams; "declaration": by a model learned from the 10 KB of the Universal Declaration of Human Rights.`,
    )
    return console.log(
      '"longtail languages CODE" shows how well a language is recognised; "longtail train language" learns others',
    )
  }
  const target = find(written, targets)
  const measured = measureTarget(target)
  if (json === true) return console.log(JSON.stringify({ ...target, ...measured }))
  console.log(`${target.code}  ${target.name}: known by ${target.knownBy.join(' and ')}`)
  if (measured === null) return
  const { page, passage } = measured
  console.log(
    `  by its declaration, pages of 2,000 characters: precision ${two(page.precision)}, recall ${two(page.recall)}`,
  )
  console.log(`  passages of 200 characters: precision ${two(passage.precision)}, recall ${two(passage.recall)}`)
  console.log(
    '  (on held-out parts of the declarations. On other text of 16 such languages, 11 had an F1 of 0.9 or more and 3 were hardly found: try it on a page that you know, with "longtail judge")',
  )
  for (const { name, language, share } of measured.confusable.filter(({ share }) => share > 0))
    console.log(`  ${percent(share)} of the passages in ${name} (${language}) are mistaken for it`)
  if (measured.isPoor)
    console.log(
      `  that is not good enough: train it with text of your own: longtail train language ${target.code} --examples FILE`,
    )
}

function find(written: string, targets: readonly LanguageTargetEntry[]): LanguageTargetEntry {
  const code = findLanguage(written)?.code
  const target = targets.find(one => one.code === code)
  if (target !== undefined) return target
  throw new LongtailError(
    'E_LANGUAGE',
    code === undefined
      ? `"${written}" is not a language code (ISO 639-3 or 639-1) or the English name of a language`
      : `there is no model for ${findLanguage(written)?.name ?? code} (${code}); 10 KB of text are enough for a first one: longtail train language ${code} --examples FILE`,
  )
}
