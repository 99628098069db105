import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tellStory } from './story.js'

test(
  'strategies are compared on a first look, and the one that is chosen finds more',
  { timeout: 180_000 },
  async t => {
    const story = await tellStory('comparing-strategies', t)
    const onSeen = relevantBy(story.printedBy('longtail simulate seen.ltg'))
    assert.ok(onSeen.longtail > onSeen['breadth-first'], JSON.stringify(onSeen))
    assert.ok(onSeen.perfect >= Math.max(...Object.values(onSeen)), JSON.stringify(onSeen))
    // the same graph and the same code each time
    const onMade = relevantBy(story.printedBy('longtail simulate made.ltg'))
    assert.ok(onMade.longtail > Math.max(onMade.lswc, onMade['server-conservative']), JSON.stringify(onMade))
    assert.match(readFileSync(join(story.directory, 'study-made/report.html'), 'utf8'), /<svg/)

    const first = found(story.printedBy('longtail crawl first-look.yaml --out first-look'))
    const chosen = found(story.printedBy('longtail crawl chosen.yaml'))
    const goneOn = found(story.printedBy('longtail crawl first-look.yaml --out first-look --strategy'))
    assert.ok(chosen.relevant / chosen.pages > 2 * (first.relevant / first.pages), JSON.stringify({ first, chosen }))
    assert.equal(goneOn.pages, 550)
    assert.ok(goneOn.relevant - first.relevant > 80, `${goneOn.relevant} after ${first.relevant}`)
  },
)

/** Of the table that `simulate` prints. */
function relevantBy(table: string): Record<string, number> {
  const rows = [...table.matchAll(/^([a-z][\w-]*) +[\d,]+ +([\d,]+) /gm)]
  return Object.fromEntries(rows.map(([, name, relevant]) => [name, Number(relevant.replaceAll(',', ''))]))
}

function found(printed: string): { pages: number; relevant: number } {
  const [, pages, relevant] = /stopped: .* pages was reached\. (\d+) pages, (\d+) relevant/.exec(printed) ?? []
  return { pages: Number(pages), relevant: Number(relevant) }
}
