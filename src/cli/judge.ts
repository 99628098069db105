import { Option, type Command } from 'commander'
import { loadCampaign } from '../campaign/index.js'
import { judgePages, type JudgedPage } from '../crawl/judge-pages.js'
import { POLICIES, type Policy } from '../judge/index.js'

interface JudgeFlags {
  campaign?: string
  language?: string[]
  policy?: Policy
  json?: boolean
}

export function addJudgeCommand(program: Command): void {
  program
    .command('judge')
    .description('say of pages whether a campaign wants them, and why')
    .argument('<page...>', 'HTML files, URLs, or archives (WARC, ARC, WACZ)')
    .option('--campaign <file>', 'the campaign whose target judges')
    .option('--language <code...>', 'judge for these languages without a campaign')
    .addOption(new Option('--policy <name>', 'how to judge (docs/languages.md)').choices(POLICIES))
    .option('--json', 'print one JSON object')
    .action(async (inputs: string[], flags: JudgeFlags) => {
      const print = flags.json === true ? jsonPrinter() : textPrinter()
      const pages = judgePages(inputs, {
        campaign: flags.campaign === undefined ? undefined : loadCampaign(flags.campaign).campaign,
        languages: flags.language,
        policy: flags.policy,
        onLeftOut: message => process.stderr.write(`${message}\n`),
      })
      for await (const page of pages) print.page(page)
      print.end()
    })
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
    end: () => process.stdout.write(opening === ',' ? ']}\n' : '{"pages":[]}\n'),
  }
}

function textPrinter(): Printer {
  return {
    page: page => {
      const share = page.share > 0 && page.share < 1 ? `, ${Math.round(100 * page.share)} % of the text` : ''
      console.log(
        `${page.relevant ? 'wanted    ' : 'not wanted'} ${page.score.toFixed(2)} ${page.language} ${page.charset} ${page.url}${share}`,
      )
      for (const reason of page.reasons) console.log(`           ${reason}`)
    },
    end: () => {},
  }
}
