/** A comparison as one HTML file: what is new, what is gone, and the changed sentences of each page. */
import { markup, NOTHING, presentable, type Markup } from '../markup.js'
import { drawPage, type Section } from '../report/page/shell.js'
import type { ChangedPage, Comparison, GonePage } from './compare.js'
import { LONGEST_SENTENCE } from './sentences.js'
import { whyGone } from './words.js'

export interface ComparedNames {
  readonly before: string
  readonly after: string
}

export function drawComparison(comparison: Comparison, { before, after }: ComparedNames, madeBy: string): string {
  const { counts } = comparison
  const sections: Section[] = [
    section('changed', 'Changed', counts.changed, comparison.changed, drawChanged),
    section('new', 'New', counts.new, comparison.new, drawAddress),
    section('gone', 'Gone', counts.gone, comparison.gone, drawGone),
  ]
  return drawPage({
    title: 'What changed',
    subtitle: `from ${before} to ${after}: ${counts.new} new, ${counts.changed} changed, ${counts.gone} gone, ${counts.unchanged} unchanged`,
    sections,
    footer: markup`Made by ${madeBy}. Pages count as changed when their text changed.`,
  })
}

function section<Item>(
  id: string,
  title: string,
  count: number,
  items: readonly Item[],
  draw: (item: Item) => Markup,
): Section {
  const rest = count > items.length ? markup`<p>${count - items.length} more are not listed.</p>` : NOTHING
  const list =
    items.length === 0 ? markup`<p>None.</p>` : markup`<ul>${items.map(item => markup`<li>${draw(item)}</li>\n`)}</ul>`
  return { id, title: `${title} (${count})`, content: markup`${list}${rest}` }
}

function drawAddress(url: string): Markup {
  // what a crawl has seen may be anything; addresses that do not begin like this are shown and not linked
  if (!/^https?:\/\//.test(url)) return markup`${presentable(url)}`
  return markup`<a href="${url}" rel="noreferrer">${presentable(url)}</a>`
}

function drawGone(page: GonePage): Markup {
  return markup`${drawAddress(page.url)} <span class="muted">${whyGone(page)}</span>`
}

function drawChanged({ url, title, changes }: ChangedPage): Markup {
  const drawn = changes.map(({ removed, added }) => {
    const before = removed.map(sentence => markup`<del>${shown(sentence)}</del> `)
    const after = added.map(sentence => markup`<ins>${shown(sentence)}</ins> `)
    return markup`<p>${before}${after}</p>`
  })
  const name = title === '' ? NOTHING : markup`<b>${presentable(title)}</b> `
  return markup`<details open><summary>${name}${drawAddress(url)}</summary>${drawn}</details>`
}

function shown(sentence: string): string {
  return presentable(sentence.slice(0, LONGEST_SENTENCE))
}
