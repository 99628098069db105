/** The portfolio's arithmetic on webs that take no time, from opening them to the report. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { choices } from '../../bench/portfolio/choose.js'
import { fitLine } from '../../bench/portfolio/fit-line.js'
import { fitRange, endsOf, type RangeCase } from '../../bench/portfolio/fit-range.js'
import { rangeChoice } from '../../bench/portfolio/range-choice.js'
import { differenceChart } from '../../bench/portfolio/figure.js'
import { generatedFamilies } from '../../bench/portfolio/generated-webs.js'
import { measureWebs } from '../../bench/portfolio/measure-webs.js'
import { outlookReportOf, reportOf } from '../../bench/portfolio/report.js'
import type { WebResults } from '../../bench/portfolio/results.js'
import { STEPS, type Measured } from '../../bench/strategies/measure.js'
import { openResultsCache } from '../../bench/strategies/results-cache.js'

test('two small webs of two families are measured, reported, and not run again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-portfolio-'))
  try {
    const families = generatedFamilies({ scale: 0.0005, firstSeed: 0, data: '' })
      .filter(({ name }) => name === 'thai-2004' || name === 'noise')
      .map(family => ({ ...family, webs: family.webs.slice(0, 1) }))
    const progress: string[] = []
    const measured = (): Promise<WebResults[]> =>
      measureWebs(families, {
        theirs: ['breadth-first', 'hard-focused', 'perfect'],
        ours: ['longtail'],
        runsFamilyOnes: true,
        named: 'seed 1',
        workers: 1,
        cache: openResultsCache(directory, 'test'),
        again: new Set(),
        onProgress: (_, text) => progress.push(text),
      })
    const all = await measured()
    assert.equal(progress.length, 2 * (1 + 4))
    const again = await measured()
    assert.equal(progress.length, 2 * (1 + 4) + 2, 'only the webs are opened again')
    assert.deepEqual(again, all)
    const report = reportOf(all, ['longtail']).join('\n')
    assert.match(report, /^2 webs in 2 families/)
    const area = (100 * (all[0].runs.get('longtail')?.area ?? NaN)).toFixed(2)
    assert.ok(
      report.includes(`| thai-2004: thai-2004, seed 1 | ${all[0].pagesInReach} | ${all[0].wantedInReach} | ${area} |`),
    )
    assert.doesNotMatch(report, /best other.*`perfect`/)
    assert.equal(differenceChart(all, 'longtail').series.length, 2)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('a range that does not hold the truth, one that is unknown and an early end are told', () => {
  const range = { estimated: 0.9, low: 0.8, high: 1 }
  const estimates = [
    { coverage: 0.25, truth: 0.25, range },
    { coverage: 0.5, truth: 0.5, range: null },
    { coverage: 0.8, truth: 0.8, range },
    { coverage: 0.95, truth: 0.95, range },
  ]
  const ours = { ...run('longtail', 0.8), relevant: 96, estimates, atEnd: { coverage: 1, truth: 0.96, range } }
  const all = [web('a', [ours, run('lswc:s=1,t=1', 0.81)])]
  const report = [...reportOf(all, ['longtail']), ...outlookReportOf(all, ['longtail'])].join('\n')
  assert.deepEqual(outlookReportOf([web('a', [ours])], ['longtail']), outlookReportOf(all, ['longtail']))
  assert.doesNotMatch(reportOf([web('a', [ours])], ['longtail']).join('\n'), /best other/)
  assert.match(report, /\| a \| 4 \| 67 \| 20 \| 25 \|/)
  assert.match(report, /\| a \| 1 \| 0 \| 1 of 1 \| 96\.0 \|/)
  assert.match(report, /at 25: 90 \(80–100\) \| 96\.0 % after 100 \| 90 \(80–100\)/)
  assert.match(report, /\| a \| 1 \| 0 \(0 %\) \| -1\.00 \| -1\.2 %/)
})

test('a crawl that stops where downloads no longer pay is compared with the best end that its order has', () => {
  // 10 wanted pages: five of the first five, then one in 30
  const pagesAt = Array.from({ length: STEPS + 1 }, (_, i) => {
    const found = Math.ceil((i * 10) / STEPS)
    return found <= 5 ? found : 5 + 30 * (found - 5)
  })
  const whole = { ...run('longtail', 0.8), relevantInReach: 10, relevant: 10, pages: 155, pagesAt }
  const harvest = { ...whole, spec: 'longtail:mode=harvest', relevant: 6, pages: 35 }
  // the best end is 20 · 5 - 5 = 95; this one has 20 · 6 - 35 = 85
  const report = outlookReportOf([web('a', [whole, harvest])], ['longtail', 'longtail:mode=harvest']).join('\n')
  assert.match(report, /\| a \| 1 \| 89 \| 89 \| 60\.0 \|/)
})

test('a family is given what is best on the others', () => {
  const areas: Record<string, [low: number, high: number]> = { a: [0.9, 0.5], b: [0.5, 0.9] }
  const all = Object.entries(areas).map(([family, [low, high]]) =>
    web(family, [run('longtail:worth=1', low), run('longtail:worth=2', high), run('best-first', 0.8)]),
  )
  assert.deepEqual(
    choices(all, ['longtail:worth=1', 'longtail:worth=2']).map(({ family, spec }) => [family, spec]),
    [
      ['a', 'longtail:worth=2'],
      ['b', 'longtail:worth=1'],
    ],
  )
})

/** Crawls on which `remaining` is `times` what waits in the queue, a little more or less. */
function crawls(family: string, times: number): RangeCase[] {
  return Array.from({ length: 24 }, (_, i) => {
    const worth = -0.5 - (i % 8) / 4
    const remaining = times * Math.exp(worth + 0.3 * Math.sin(i))
    const signs = {
      ...{ found: 1000, finds: 1000, asked: 5000, queue: 5e5, young: 0, worth, answers: 0, outcomes: 0, judge: 0 },
      ...{ burst: 0, fading: 0, missed: 0 },
    }
    return { family, coverage: [0.25, 0.5, 0.8, 0.95][i % 4], truth: 1 / (1 + remaining), signs }
  })
}

test('a range fitted on crawls of one kind is narrow and true there, and is reported on a family that it has not seen', () => {
  const usual = crawls('usual', 1)
  const constants = fitRange(usual)
  const ends = usual.map(one => endsOf(one, constants))
  const held = usual.filter(({ truth }, i) => ends[i][0] <= truth && truth <= ends[i][1]).length
  assert.ok(held >= 0.85 * usual.length)
  assert.ok(ends.every(([low, high]) => high - low < 0.3))
  const strange = crawls('strange', 8)
  const withSigns = (cases: readonly RangeCase[]): WebResults => {
    const signs = cases.map(one => ({ ...one, signs: { ...one.signs } }))
    return web(cases[0].family, [{ ...run('longtail', 0.8), signs }])
  }
  const [table, fitted] = rangeChoice(
    [withSigns(usual), withSigns(crawls('like it', 1)), withSigns(strange)],
    'longtail',
  )
  const rows = new Map(table.split('\n').map(line => [line.split(' | ')[0].slice(2), line.split(' | ')]))
  assert.equal(rows.get('strange')?.[1], '24')
  assert.ok(Number(rows.get('strange')?.[2]) < 50, 'nothing it was fitted on is like this')
  assert.match(fitted, /^Fitted on all families: A .*, B .*; above: line .*; below: line /)
})

test('the search for a range begins at the line of the cases, not at constants that have seen other families', () => {
  const line = { A: -0.3, B: 0.8, D: 0.2, E: 1.1, F: 0.6, G: 0.5 }
  const cases = crawls('usual', 1).map((one, i) => {
    const signs = { ...one.signs, young: (i % 5) / 5, answers: Math.cos(i), fading: -(i % 7) / 5 }
    const { worth, young, answers, fading } = signs
    const logarithm =
      line.A + worth * (line.B + line.D * young) + line.E * young + (line.F * answers) / 2 + line.G * fading
    return { ...one, truth: 1 / (1 + Math.exp(logarithm)), signs }
  })
  const fitted = fitLine(
    cases,
    cases.map(() => 1),
  )
  for (const name of ['A', 'B', 'D', 'E', 'F', 'G'] as const) {
    assert.ok(Math.abs(fitted[name] - line[name]) < 0.05, `${name} ${fitted[name]}`)
  }
})

function web(family: string, runs: readonly Measured[]): WebResults {
  const byStrategy = new Map(runs.map(one => [one.spec, one]))
  return { family, web: 'w', pagesInReach: 1000, wantedInReach: 100, runs: byStrategy }
}

function run(spec: string, area: number): Measured {
  const pagesAt = Array.from({ length: STEPS + 1 }, (_, i) => i / 20)
  const made = {
    pages: 100,
    relevant: 100,
    relevantInReach: 100,
    pagesInReach: 1000,
    servers: 1,
    cpuSeconds: 0,
    graph: 'made up',
  }
  return { ...made, spec, area, pagesAt, estimates: [], atEnd: null, signs: [] }
}
