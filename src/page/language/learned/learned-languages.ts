/**
 * Which part of a text is written in a learned language? What the identifier found is revised: pieces of the text that the models
 * claim are taken from the languages that the identifier gave them to.
 *
 *   text ─▶ pieces of some 120 characters ─▶ a score each ─▶ those that may be the language, weighed together ─▶ its share
 *
 * The cost is bounded whatever the size of the page, and text in another script costs nothing.
 */
import { findLanguage } from '../codes.js'
import type { Identification } from '../identify.js'
import { readOf, sampleOf, type SampleSize } from '../sample.js'
import { SCRIPTS, scriptCounts, scriptIndex } from '../scripts.js'
import type { LanguageHints } from '../shared-scripts.js'
import type { LanguageShare } from '../tallies.js'
import { GramScorer, type PieceScore } from './gram-scores.js'
import { isDoubtedBy, isRuledOutBy } from './identifier-answers.js'
import type { LanguageModel } from './language-model.js'
import { ReadPieces, type ReadPiece } from './read-pieces.js'
import { standing } from './standing.js'
import { WINDOW } from './text-windows.js'

export interface LearnedLanguages {
  readonly languages: readonly { readonly code: string; readonly name: string }[]
  /** The identification of the same text, with what is written in a learned language given to it (shares on mixed pages, paragraph by paragraph). */
  revise(text: string, found: Identification, hints: LanguageHints): Identification
}

/** The first look tells whether the language is there; how much of a mixed page it is takes more. */
const FIRST_LOOK: SampleSize = { pieces: 7, length: WINDOW }
const SECOND_LOOK: SampleSize = { pieces: 24, length: WINDOW }
/** Pieces of the first look from its beginning, middle and end: enough where these say that the text is something else. */
const GLANCE = 3
/** Enough where the text is the language without doubt: all of these are it, and together they stand so far above the border. */
const SHORT_LOOK = 4
const NO_DOUBT = 0.08
/** Less of a page in the script of the language is not worth a look. */
const LEAST_OF_SCRIPT = 0.05
/** A piece with less of it is in another script. */
const PIECE_OF_SCRIPT = 0.3

/** A piece of a text that is the language as a whole may stand so far below it. */
const LEAST_PIECE = 0.38
/** A piece that may be the language, where the text as a whole is not, stands no further below its border. */
const PIECE_BELOW = 0.18
/** Pieces that are chosen because they score high must be further above the border, all in all. */
const CHOSEN = 0.05
/** How much higher a text must stand of which the identifier is sure that it is something else. */
const DOUBT = 0.1
/** How much lower a paragraph may stand of a page that has the language: of 0, 0.06 and 0.12 the best (bench/languages/paragraphs.ts). */
const EXPECTED = 0.06
/** The same of a page that declares it: templates are handed on, and declarations with them. */
const DECLARED = 0.04
/** Fewer letters are names and quotations. */
const FEW_LETTERS = 60
const CERTAIN = 0.85

const LATIN = scriptIndex('Latn')
const LATIN_1 = scriptIndex('Latn-1')

interface Learned {
  readonly model: LanguageModel
  readonly scorer: GramScorer
  readonly script: number
}

interface Claim {
  /** Of the text in the script of the language. */
  readonly part: number
  readonly score: number
}

const NOTHING: Claim = { part: 0, score: 0 }

export function openLearnedLanguages(models: readonly LanguageModel[]): LearnedLanguages {
  const learned = models.map(model => ({ model, scorer: new GramScorer(model), script: scriptOf(model) }))
  return {
    languages: models.map(({ code, name }) => ({ code, name })),
    revise(text, found, hints) {
      if (found.garbled || found.letters === 0) return found
      const read = readOf(text)
      const counts = scriptCounts(sampleOf(read, FIRST_LOOK))
      const pieces = new ReadPieces(read)
      const looks = learned.flatMap(one => {
        const ofScript = shareOf(counts, one.script)
        return ofScript < LEAST_OF_SCRIPT ? [] : [shortLook(one, pieces, ofScript, found, hints)]
      })
      // what is one language without doubt is no other: nobody else need look closer
      const sure = looks.reduce<ShortLook | null>(
        (best, look) => (look.isSure && (best === null || look.score > best.score) ? look : best),
        null,
      )
      return (sure === null ? looks : [sure]).reduce<Identification>((revised, look) => {
        const { part, score } = claimOf(look, pieces)
        if (part === 0) return revised
        const { code, answers } = look.one.model
        const claimed = { language: code, share: part * look.ofScript, reliable: score > CERTAIN, byScript: false }
        return { ...revised, languages: withClaim(revised.languages, claimed, answers.shares) }
      }, found)
    },
  }
}

function scriptOf({ script }: LanguageModel): number {
  return scriptIndex(script)
}

/** Latin letters beside others count half, as for identifyLanguage. */
function shareOf(counts: Uint32Array, script: number): number {
  const latin = counts[LATIN] + counts[LATIN_1]
  let others = 0
  for (let i = LATIN_1 + 1; i < counts.length; i++) if (counts[i] > 0) others += counts[i] * SCRIPTS[i].weight
  const latinWeight = latin - 0.5 * Math.min(latin, others)
  const own = script === LATIN ? latinWeight : counts[script] * SCRIPTS[script].weight
  return own === 0 ? 0 : own / (others + latinWeight)
}

/** What the first pieces say of a text. */
interface ShortLook {
  readonly one: Learned
  readonly ofScript: number
  readonly border: number
  /** Plainly another language. */
  readonly isOther: boolean
  /** None where these pieces are in another script. */
  readonly scores: readonly PieceScore[]
  readonly score: number
  readonly isSure: boolean
}

function shortLook(
  one: Learned,
  text: ReadPieces,
  ofScript: number,
  found: Identification,
  hints: LanguageHints,
): ShortLook {
  const { model } = one
  const border = model.border + (isDoubtedBy(model.answers, found) ? DOUBT : 0) - leniency(model, hints)
  const look = { one, ofScript, border, isOther: false }
  const pieces = piecesFor(model, text)
  const scores = scoresIn(one, pieces.slice(0, GLANCE), ofScript)
  if (isRuledOutBy(model.answers, found) && !scores.some(piece => isOwn(model, piece)))
    return { ...look, isOther: true, scores, score: 0, isSure: false }
  scores.push(...scoresIn(one, pieces.slice(GLANCE, SHORT_LOOK), ofScript))
  const score = standing(model, scores)
  const isSure =
    scores.length === SHORT_LOOK && score >= border + NO_DOUBT && scores.every(piece => isOwn(model, piece))
  return { ...look, scores, score, isSure }
}

function claimOf(
  { one, ofScript, border, isOther, scores: first, score: firstScore, isSure }: ShortLook,
  text: ReadPieces,
): Claim {
  const { model } = one
  if (isOther) return NOTHING
  if (isSure) return { part: 1, score: firstScore }
  const scores = [...first, ...scoresIn(one, piecesFor(model, text).slice(SHORT_LOOK), ofScript)]
  const score = standing(model, scores)
  if (score >= border) {
    const own = scores.filter(piece => standing(model, [piece]) >= model.border - LEAST_PIECE)
    return { part: lettersOf(own) / lettersOf(scores), score }
  }
  if (scores.length < 2 || !scores.some(piece => isOwn(model, piece))) return NOTHING
  return claimOfPart(model, scoresIn(one, text.look(SECOND_LOOK, isProseIn(model)), ofScript), border + CHOSEN)
}

function isOwn(model: LanguageModel, piece: PieceScore): boolean {
  return standing(model, [piece]) >= model.border - PIECE_BELOW
}

function isProseIn({ script }: LanguageModel): boolean {
  return script === 'Latn'
}

function piecesFor(model: LanguageModel, text: ReadPieces): readonly ReadPiece[] {
  return fromAllOver(text.look(FIRST_LOOK, isProseIn(model)))
}

function leniency({ code }: LanguageModel, { declared = '', around = [] }: LanguageHints): number {
  if (around.includes(code)) return EXPECTED
  return declared !== '' && (findLanguage(declared)?.code ?? declared) === code ? DECLARED : 0
}

function claimOfPart(model: LanguageModel, scores: readonly PieceScore[], border: number): Claim {
  const own = scores.filter(piece => isOwn(model, piece))
  const letters = lettersOf(own)
  const score = standing(model, own)
  return letters < FEW_LETTERS || score < border ? NOTHING : { part: letters / lettersOf(scores), score }
}

/** The first, the middle and the last piece, then the others. */
function fromAllOver(pieces: readonly ReadPiece[]): readonly ReadPiece[] {
  if (pieces.length <= GLANCE) return pieces
  const last = pieces.length - 1
  const middle = last >> 1
  return [
    pieces[0],
    pieces[middle],
    pieces[last],
    ...pieces.slice(1, middle).reverse(),
    ...pieces.slice(middle + 1, last),
  ]
}

/** Of the pieces in the script of the language. */
function scoresIn({ scorer, script }: Learned, pieces: readonly ReadPiece[], ofScript: number): PieceScore[] {
  const isMixed = ofScript < 1 - PIECE_OF_SCRIPT / 2
  const scores: PieceScore[] = []
  for (const piece of pieces)
    if (!isMixed || shareOf(scriptCounts(piece.text), script) >= PIECE_OF_SCRIPT) scores.push(piece.scoreBy(scorer))
  return scores
}

function lettersOf(scores: readonly PieceScore[]): number {
  return scores.reduce((sum, one) => sum + one.letters, 0)
}

/**
 * What is claimed is taken from what nobody recognised, then from the languages that the identifier takes this one for, then from all
 * others alike.
 */
function withClaim(
  languages: readonly LanguageShare[],
  claimed: LanguageShare,
  takenFor: Readonly<Record<string, number>>,
): LanguageShare[] {
  const unrecognised = Math.max(0, 1 - languages.reduce((sum, one) => sum + one.share, 0))
  let needed = Math.max(0, claimed.share - unrecognised)
  const left = languages.map(one => ({ ...one }))
  for (const isTakenFor of [true, false]) {
    const group = left.filter(({ language }) => isTakenFor === (takenFor[language] ?? 0) > 0.02)
    const held = group.reduce((sum, one) => sum + one.share, 0)
    const taken = Math.min(needed, held)
    for (const one of group) one.share -= held === 0 ? 0 : (taken * one.share) / held
    needed -= taken
  }
  return [...left.filter(one => one.share > 0.005), claimed].sort((a, b) => b.share - a.share)
}
