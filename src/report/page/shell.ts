/**
 * The shell of every report: one HTML file that needs nothing else. No network, no fonts, no scripts from elsewhere; a
 * content security policy allows this file's own style and script and nothing more, so that even a mistake in escaping could
 * not run or fetch anything. Without script everything is there but the pointer's values and the choice of curves.
 */
import { createHash } from 'node:crypto'
import { VIEW_NAMES, VIEWS, type ChartView } from '../charts/views.js'
import { Markup, markup, NOTHING } from '../../markup.js'
import { SCRIPT } from './script.js'
import { STYLE } from './style-sheet.js'

export interface Section {
  readonly id: string
  readonly title: string
  readonly content: Markup
  /** Stays in sight while the section is scrolled. */
  readonly toolbar?: Markup
}

export interface ReportPage {
  readonly title: string
  readonly subtitle: string
  readonly sections: readonly Section[]
  readonly footer: Markup
}

export function drawPage({ title, subtitle, sections, footer }: ReportPage): string {
  const script = createHash('sha256').update(SCRIPT).digest('base64')
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${script}'; img-src data:; base-uri 'none'; form-action 'none'`
  const links = sections.map(section => markup`<a href="#${section.id}">${section.title}</a> `)
  const drawn = sections.map(
    section =>
      markup`<section id="${section.id}"><h2>${section.title}</h2>\n${section.toolbar ?? NOTHING}${section.content}</section>\n`,
  )
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header><h1>${title}</h1><p class="subtitle">${subtitle}</p><nav aria-label="Sections">${links}</nav></header>
<main>
${drawn}</main>
<footer>${footer}</footer>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text
}

/** Radio buttons that work without script: the style sheet shows the figures' views by what is checked. */
export function drawViewChoice(
  views: readonly ChartView[],
  chosen: ChartView,
  names: Partial<Record<ChartView, string>> = {},
): Markup {
  const choices = VIEWS.filter(view => views.includes(view)).map(view => {
    const checked = view === chosen ? markup` checked` : NOTHING
    return markup`<label><input type="radio" name="view" value="${view}" id="choose-${view}"${checked}><span>${names[view] ?? VIEW_NAMES[view]}</span></label>`
  })
  return markup`<fieldset class="views"><legend>Horizontal axis</legend>${choices}</fieldset>`
}
