/**
 * Signs of pages nobody can use, on home pages of cc-dev that were looked at one by one (cc-dev-signs.json), and on pages that must have none:
 * universities (webkb) and an encyclopaedia (wikischools-dev). Few of these pages need scripts and none has a wall, so for those two only
 * false alarms are measured here. LONGTAIL_DISAGREEMENTS=1 lists every page on which sign and label differ.
 */
import { join } from 'node:path'
import { exchangeOf } from '../../src/archive/exchange-of.js'
import { readWarc } from '../../src/archive/warc-reader.js'
import type { PageSign } from '../../src/contracts.js'
import { analyse } from '../../src/page/analyse.js'
import { hostOf } from '../../src/page/url/parts.js'
import { countsOf, precision, recall, type Measurement } from './measure.js'

/** Hosts without www. */
export interface SignLabels {
  readonly shops: readonly string[]
  readonly unclear: readonly string[]
  readonly others: readonly string[]
  readonly needsScript: readonly string[]
  readonly needsScriptUnclear: readonly string[]
}

interface SignedPage {
  readonly host: string
  readonly signs: readonly PageSign[]
}

export async function evaluateSigns(data: string, labels: SignLabels): Promise<Measurement[]> {
  const homes = await readSigns(join(data, 'cc-dev.warc.gz'))
  const webkb = await readSigns(join(data, 'webkb.warc.gz'))
  const wikischools = await readSigns(join(data, 'wikischools-dev.warc.gz'))
  return [
    ...shops(homes, labels),
    ...falseAlarms('cc-dev', homes, 'paywall', []),
    ...falseAlarms('cc-dev', homes, 'needs-script', [...labels.needsScript, ...labels.needsScriptUnclear]),
    clean('webkb', webkb),
    clean('wikischools', wikischools),
  ]
}

async function readSigns(path: string): Promise<SignedPage[]> {
  const pages: SignedPage[] = []
  for await (const record of readWarc(path)) {
    const exchange = exchangeOf(record)
    if (exchange === null || exchange.body.length === 0) continue
    pages.push({ host: hostOf(exchange.url), signs: analyse(exchange).signs })
  }
  return pages
}

function shops(pages: readonly SignedPage[], labels: SignLabels): Measurement[] {
  const known = new Set(labels.shops)
  const unclear = new Set(labels.unclear)
  const looked = new Set([...labels.shops, ...labels.others])
  const isFlagged = ({ signs }: SignedPage): boolean => signs.some(({ kind }) => kind === 'shop')
  const isShop = ({ host }: SignedPage): boolean => known.has(host)
  // whoever was not looked at has a title that is not a shop's: a flag on it is false until somebody looks
  const judged = pages.filter(page => looked.has(page.host) || (isFlagged(page) && !unclear.has(page.host)))
  if (process.env.LONGTAIL_DISAGREEMENTS !== undefined)
    for (const page of judged)
      if (isFlagged(page) !== isShop(page))
        console.log(`${page.host}: ${isShop(page) ? 'a shop' : 'no shop'}; ${JSON.stringify(page.signs)}`)
  const measure = (name: string, some: readonly SignedPage[]): Measurement[] => {
    const counts = countsOf(some, isShop, isFlagged)
    const detail = `${counts.truePositive} right, ${counts.falsePositive} wrong, ${counts.falseNegative} missed of ${some.length} pages`
    return [
      { id: `signs.shop.${name}precision`, value: precision(counts), detail },
      { id: `signs.shop.${name}recall`, value: recall(counts), detail },
    ]
  }
  // the misses of both halves were looked at while phrases and points were chosen: neither is held out
  return [
    ...measure('', judged),
    ...measure(
      'a-l.',
      judged.filter(({ host }) => host < 'm'),
    ),
    ...measure(
      'm-z.',
      judged.filter(({ host }) => host >= 'm'),
    ),
  ]
}

function falseAlarms(
  data: string,
  pages: readonly SignedPage[],
  kind: PageSign['kind'],
  but: readonly string[],
): Measurement[] {
  const flagged = pages.filter(({ host, signs }) => !but.includes(host) && signs.some(sign => sign.kind === kind))
  return [
    {
      id: `signs.${kind}.${data}.clean`,
      value: 1 - flagged.length / pages.length,
      detail: `${flagged.length} of ${pages.length} pages flagged wrongly: ${flagged.map(({ host }) => host).join(' ')}`,
    },
  ]
}

function clean(data: string, pages: readonly SignedPage[]): Measurement {
  const flagged = pages.filter(({ signs }) => signs.length > 0)
  return {
    id: `signs.${data}.clean`,
    value: 1 - flagged.length / pages.length,
    detail: `${flagged.length} of ${pages.length} pages have a sign: ${flagged
      .slice(0, 5)
      .map(({ host, signs }) => `${host} (${signs.map(({ kind }) => kind).join(' ')})`)
      .join(', ')}`,
  }
}
