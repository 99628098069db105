/** One text in pieces, each read once, however many models ask for its parts of words. */
import { worthIdentifying, type SampleSize } from '../sample.js'
import type { GramScorer, PieceScore } from './gram-scores.js'
import { piecesOf } from './text-windows.js'
import { gramsOf } from './word-grams.js'

/** Parts of words of the text that is being read: an array for each piece would cost more than reading it. */
let kept = new Int32Array(1 << 15)
let used = 0

export class ReadPiece {
  /** Where its parts of words lie in `kept`; -1 before they are read. */
  private start = -1
  private count = 0
  private letters = 0

  constructor(readonly text: string) {}

  scoreBy(scorer: GramScorer): PieceScore {
    if (this.start < 0) this.read()
    return scorer.scoreOf(kept, this.start, this.count, this.letters)
  }

  private read(): void {
    const { grams, count, letters } = gramsOf(this.text)
    if (used + count > kept.length) {
      const larger = new Int32Array((used + count) * 2)
      larger.set(kept)
      kept = larger
    }
    for (let i = 0; i < count; i++) kept[used + i] = grams[i]
    this.start = used
    this.count = count
    this.letters = letters
    used += count
  }
}

/** Good until the next one is made. */
export class ReadPieces {
  private readonly looks = new Map<SampleSize, ReadPiece[]>()
  private readonly prose = new Map<SampleSize, ReadPiece[]>()

  constructor(private readonly text: string) {
    used = 0
  }

  /** `isProse`: without short lines, which are menus in any language where letters are Latin; elsewhere they are in the language of the page. */
  look(size: SampleSize, isProse: boolean): readonly ReadPiece[] {
    const known = isProse ? this.prose : this.looks
    let pieces = known.get(size)
    if (pieces === undefined) {
      pieces = piecesOf(isProse ? worthIdentifying(this.text) : this.text, size).map(piece => new ReadPiece(piece))
      known.set(size, pieces)
    }
    return pieces
  }
}
