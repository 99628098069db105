/**
 * Words that stand before places and seldom before people and goods: prepositions of place of the languages in Latin letters
 * that are written most, and the articles that Romance languages give to countries. English "the" and "a" are none: a Panama hat.
 */
export const BEFORE_PLACES: ReadonlySet<string> = new Set(
  (
    'in to into of from across within throughout around inside ' +
    'nach aus von durch der die ' +
    'en au aux du de d vers la le l les ' +
    'el del al desde hacia por ' +
    'em no na do da pelo pela para ' +
    'il nel nella di dalla della dell nell alla ' +
    'naar uit van i till från fra til w we z ze do ve v na din spre di ke dari ở tại từ'
  ).split(' '),
)
