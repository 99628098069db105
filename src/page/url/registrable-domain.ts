/** The domain that somebody registered, by the Public Suffix List. */
import tldts = require('tldts')

export const { getDomain } = tldts
