/** Of the texts of a page's links, those of some links: a page that was asked for again tells of its new links only. */
import type { AgainEntry } from '../collection/log/round-entry.js'
import { parseJson } from '../json.js'
import type { LinkTextsJson } from './journal.js'
import { pickedRows } from './parcel.js'

type LinkTexts = Pick<AgainEntry, 'anchors' | 'around' | 'scores' | 'names' | 'places'>

/** `rows`: of the links that are told. */
export function textsOfRows({ anchors, around, judged, places }: LinkTextsJson, rows: readonly number[]): LinkTexts {
  if (rows.length === 0) return {}
  const contexts = textsIn(around)
  return {
    anchors: picked(textsIn(anchors), rows),
    ...(contexts.length === 0 ? {} : { around: picked(contexts, rows) }),
    ...pickedRows('scores', judged.scores, rows),
    ...pickedRows('names', judged.names, rows),
    ...pickedRows('places', places, rows),
  }
}

function picked(texts: readonly string[], rows: readonly number[]): string[] {
  return rows.map(row => texts[row] ?? '')
}

function textsIn(json: string): readonly string[] {
  const value = json === '' ? [] : parseJson(json)
  return !Array.isArray(value) ? [] : value.filter((text): text is string => typeof text === 'string')
}
