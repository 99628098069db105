/** How a page may be judged for its language: one file each in policies/ (docs/languages.md). */
export const POLICIES = ['modern', 'strict', 'textcat-or', 'textcat-meta-first'] as const
export type Policy = (typeof POLICIES)[number]
