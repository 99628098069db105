import { loadCampaign } from '../campaign/index.js'
import { judgePages, type JudgedPage, type RenderedDifference } from '../crawl/judge-pages.js'
import type { Policy } from '../judge/index.js'
import { identifierName, identifierNote } from '../page/language/identify.js'
import { writtenLanguages, type LanguageFlags } from './written-languages.js'

export interface JudgeFlags extends LanguageFlags {
  campaign?: string
  policy?: Policy
  json?: boolean
  render?: boolean
}

export async function judge(inputs: readonly string[], flags: JudgeFlags): Promise<void> {
  const print = flags.json === true ? jsonPrinter() : textPrinter()
  const pages = judgePages(inputs, {
    campaign: flags.campaign === undefined ? undefined : loadCampaign(flags.campaign).campaign,
    languages: writtenLanguages(flags),
    policy: flags.policy,
    render: flags.render,
    onLeftOut: message => process.stderr.write(`${message}\n`),
  })
  for await (const page of pages) print.page(page)
  print.end()
}

interface Printer {
  page(page: JudgedPage): void
  end(): void
}

/** One object on one line, written as it grows: an archive may hold millions of pages. Nothing is written when the first input is bad. */
function jsonPrinter(): Printer {
  let opening = '{"pages":['
  return {
    page: page => {
      process.stdout.write(opening + JSON.stringify(page))
      opening = ','
    },
    end: () => {
      const identifier = JSON.stringify(identifierName())
      process.stdout.write(`${opening === ',' ? '' : opening}],"identifier":${identifier}}\n`)
    },
  }
}

function renderedText(rendered: RenderedDifference): string {
  if ('failed' in rendered) return `not rendered, judged as it came: ${rendered.failed}`
  const { before, text, links, requests, refused, ms } = rendered
  const was = `${before.relevant ? 'relevant' : 'not relevant'} ${before.score.toFixed(2)} ${before.language}`
  return `rendered in ${(ms / 1000).toFixed(1)} s with ${requests} requests (${refused} refused); before: ${was}; text ${text[0]} → ${text[1]} characters, links ${links[0]} → ${links[1]}`
}

function textPrinter(): Printer {
  return {
    page: page => {
      const share = page.share > 0 && page.share < 1 ? `, ${Math.round(100 * page.share)} % of the text` : ''
      console.log(
        `${page.relevant ? 'relevant    ' : 'not relevant'} ${page.score.toFixed(2)} ${page.language} ${page.charset} ${page.url}${share}`,
      )
      for (const reason of page.reasons) console.log(`             ${reason}`)
      if (page.rendered !== undefined) console.log(`             ${renderedText(page.rendered)}`)
    },
    end: () => {
      const note = identifierNote(identifierName())
      if (note !== '') console.log(note)
    },
  }
}
