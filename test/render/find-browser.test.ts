import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findBrowser, noBrowser } from '../../src/render/index.js'
import { browserFlags } from '../../src/render/launch.js'
import { scratch } from '../archive/samples.js'

test('a browser is found in the PATH, in the order of the names', t => {
  const directory = scratch(t)
  for (const name of ['google-chrome', 'chromium', 'chromium-headless-shell']) {
    writeFileSync(join(directory, name), '#!/bin/sh\n')
    chmodSync(join(directory, name), 0o755)
    assert.equal(findBrowser({ PATH: `/nowhere:${directory}` }), join(directory, name))
  }
})

test('CHROME_PATH names one, and a name that is no program is none', t => {
  const directory = scratch(t)
  const path = join(directory, 'mine')
  writeFileSync(path, '#!/bin/sh\n')
  assert.equal(findBrowser({ CHROME_PATH: path, PATH: '/usr/bin' }), null)
  chmodSync(path, 0o755)
  assert.equal(findBrowser({ CHROME_PATH: path, PATH: '' }), path)
  assert.equal(findBrowser({ CHROME_PATH: directory, PATH: '' }), null)
  // a directory of this name in the PATH is none, either
  mkdirSync(join(directory, 'chromium'))
  assert.equal(findBrowser({ PATH: directory }), null)
  assert.equal(noBrowser({ PATH: '' }), 'no browser was found')
  assert.match(noBrowser({ CHROME_PATH: '/nowhere/chrome' }), /^CHROME_PATH names \/nowhere\/chrome, which cannot/)
})

test('the sandbox is left out for root alone', () => {
  assert.ok(!browserFlags('/tmp/p', false).includes('--no-sandbox'))
  assert.ok(browserFlags('/tmp/p', true).includes('--no-sandbox'))
})
