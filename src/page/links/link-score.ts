/** The score (Features.anchorScore) of a link about which the target says nothing: one half, as judges say it that do not know. */
export const NO_OPINION = 128
