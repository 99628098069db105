/** A comparison in words, for terminals. */
import { presentable } from '../markup.js'
import type { Comparison, GonePage } from './compare.js'
import type { SentenceChange } from './sentences.js'

/** Sentences of a page that are shown. */
const MOST_SENTENCES = 20
const SENTENCE_CHARACTERS = 300

export function whyGone({ status, location }: GonePage): string {
  if (status === null) return 'never asked for'
  if (status === 200) return 'still there, but not relevant any more'
  return location === '' ? `status ${status}` : `status ${status}, to ${presentable(location)}`
}

/** `+ URL` is new, `- URL` is gone, `~ URL` changed; its sentences follow. */
export function listChanges({ new: fresh, changed, gone }: Comparison): string[] {
  return [
    ...fresh.map(url => `+ ${presentable(url)}`),
    ...gone.map(page => `- ${presentable(page.url)} (${whyGone(page)})`),
    ...changed.flatMap(({ url, changes }) => [`~ ${presentable(url)}`, ...sentencesOfPage(changes)]),
  ]
}

function sentencesOfPage(changes: readonly SentenceChange[]): string[] {
  const all = changes.flatMap(({ removed, added }) => [
    ...removed.map(sentence => `    - ${presentable(sentence.slice(0, SENTENCE_CHARACTERS))}`),
    ...added.map(sentence => `    + ${presentable(sentence.slice(0, SENTENCE_CHARACTERS))}`),
  ])
  const rest = all.length - MOST_SENTENCES
  return rest > 0 ? [...all.slice(0, MOST_SENTENCES), `    … ${rest} more sentences`] : all
}

/** One line. */
export function countChanges({ counts }: Comparison): string {
  const { unvisited, sameText, failed } = counts
  const notAsked = unvisited === 0 ? '' : ` (${unvisited} never asked for)`
  const bytesOnly = sameText === 0 ? '' : ` (${sameText} with other bytes but the same text)`
  const unread = failed === 0 ? '' : `, ${failed} could not be read`
  return `${counts.new} new, ${counts.changed} changed, ${counts.gone} gone${notAsked}, ${counts.unchanged} unchanged${bytesOnly}${unread}`
}
