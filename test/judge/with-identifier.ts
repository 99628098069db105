import { after, before, describe } from 'node:test'
import { identifierName, useIdentifier } from '../../src/page/language/identifier.js'

/** Both, unless one is named: where `cld` is not compiled for this Node, LONGTAIL_IDENTIFIER names the other. */
const named = process.env.LONGTAIL_IDENTIFIER
const IDENTIFIERS = named === undefined ? ['cld', 'ngrams'] : [named]

/** The tests once with every identifier; files that run in this process afterwards have the usual one again. */
export function withEachIdentifier(title: string, tests: (identifier: string) => void): void {
  for (const identifier of IDENTIFIERS)
    describe(`${title} ${identifier}`, () => {
      let usual = ''
      before(() => {
        usual = identifierName()
        useIdentifier(identifier)
      })
      after(() => useIdentifier(usual))
      tests(identifier)
    })
}
