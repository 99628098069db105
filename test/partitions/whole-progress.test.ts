import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusIn, type Status } from '../../src/collection/status.js'
import { WholeProgress } from '../../src/partitions/live/whole-progress.js'

/** What a worker reports. Like a partition of a few hundred pages, it takes its share of all pages for that of the last ones. */
function worker(pages: number, relevant: number): Status {
  const harvest = relevant / pages
  const status = statusIn({ at: '2026-01-02T03:04:05.000Z', pages, relevant, harvest, recentHarvest: harvest })
  assert.ok(status !== null)
  return status
}

test('a worker that leaves does not make the crawl smaller: its partitions are counted when others have them', () => {
  const progress = new WholeProgress()
  assert.equal(progress.see([]), null, 'nobody has reported')
  assert.equal(progress.see([worker(900, 90), worker(1100, 110)])?.pages, 2000)
  assert.equal(progress.see([worker(1110, 111)]), null)
  assert.equal(progress.see([worker(2010, 150)]), null)
  assert.equal(progress.see([worker(2020, 202)])?.pages, 2020)
  assert.equal(progress.end([worker(1000, 100), worker(1020, 102)]).pages, 2020)
})

test('the harvest of the last thousand pages is that of the whole crawl', () => {
  const progress = new WholeProgress()
  assert.equal(progress.see([worker(400, 320), worker(200, 160)])?.recentHarvest, 0.8)
  // 900 pages further a thousand are not known yet
  assert.equal(progress.see([worker(1000, 365), worker(500, 160)])?.recentHarvest, 525 / 1500)
  assert.equal(progress.see([worker(1300, 370), worker(500, 160)])?.recentHarvest, 50 / 1200)
  assert.equal(progress.see([worker(2000, 370), worker(500, 161)])?.recentHarvest, 6 / 1000)
  assert.equal(progress.end([worker(2500, 531)]).recentHarvest, 6 / 1000)
})
