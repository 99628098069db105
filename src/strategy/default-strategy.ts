/** The best there is, by the protocol of docs/longtail-results.md. */
export const DEFAULT_STRATEGY = 'longtail'
