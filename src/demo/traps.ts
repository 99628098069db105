/**
 * What catches careless crawlers: a calendar whose months go on and on, and session ids that give every page new addresses.
 * Both end somewhere (the calendar of one server at its years, the ids after a few generations), so that a crawler that walks
 * in wastes time and comes out again.
 */
import type { DemoHost } from './model.js'
import { escape } from './render.js'
import { hash } from './random.js'

export const SESSION_PARAMETER = 'PHPSESSID'
const SESSION_GENERATIONS = 8
const MONTH_PATH = /^\/calendar\/(\d{4})\/(\d{2})\/$/
const YEARS = { bounded: [2003, 2006], disallowed: [1900, 2999], none: [1, 0] } as const

export const CALENDAR_ENTRANCE = '/calendar/2005/06/'

/** The months that a calendar page leads to; null when there is no such page. */
export function calendarLinks(host: DemoHost, path: string): string[] | null {
  const match = MONTH_PATH.exec(path)
  if (match === null) return null
  const year = Number(match[1])
  const month = Number(match[2])
  const [first, last] = YEARS[host.calendar]
  if (year < first || year > last || month < 1 || month > 12) return null
  const count = year * 12 + month - 1
  return [count - 1, count + 1, count - 12, count + 12]
    .map(each => [Math.floor(each / 12), (each % 12) + 1])
    .filter(([y]) => y >= first && y <= last)
    .map(([y, m]) => `/calendar/${y}/${String(m).padStart(2, '0')}/`)
}

export function renderCalendar(path: string, links: readonly string[]): string {
  const [, year, month] = MONTH_PATH.exec(path) ?? []
  const days = Array.from({ length: 28 }, (_, day) => `<td>${day + 1}</td>${day % 7 === 6 ? '</tr>\n<tr>' : ''}`)
  const anchors = links.map(link => `<a href="${escape(link)}">${link.slice(10, 17)}</a>`)
  return `<html><head><title>${year}-${month}</title></head><body>\n<p>${anchors.join(' ')}</p>\n<table border="1">\n<tr>${days.join('')}</tr>\n</table>\n</body></html>\n`
}

/** The id that links carry on a page that was itself asked for with `current` (null: without one). */
export function nextSession(host: DemoHost, current: string | null): string {
  let generation = 0
  if (current !== null) {
    for (let g = 0; g < SESSION_GENERATIONS - 1; g++) if (session(host, g) === current) generation = g + 1
  }
  return session(host, generation)
}

function session(host: DemoHost, generation: number): string {
  return ['a', 'b', 'c', 'd']
    .map(part => hash(`${host.name}/${generation}/${part}`).toString(16).padStart(8, '0'))
    .join('')
}

export function withSession(path: string, id: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${SESSION_PARAMETER}=${id}`
}

/** Path and id of an address; the id is null when there is none. */
export function splitSession(path: string): { path: string; id: string | null } {
  const match = new RegExp(`[?&]${SESSION_PARAMETER}=([0-9a-f]{1,64})$`).exec(path)
  return match === null ? { path, id: null } : { path: path.slice(0, match.index), id: match[1] }
}
