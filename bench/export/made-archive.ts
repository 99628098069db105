/**
 * An archive of as many pages as wanted, made from the 8,242 real ones of webkb: there are no 50,000 real ones in the development data.
 * They are gone through again and again, each time on other hosts, so that relative links stay links of the collection. In every page
 * two words of a hundred are replaced by words of other pages and one of three hundred is new, so that no page repeats another and the
 * vocabulary grows as it does on the Web. Seeded: the same number gives the same page.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { buildExchangeRecords, exchangeOf, readArchive } from '../../src/archive/index.js'
import type { Exchange } from '../../src/contracts.js'
import { seeded } from '../portal/made-pages.js'

const COMMON_WORDS = 50_000
/** Only letters of ASCII: what is between tags is changed without knowing its charset. */
const WORD = /[A-Za-z]{4,}/g
const BETWEEN_TAGS = />[^<>]{4,}</g

export async function makeArchive(data: string, path: string, count: number): Promise<void> {
  const real: Exchange[] = []
  for await (const record of readArchive(join(data, 'webkb.warc.gz'))) {
    const exchange = exchangeOf(record)
    // the block shares memory with its neighbours
    if (exchange?.ok === true && exchange.status === 200) real.push({ ...exchange, body: exchange.body.slice() })
  }
  const words = wordsOf(real)
  const file = openSync(path, 'w')
  try {
    for (let i = 0; i < count; i++) {
      const page = real[i % real.length]
      const turn = Math.floor(i / real.length)
      const url = page.url.replace(/^(\w+:\/\/)/, turn === 0 ? '$1' : `$1turn${turn}.`)
      const body = turn === 0 ? page.body : varied(page.body, words, seeded(i))
      writeSync(file, buildExchangeRecords({ ...page, url, body }, []).bytes)
    }
  } finally {
    closeSync(file)
  }
}

function wordsOf(pages: readonly Exchange[]): string[] {
  const words: string[] = []
  for (const { body } of pages) {
    words.push(...(Buffer.from(body).toString('latin1').slice(0, 2_000).match(WORD) ?? []))
    if (words.length > COMMON_WORDS) break
  }
  return words
}

function varied(body: Uint8Array, words: readonly string[], random: () => number): Buffer {
  const html = Buffer.from(body).toString('latin1')
  const replaced = html.replace(BETWEEN_TAGS, text =>
    text.replace(WORD, word => {
      const dice = random()
      if (dice < 0.02) return words[Math.floor(random() * words.length)]
      return dice < 0.0233 ? `${word.slice(0, 4)}${Math.floor(random() * 1e6).toString(36)}` : word
    }),
  )
  return Buffer.from(replaced, 'latin1')
}
