import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { after, test } from 'node:test'
import { askAboutDoubts } from '../../src/cli/ask-about-doubts.js'
import { addAnswers, readAnswers, readDoubts, writeDoubts, type Doubt } from '../../src/collection/doubts.js'
import { LongtailError } from '../../src/errors.js'
import { temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('doubts')
after(() => rmSync(directory, { recursive: true, force: true }))

const doubts: Doubt[] = ['one', 'two', 'three', 'four'].map(text => ({
  language: 'min',
  taken: 'ind',
  url: `http://${text}.example/`,
  text,
}))

test('a file of doubts whose answers were filled in is a file of answers', () => {
  const file = join(directory, 'doubts.jsonl')
  writeDoubts(file, doubts)
  assert.deepEqual(readDoubts(file), doubts)
  assert.deepEqual(readAnswers(file), [])
  const said = ['y', 'NO', '', 'yes']
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  writeFileSync(file, lines.map((line, i) => line.replace('"answer":""', `"answer":"${said[i]}"`)).join('\n'))
  const answers = readAnswers(file).map(({ text, isOwn }) => [text, isOwn])
  assert.deepEqual(answers, [['one', true], ['two', false], ['four', true]]) // prettier-ignore
  writeFileSync(file, lines[0].replace('"answer":""', '"answer":"maybe"'))
  assert.throws(() => readAnswers(file), (error: unknown) => error instanceof LongtailError && /maybe/.test(error.message)) // prettier-ignore
})

test('answers are added to those that are there, and the last one to a paragraph counts', () => {
  const file = join(directory, 'answers.jsonl')
  addAnswers(file, [{ ...doubts[0], isOwn: true }])
  addAnswers(file, [
    { ...doubts[0], isOwn: false },
    { ...doubts[1], isOwn: true },
  ])
  assert.deepEqual(
    readAnswers(file).map(({ isOwn }) => isOwn),
    [false, true],
  )
})

test('on a terminal paragraphs are asked about one by one; a slip is asked again, and q ends it', async () => {
  const output = new PassThrough()
  const { signal } = new AbortController()
  const input = Readable.from(['y\n', 'what?\n', 'n\n', 's\n', 'q\n', 'y\n'])
  const evil = { ...doubts[1], text: 'two \u001b[2J' }
  const answers = await askAboutDoubts([doubts[0], evil, ...doubts.slice(2)], 'Padang', { input, output, signal })
  assert.deepEqual(
    answers.map(({ text, isOwn }) => [text, isOwn]),
    [
      ['one', true],
      [evil.text, false],
    ],
  )
  const shown = String(output.read())
  assert.doesNotMatch(shown, /\u001b/)
  assert.equal(shown.match(/2 of 4/g)?.length, 2)
})

test('the end of the input leaves the rest in doubt', async () => {
  const input = Readable.from(['y\n'])
  const { signal } = new AbortController()
  const answers = await askAboutDoubts(doubts, 'Padang', { input, output: new PassThrough(), signal })
  assert.equal(answers.length, 1)
})
