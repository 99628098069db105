/** The optional package that reads PDF files: where it is, and what to say where it is not. */
import { createRequire } from 'node:module'

export const PDF_PACKAGE = 'pdfjs-dist'
const FILE = 'pdfjs-dist/legacy/build/pdf.mjs'

export const NEEDS_PACKAGE = `PDF documents need the optional package ${PDF_PACKAGE}; install it with: npm install ${PDF_PACKAGE}@5.6`

/** Null where it is not installed. */
export function findPdfjs(): string | null {
  try {
    return createRequire(import.meta.url).resolve(FILE)
  } catch {
    return null
  }
}
