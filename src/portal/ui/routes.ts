/** Addresses of what readers see without an archived page: front page, search, topics, sites, help, style sheets. */
import { localPath } from '../server/local-path.js'
import { languageCookie } from '../server/cookies.js'
import { Refusal } from '../server/refusal.js'
import { jsonAnswer, seeOther, type Answer, type Portal, type PortalRequest, type Route } from '../server/route.js'
import { assets } from './assets.js'
import { isInterfaceLanguage } from './choose-language.js'
import { helpPage } from './help.js'
import { homePage } from './home.js'
import { resultsPage } from './results.js'
import { sitePage, sitesPage } from './sites.js'
import { nameOfSlug, slugIn } from './topic-names.js'
import { topicPage, topicsPage } from './topics.js'

const MOST_SUGGESTIONS = 8
const LONGEST_TYPED = 200

export const readingRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/', handle: homePage },
  { method: 'GET', pattern: '/search', handle: resultsPage },
  { method: 'GET', pattern: '/suggest', handle: suggestions },
  { method: 'GET', pattern: '/topics', handle: topicsPage },
  { method: 'GET', pattern: '/topics/:slug', handle: topicPage },
  { method: 'GET', pattern: '/sites', handle: sitesPage },
  { method: 'GET', pattern: '/sites/:host', handle: sitePage },
  { method: 'GET', pattern: '/help', handle: helpPage },
]

/** What every page needs, with a library or without. */
export const supportRoutes: readonly Route[] = [
  { method: 'GET', pattern: '/language', handle: setLanguage },
  { method: 'GET', pattern: '/assets/:file', handle: assetFile },
  { method: 'GET', pattern: '/favicon.ico', handle: () => assetNamed('favicon.svg') },
  { method: 'GET', pattern: '/robots.txt', handle: () => ({ status: 200, body: 'User-agent: *\nDisallow: /\n' }) },
]

async function suggestions(request: PortalRequest, portal: Portal): Promise<Answer> {
  const typed = (request.query.get('q') ?? '').toWellFormed().slice(0, LONGEST_TYPED)
  const found = typed.trim() === '' ? [] : await portal.searcher.suggest(typed, MOST_SUGGESTIONS)
  // topics have the names that the administrator gave them
  return jsonAnswer(
    found.map(one => (one.kind === 'topic' ? { ...one, text: nameOfSlug(portal, slugIn(one.url), one.text) } : one)),
  )
}

function setLanguage(request: PortalRequest): Answer {
  const language = request.query.get('ui')
  const back = localPath(request.query.get('back'))
  return seeOther(back, isInterfaceLanguage(language) ? [languageCookie(language)] : [])
}

function assetFile(request: PortalRequest): Answer {
  return assetNamed(request.params.file, request.query.get('v'))
}

/** Only names that were there at the start: no path leads anywhere else. */
function assetNamed(name: string, version: string | null = null): Answer {
  const asset = assets().get(name)
  if (asset === undefined) throw new Refusal('not found')
  const lasting = version === asset.version
  return {
    status: 200,
    headers: {
      'Content-Type': asset.type,
      // in proxy mode the page that says "not here" has another host's address
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: `"${asset.version}"`,
      'Cache-Control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    body: asset.bytes,
  }
}
