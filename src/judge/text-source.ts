/** A verdict on text that a reader may not see says so. */
import type { Judge, Page } from '../contracts.js'

const NOTES: Readonly<Record<Page['textSource'], string>> = {
  visible: '',
  hidden: 'hardly any text is visible, so text that a script would show was read',
  noscript: 'hardly any text is visible, so the text for browsers without scripts or frames was read',
}

export function withTextSource(judge: Judge): Judge {
  return {
    name: judge.name,
    judge(page) {
      const verdict = judge.judge(page)
      if (page.textSource === 'visible') return verdict
      return { ...verdict, reasons: [...verdict.reasons, NOTES[page.textSource]] }
    },
  }
}
