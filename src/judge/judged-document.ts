/** Verdicts of documents: what is wrong with one is the first thing to know about it. */
import type { Page, Verdict } from '../contracts.js'
import { DOCUMENT_NAMES } from '../page/document/kind.js'

export function judgedDocument({ document }: Page, verdict: Verdict): Verdict {
  if (document === undefined || document.problem === '') return verdict
  return { ...verdict, reasons: [`${DOCUMENT_NAMES[document.kind]} document: ${document.problem}`, ...verdict.reasons] }
}
