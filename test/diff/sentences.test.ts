import assert from 'node:assert/strict'
import { test } from 'node:test'
import { random } from '../../src/demo/random.js'
import { changedSentences, sentencesOf } from '../../src/diff/sentences.js'

test('a line is a sentence at least, and a sentence ends with its full stop', () => {
  assert.deepEqual(sentencesOf('Rivers\nIt rains. The Nile  rises!\n\n'), ['Rivers', 'It rains.', 'The Nile rises!'])
})

test('what was put in, taken out and changed is found place by place', () => {
  const before = 'One. Two. Three. Four.'
  assert.deepEqual(changedSentences(before, before), [])
  assert.deepEqual(changedSentences(before, 'One. Three. Six. Five.'), [
    { removed: ['Two.'], added: [] },
    { removed: ['Four.'], added: ['Six.', 'Five.'] },
  ])
  assert.deepEqual(changedSentences('', 'One.'), [{ removed: [], added: ['One.'] }])
})

test('with what was removed taken out and what was added put in, both texts have the same sentences', () => {
  const { below } = random(5, 'sentences')
  const text = (length: number): string => Array.from({ length }, () => `Number ${below(9)} is here.`).join(' ')
  const sorted = (sentences: readonly string[]): string[] => [...sentences].sort()
  for (let round = 0; round < 300; round++) {
    const [before, after] = [text(below(12)), text(below(12))]
    const changes = changedSentences(before, after)
    const removed = changes.flatMap(change => change.removed)
    const added = changes.flatMap(change => change.added)
    assert.deepEqual(sorted([...sentencesOf(before), ...added]), sorted([...sentencesOf(after), ...removed]))
    assert.equal(changes.length === 0, before === after)
  }
})

test('texts too long to compare in order are compared by count', () => {
  const long = (word: string): string => Array.from({ length: 2100 }, (_, i) => `${word} ${i} here.`).join(' ')
  const [{ removed, added }] = changedSentences(
    `${long('Old')} Same.  ${long('Left')}`,
    `${long('New')} Same. ${long('Right')}`,
  )
  assert.equal(removed.length, 4200)
  assert.equal(added.length, 4200)
})
