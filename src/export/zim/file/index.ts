/** ZIM files: written (writer.ts) and read back (read.ts). Their form is described in format.ts. */
export { openZim, type ZimEntry, type ZimReader } from './read.js'
export { createZimWriter } from './writer.js'
