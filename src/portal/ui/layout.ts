/** The frame of every page: head, search box, navigation, footer. No script is needed for anything in it. */
import { markup, NOTHING, type Markup } from '../../markup.js'
import type { Portal, PortalRequest } from '../server/route.js'

export interface LayoutOptions {
  readonly title: string
  readonly content: Markup
  /** What stands in the search box; null: no search box in the head (the front page has its own). */
  readonly searched?: string | null
  /** Files of ui/assets that this page needs beside portal.css and portal.js. */
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
}

export function layout(request: PortalRequest, portal: Portal, options: LayoutOptions): Markup {
  const { common } = request.messages
  const name = portal.people.rules().title || portal.library.facts().title
  const styles = ['portal.css', ...(options.styles ?? [])].map(
    file => markup`<link rel="stylesheet" href="/assets/${file}">\n`,
  )
  const scripts = ['portal.js', ...(options.scripts ?? [])].map(
    file => markup`<script src="/assets/${file}" defer></script>\n`,
  )
  const box =
    options.searched === null
      ? NOTHING
      : markup`<form class="search" role="search" action="/search"><input type="search" name="q" value="${options.searched ?? ''}" aria-label="${common.search}" autocomplete="off"><button>${common.search}</button></form>`
  return markup`<!doctype html>
<html lang="${request.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>${options.title === name ? name : `${options.title} – ${name}`}</title>
${styles}${scripts}</head>
<body>
<a class="skip" href="#content">${common.skip}</a>
<header><a class="name" href="/">${name}</a>${box}</header>
<main id="content">
${options.content}
</main>
</body>
</html>
`
}
