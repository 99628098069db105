/** Topic, language, site, type: links with counts to narrow down, and a way to remove each. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { Facets, Named, SearchFilters } from '../contracts.js'
import type { Portal, PortalRequest } from '../server/route.js'
import { formatNumber, languageName } from './format.js'
import { fill, type Messages } from './messages.js'
import { readableHost } from './page-list.js'
import { withQuery } from './paging.js'
import { nameOfSlug } from './topic-names.js'
import { isWorthNaming } from './shown-languages.js'

const NAMES = ['topic', 'language', 'site', 'type'] as const
type FilterName = (typeof NAMES)[number]

const MOST_VALUES = 8
const MAX_VALUE = 255

export function filtersOf(query: URLSearchParams): SearchFilters {
  const filters: { -readonly [Name in FilterName]?: string } = {}
  for (const name of NAMES) {
    const value = (query.get(name) ?? '').trim()
    if (value !== '' && value.length <= MAX_VALUE) filters[name] = value
  }
  return filters
}

export function hasFilters(filters: SearchFilters): boolean {
  return NAMES.some(name => filters[name] !== undefined)
}

export function chosenFilters(request: PortalRequest, portal: Portal, filters: SearchFilters): Markup {
  if (!hasFilters(filters)) return NOTHING
  const { search } = request.messages
  const links = NAMES.map(name => {
    const value = filters[name]
    if (value === undefined) return NOTHING
    const label = `${search[name]}: ${valueName(request, portal, name, value)}`
    return markup`<li><a href="${withQuery(request, { [name]: null, page: null })}" aria-label="${fill(search.removeFilter, { filter: label })}">${label} <span aria-hidden="true">×</span></a></li>`
  })
  return markup`<ul class="chips chosen">${links}</ul>`
}

/** On a narrow screen they stand below the results: a way there. */
export function linkToFilters(request: PortalRequest, portal: Portal, facets: Facets): Markup {
  if (groupsOf(request, portal, facets).length === 0) return NOTHING
  return markup`<a class="jump" href="#filters">${request.messages.search.filters}</a>`
}

export function drawFilters(request: PortalRequest, portal: Portal, facets: Facets): Markup {
  const { search } = request.messages
  const drawn = groupsOf(request, portal, facets).map(([name, values]) => drawGroup(request, portal, name, values))
  if (drawn.length === 0) return NOTHING
  return markup`<nav class="filters" id="filters" aria-label="${search.filters}"><h2>${search.filters}</h2>${drawn}</nav>`
}

/** A kind of filter with nothing to choose between is left out. */
function groupsOf({ query }: PortalRequest, { library }: Portal, facets: Facets): [FilterName, readonly Named[]][] {
  const groups: [FilterName, readonly Named[]][] = [
    ['topic', facets.topics],
    ['language', facets.languages.filter(({ value }) => isWorthNaming(library, value))],
    ['type', facets.types],
    ['site', facets.sites],
  ]
  return groups.filter(([name, values]) => values.length > 1 && !query.get(name))
}

function drawGroup(request: PortalRequest, portal: Portal, name: FilterName, values: readonly Named[]): Markup {
  const links = values
    .slice(0, MOST_VALUES)
    .map(
      ({ value, count }) =>
        markup`<li><a href="${withQuery(request, { [name]: value, page: null })}">${valueName(request, portal, name, value)} <span class="count">${formatNumber(request.language, count)}</span></a></li>`,
    )
  return markup`<h3>${request.messages.search[name]}</h3><ul>${links}</ul>\n`
}

function valueName(request: PortalRequest, portal: Portal, name: FilterName, value: string): string {
  if (name === 'topic') return nameOfSlug(portal, value)
  if (name === 'language') return languageName(request.language, value, request.messages.search.unknownLanguage)
  return name === 'type' ? typeName(request, value) : readableHost(value)
}

const TYPE_NAMES: Readonly<Record<string, keyof Messages['search']>> = {
  page: 'typePage',
  pdf: 'typePdf',
  document: 'typeDocument',
  image: 'typeImage',
  audio: 'typeAudio',
  video: 'typeVideo',
  other: 'typeOther',
}

export function typeName(request: PortalRequest, type: string): string {
  return Object.hasOwn(TYPE_NAMES, type) ? request.messages.search[TYPE_NAMES[type]] : type
}
