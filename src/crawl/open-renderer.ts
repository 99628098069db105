/** Whether a campaign renders pages, and with what. The browser itself starts with the first page that needs it. */
import type { Campaign } from '../campaign/index.js'
import { findBrowser } from '../render/find-browser.js'
import { BROWSER_ADVICE, neededBrowser, BrowserRenderer } from '../render/index.js'
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
export function openRenderer(
  campaign: Pick<Campaign, 'render' | 'contact'>,
  warn: (message: string) => void,
): BrowserRenderer | null {
  const { when } = renderingOf(campaign)
  if (when === 'never') return null
  const browser = when === 'always' ? neededBrowser() : findBrowser()
  if (browser === null) {
    if (campaign.render !== undefined)
      warn(`pages that need a browser are taken as they come: none was found; ${BROWSER_ADVICE}`)
    return null
  }
  return new BrowserRenderer({ browser, userAgent: formatUserAgent(VERSION, campaign.contact) })
}
