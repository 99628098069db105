/** Whether a campaign renders pages, and with what. The browser itself starts with the first page that needs it. */
import type { Campaign } from '../campaign/index.js'
import {
  BROWSER_ADVICE,
  BROWSER_VARIABLE,
  BrowserRenderer,
  findBrowser,
  neededBrowser,
  noBrowser,
} from '../render/index.js'
import { SharedBrowser } from './shared-browser.js'
import { VERSION } from '../version.js'
import { formatUserAgent } from '../web/index.js'

export interface RenderingPlan {
  readonly when: 'never' | 'when-needed' | 'always'
  /** Of all pages that may be rendered, where they are rendered when needed. */
  readonly share: number
}

const DEFAULT_SHARE = 0.25

export function renderingOf({ render = 'when-needed' }: Pick<Campaign, 'render'>): RenderingPlan {
  return typeof render === 'string' ? { when: render, share: DEFAULT_SHARE } : render
}

/** Null: nothing is rendered. Throws E_BROWSER where all pages are to be rendered and there is no browser. */
export function openBrowser(
  campaign: Pick<Campaign, 'render' | 'contact'>,
  warn: (message: string) => void,
): SharedBrowser | null {
  const { when } = renderingOf(campaign)
  if (when === 'never') return null
  const browser = when === 'always' ? neededBrowser() : findBrowser()
  if (browser === null) {
    // who asked for one is told
    if (campaign.render !== undefined || (process.env[BROWSER_VARIABLE] ?? '') !== '')
      warn(`${noBrowser()}, so pages that need a browser are judged without one: ${BROWSER_ADVICE}`)
    return null
  }
  return new SharedBrowser(new BrowserRenderer({ browser, userAgent: formatUserAgent(VERSION, campaign.contact) }))
}
