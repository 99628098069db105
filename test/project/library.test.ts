/** What index.ts promises: whatever a command does, a program can do by calling a function. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Command } from 'commander'
import { addCommands, pathOf } from '../../src/cli/commands/index.js'
import * as library from '../../src/index.js'
import { packageRoot } from '../package-root.js'

/** By command, the functions that do its work. */
const FUNCTIONS: Readonly<Record<string, readonly (keyof typeof library)[]>> = {
  demo: ['buildDemoWeb', 'serveDemoWeb', 'runCrawl', 'buildPortal', 'startPortal'],
  init: ['writeCampaignTemplate'],
  crawl: ['loadCampaign', 'runCrawl', 'runSyllabus', 'coordinateCrawl'],
  worker: ['runWorker'],
  'fetch-store': ['openStore', 'fetchStore'],
  status: ['readStatus', 'readLog'],
  log: ['readLogLines'],
  report: ['readCrawl', 'writeCrawlReport'],
  diff: ['compareCollections'],
  judge: ['judgePages'],
  simulate: ['readGraph', 'runStudy', 'writeReport'],
  dashboard: ['startDashboard'],
  study: ['generateGraph', 'runStudy', 'writeReport'],
  'portal build': ['buildPortal'],
  'portal serve': ['startPortal'],
  // a program has its own way to begin; this is what the file starts
  'portal install': ['startPortal'],
  'portal key': ['signingKey'],
  'portal trust': ['trustKey'],
  'portal pack': ['packPortal'],
  'portal apply': ['applyUpdate'],
  'portal states': ['portalStates'],
  'portal readings': ['readReadings'],
  'portal wishes': ['packWishes', 'readWishes'],
  'export wacz': ['exportWacz'],
  'export zim': ['exportZim'],
  'export corpus': ['exportCorpus'],
  'blacklist merge': ['parseBlacklist', 'mergeBlacklists', 'formatBlacklist'],
  'train topic': ['trainTopic', 'runSyllabus'],
  languages: ['listTargets', 'measureTarget'],
  seeds: ['findSeeds'],
  'train language': ['trainLanguage', 'learnOnLanguage'],
  'train nation': ['trainNation', 'writeDictionary'],
  'train links': ['trainLinks'],
  'train segments': ['openVisits', 'trainSegments'],
  'train counts': ['trainCounts'],
  'graph generate': ['generateGraph', 'writeGraph'],
  'graph import': ['importGraph', 'writeGraph'],
  'graph stats': ['readGraph', 'chooseSeeds', 'measureGraph'],
}

test('every command of the command line is a function of the library', async () => {
  const { commands } = await addCommands(new Command('longtail'))
  const all = commands
    .flatMap(top => (top.commands.length === 0 ? [top] : top.commands))
    .map(one => pathOf(one).slice(1).join(' '))
  // about the command line itself
  const about = ['strategies', 'doctor', 'completion', 'man']
  assert.deepEqual(all.filter(name => !about.includes(name)).sort(), Object.keys(FUNCTIONS).sort())
  for (const [command, names] of Object.entries(FUNCTIONS)) {
    for (const name of names) assert.equal(typeof library[name], 'function', `${command}: ${name}`)
  }
})

test('what is loaded at the first call can be loaded', async () => {
  const source = readFileSync(join(packageRoot, 'src/index.ts'), 'utf8')
  const parts = [...source.matchAll(/import\('(.+?)'\)\)\.(\w+)/g)]
  assert.ok(parts.length > 20)
  for (const [, path, name] of parts) {
    const part: unknown = await import(`../../src/${path}`)
    assert.ok(typeof part === 'object' && part !== null)
    assert.equal(typeof Reflect.get(part, name), 'function', `${path} ${name}`)
  }
})

test('importing the library loads neither the crawler, nor the judges, nor the portal', () => {
  const source = join(packageRoot, 'dist/src')
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) .*?from '(\.[^']+)'/gm))
      visit(join(file, '..', target))
  }
  visit(join(source, 'index.js'))
  const folders = new Set([...seen].map(file => file.slice(source.length + 1).split('/')[0]))
  for (const folder of ['crawl', 'judge', 'portal', 'graph', 'simulate', 'export', 'train', 'archive', 'web'])
    assert.ok(!folders.has(folder), `src/${folder} is loaded`)
})
