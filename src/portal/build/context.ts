/** What the steps of a build share. */
import type { ReadingContext, ReadingProgress } from '../../collection/context.js'

export interface BuildProgress extends Omit<ReadingProgress, 'stage'> {
  readonly stage: 'reading' | 'extracting' | 'linking' | 'indexing' | 'finishing'
}

/** `home` is the directory of the portal. */
export interface BuildContext extends ReadingContext {
  readonly all: boolean
  readonly progress: (progress: BuildProgress) => void
}
