/** A breadth-first strategy that asks for everything and writes down all it is told, for tests. */
import type { Strategy, StrategyModel } from '../../src/contracts.js'

export interface Recording {
  readonly strategy: Strategy
  /** What it was told about pages and links, one text per call. */
  readonly calls: string[]
}

export function recordingStrategy(model?: StrategyModel): Recording {
  const calls: string[] = []
  let relevant = 0
  let pages = 0
  const start = model?.seen?.[0] ?? 0
  const strategy: Strategy = {
    name: 'recording',
    levels: 1024,
    groupBy: 'directory',
    reorders: 'never',
    needs: ['host'],
    wants: [
      'tld',
      'domain',
      'anchorInTarget',
      'words',
      'duplicate',
      'charset',
      'link-score',
      'names',
      'country',
      'tagPath',
    ],
    reserve() {},
    seed: () => 1,
    score(visit, links, out) {
      pages++
      if (visit.relevant) relevant++
      const { features, group, to, end } = links
      const { anchorInTarget, tld, domain, host, words, anchorScore, contextScore, names, country, tagPath } = features
      const rows = []
      for (let i = 0; i < end; i++) {
        const own = words?.hashes.subarray(words.starts[i], words.starts[i + 1]) ?? []
        const g = group[to[i]]
        rows.push({
          ids: [to[i], g, host?.[g], tld?.[g], domain?.[g], anchorInTarget?.[i]],
          words: [...own],
          scores: [anchorScore?.[i], contextScore?.[i]],
          names: [names?.anchorNames[i], names?.anchorWords[i], names?.urlNames[i], names?.urlWords[i]],
          country: country?.[g],
          path: tagPath?.[i],
        })
        out[i] = 1
      }
      calls.push(JSON.stringify({ ...visit, ownCountry: country?.[group[visit.page]], rows }))
    },
    lost: page => calls.push(`lost ${page}`),
    hop: (from, to) => calls.push(`hop ${from} ${to}`),
    estimate: () => ({ found: relevant, remaining: relevant, low: relevant / 2, high: 3 * relevant }),
    explain: host => `host ${host}\twith a tab,\nand ${pages} pages in all`,
    model: () => ({ seen: [start + pages, start + relevant], 'more.numbers': [0.1, -1e-7] }),
  }
  return { strategy, calls }
}
