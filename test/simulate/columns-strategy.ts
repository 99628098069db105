/** A strategy whose every decision depends on all that it can be told: two loops that tell it different things part ways at once. */
import type { Strategy } from '../../src/contracts.js'

export function columnsStrategy(groupBy: Strategy['groupBy'], context: 'elements' | 'words' = 'elements'): Strategy {
  let given: Uint16Array = new Uint16Array(0)
  return {
    name: 'columns',
    levels: 1000,
    groupBy,
    needs: [context === 'elements' ? 'link-score' : 'link-score-words', 'names', 'words', 'tagPath', 'listPlace'],
    wants: ['country', 'host', 'tld', 'domain', 'parent', 'distance'],
    reorders: 'often',
    reserve(pages) {
      const larger = new Uint16Array(pages)
      larger.set(given.subarray(0, Math.min(pages, given.length)))
      given = larger
    },
    seed: () => 1,
    score(visit, { to, start, end, group, features }, out, control) {
      const { anchorScore, contextScore, names, words, country, host, tld, domain, tldNames, parent } = features
      const { tagPath, listPlace } = features
      if (anchorScore === null || contextScore === null || names === null || words === null || host === null)
        throw new TypeError('a column is missing')
      if (tagPath === null || listPlace === null) throw new TypeError('places are missing')
      const page = [visit.host, Number(visit.relevant), Math.round(1000 * visit.score), visit.language, visit.distance]
      for (let i = start; i < end; i++) {
        const k = i - start
        const g = group[to[i]]
        const { anchorNames, anchorWords, urlNames, urlWords } = names
        const level = mixed([
          ...page,
          anchorScore[k],
          contextScore[k],
          anchorNames[k],
          anchorWords[k],
          urlNames[k],
          urlWords[k],
          tagPath[k],
          listPlace[k],
          ...words.hashes.subarray(words.starts[k], words.starts[k + 1]),
          country?.[g] ?? 0,
          host[g],
          domain?.[g] ?? 0,
          g,
          parent?.[g] ?? 0,
          ...Buffer.from(tldNames?.[tld?.[g] ?? 0] ?? ''),
        ])
        // the first word about a page stays
        out[k] = given[to[i]] = given[to[i]] || 1 + (level % 900)
      }
      control.bias(group[visit.page], mixed([...page, group[visit.page]]) % 200)
    },
  }
}

function mixed(values: readonly number[]): number {
  let hash = 0x811c9dc5
  for (const value of values) {
    hash = Math.imul(hash ^ value, 0x01000193)
    hash ^= hash >>> 13
  }
  return hash >>> 0
}
