/**
 * Where links to other servers lead. The shares are those of the reference crawl (Thai pages and the Web around them):
 * of its links to other servers a Thai page sends 37 % to Thai pages, an English page on a Thai server 35 %, and a page
 * elsewhere 0.3 %, which is more than doubled here because this web is small.
 */
import { ENGLISH } from './languages.js'
import type { DemoPage, Layout } from './model.js'
import type { Random } from './random.js'

const OWN = 0.38
const ENGLISH_SHARE = 0.57
const FROM_ENGLISH_GUEST = 0.38
const ENGLISH_TO_ENGLISH = 0.96
/** Of the links from a language to English servers: those to a server of its own that hides behind an English front. */
const TO_HIDDEN = 0.2
const TO_ENTRANCE = 0.6

export type Locality = ReturnType<typeof createLocality>

interface Candidates {
  readonly layouts: Layout[]
  /** Running sums of popularity. */
  readonly sums: number[]
  /** Per layout its open pages in the language, beside the entrance. */
  readonly pages: (readonly number[])[]
}

export function createLocality(layouts: readonly Layout[], shares: ReadonlyMap<string, number>) {
  const open = new Map<string, Candidates>()
  const hidden = new Map<string, Candidates>()
  for (const code of shares.keys()) {
    const own = layouts.filter(layout => layout.host.language === code)
    open.set(
      code,
      collect(
        own.filter(({ host }) => ['plain', 'directories', 'mixed'].includes(host.kind)),
        code,
      ),
    )
    hidden.set(
      code,
      collect(
        own.filter(({ host }) => host.kind === 'hidden' || host.kind === 'pocket'),
        null,
      ),
    )
  }
  const codes = [...shares.keys()]
  const otherLanguage = (not: string, random: Random): string => {
    const rest = codes.filter(code => code !== not && code !== ENGLISH)
    let left = random.next() * rest.reduce((sum, code) => sum + (shares.get(code) ?? 0), 0)
    for (const code of rest) if ((left -= shares.get(code) ?? 0) < 0) return code
    return rest.at(-1) ?? ENGLISH
  }

  return {
    /** A page of another server for a link from `page`; -1 when it finds none. */
    draw(page: DemoPage, layout: Layout, random: Random): number {
      const main = layout.host.language
      const wish = random.next()
      let language = page.language
      if (page.language === ENGLISH && main === ENGLISH)
        language = wish < ENGLISH_TO_ENGLISH ? ENGLISH : otherLanguage(ENGLISH, random)
      else if (page.language === ENGLISH)
        language = wish < FROM_ENGLISH_GUEST ? main : wish < 0.96 ? ENGLISH : otherLanguage(main, random)
      else
        language =
          wish < OWN ? page.language : wish < OWN + ENGLISH_SHARE ? ENGLISH : otherLanguage(page.language, random)
      if (language === ENGLISH && main !== ENGLISH && random.chance(TO_HIDDEN)) {
        const found = choose(hidden.get(main), layout, random)
        if (found >= 0) return found
      }
      return choose(open.get(language), layout, random)
    },
  }
}

/** Popularity falls with the rank of a server among those of its language. `language` null: every link lands on the entrance. */
function collect(layouts: readonly Layout[], language: string | null): Candidates {
  const candidates: Candidates = { layouts: [...layouts], sums: [], pages: [] }
  let sum = 0
  layouts.forEach((layout, rank) => {
    sum += 1 / (1 + rank)
    candidates.sums.push(sum)
    const directories =
      language === null ? [] : layout.directories.filter(each => !each.tucked && each.language === language)
    candidates.pages.push(directories.flatMap(directory => directory.pages))
  })
  return candidates
}

function choose(candidates: Candidates | undefined, from: Layout, random: Random): number {
  if (candidates === undefined) return -1
  const { layouts, sums, pages } = candidates
  for (let attempt = 0; attempt < 4; attempt++) {
    const mark = random.next() * (sums.at(-1) ?? 0)
    const at = sums.findIndex(sum => mark < sum)
    if (at < 0 || layouts[at] === from) continue
    return random.chance(TO_ENTRANCE) || pages[at].length === 0 ? layouts[at].entrance : random.pick(pages[at])
  }
  return -1
}
