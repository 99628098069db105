/** Constants of `longtail` that were tuned, and on what. */

/** Step of the models and its caution: AdaGrad as usual, tried at 0.05, 0.1 and 0.2 on seeds 1, 2 and 4. */
export const RATE = 0.2
export const CAUTION = 0.05
/** Words are many and each is rare: they must learn from few examples. */
export const WORD_RATE = 0.3
/**
 * Servers that promise little pay even less: the better ones of their kind were probed before them, and the mean yield is
 * that of all. Tried at 1, 1.3, 1.6, 2, 2.5 and 3 on seeds 1 and 4; little changes from 2 on.
 */
export const DOUBT = 2.5
/** Exploration has its full weight once the harvest of the last pages, about so many, has fallen below this. */
export const HARVEST_SPAN = 2000
export const RICH = 0.7
/** Pages between two looks at where downloads no longer pay. */
export const LOOK_EVERY = 64
/** Outcomes of a step that count: four times as many as it takes, without a find, to be sure that one in `worth` does not pay. */
export const WINDOW_PER_WORTH = 4
