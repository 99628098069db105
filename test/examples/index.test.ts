import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadCampaign } from '../../src/campaign/index.js'
import { packageRoot } from '../package-root.js'
import { readSteps } from './story.js'

const folder = join(packageRoot, 'examples')
const stories = readdirSync(folder, { withFileTypes: true })
  // api/ has programs; test/project/api.test.ts runs them
  .filter(entry => entry.isDirectory() && entry.name !== 'api')
  .map(entry => entry.name)

test('every story has a page, a place in the list and a test that tells it', () => {
  const list = readFileSync(join(folder, 'README.md'), 'utf8')
  assert.equal(stories.length, 6)
  const tests = readdirSync(join(packageRoot, 'test/examples'))
  for (const story of stories) {
    assert.ok(list.includes(`](${story}/README.md)`), `${story} is not in examples/README.md`)
    const steps = readSteps(readFileSync(join(folder, story, 'README.md'), 'utf8'))
    assert.ok(
      steps.flatMap(({ commands }) => commands).some(command => command.startsWith('longtail ')),
      story,
    )
    const file = tests.find(name => name === `${story}.test.ts` || name === `${story}.long.test.ts`)
    assert.ok(file !== undefined, `${story} has no test`)
    const told = readFileSync(join(packageRoot, 'test/examples', file), 'utf8')
    assert.ok(told.includes(`tellStory('${story}', t)`), `${story} is not told`)
  }
})

test('without the lines that the pages say to delete, campaigns are still whole, and polite', () => {
  const campaigns = stories.flatMap(story =>
    readdirSync(join(folder, story))
      .filter(file => file.endsWith('.yaml') && readFileSync(join(folder, story, file), 'utf8').includes('contact:'))
      .map(file => join(folder, story, file)),
  )
  assert.equal(campaigns.length, 7)
  for (const path of campaigns) {
    const text = readFileSync(path, 'utf8')
    const { campaign } = loadCampaign(path)
    if (campaign.network.archive.length > 0) continue
    const [kept, deleted] = text.split('# For the live Web, delete everything below')
    assert.match(deleted, /127\.0\.0\.1:8800/, path)
    assert.doesNotMatch(kept, /politeness|network/, path)
  }
})

test('commands and what they print are read from a page, comments left out', () => {
  const page = '# A\n```sh\nlongtail x   # why\n\nlongtail y &\n```\nand\n```text\n1 page\n```\n```yaml\na: 1\n```\n'
  assert.deepEqual(readSteps(page), [{ commands: ['longtail x', 'longtail y &'], printed: ['1 page'] }])
})
