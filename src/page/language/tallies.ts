/** Weights per language, added up while a text is read, and turned into shares at the end. */
import { isMistakenFor } from './families.js'

export interface LanguageShare {
  /** ISO 639-3. */
  readonly language: string
  /** 0…1 of all letters of the text. */
  readonly share: number
  /** False when the identifier was guessing: little text, or text unlike any that it knows. */
  readonly reliable: boolean
  /** The letters alone settle it: even a small share is certain. */
  readonly byScript: boolean
}

interface Tally {
  readonly language: string
  weight: number
  reliable: boolean
  byScript: boolean
}

export class Tallies {
  private readonly list: Tally[] = []

  add(language: string, weight: number, reliable: boolean, byScript: boolean): void {
    if (weight <= 0) return
    const tally = this.list.find(other => other.language === language)
    if (tally === undefined) this.list.push({ language, weight, reliable, byScript })
    else {
      tally.weight += weight
      tally.reliable ||= reliable
      tally.byScript ||= byScript
    }
  }

  /** Ranked; a relative that is only there by mistake is counted with the language it was taken for. */
  shares(letters: number): LanguageShare[] {
    const kept: Tally[] = []
    for (const tally of this.list.sort((a, b) => b.weight - a.weight)) {
      const relative = kept.find(other => isMistakenFor(tally.language, tally.weight, other.language, other.weight))
      if (relative === undefined) kept.push(tally)
      else relative.weight += tally.weight
    }
    return kept.map(({ language, weight, reliable, byScript }) => ({
      language,
      share: weight / letters,
      reliable,
      byScript,
    }))
  }
}
