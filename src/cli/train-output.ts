/** What the parts of `longtail train` share: checks before, and words after. */
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { StrategyModel } from '../contracts.js'
import { writeAtomically } from '../disk/write-atomically.js'
import { LongtailError } from '../errors.js'
import { modelText } from '../strategy/model-file.js'
import { INTERRUPTED } from './work-display.js'

export const STOPPED = 'stopping; no model will be written'

/** Before hours of work, not after. */
export function checkOut(out: string): void {
  if (!existsSync(dirname(out)))
    throw new LongtailError('E_USAGE', `--out ${out}: ${dirname(out)} does not exist; make it, or choose another file`)
  // a model takes the place of what has its name, also of a device
  if (existsSync(out) && !statSync(out).isFile())
    throw new LongtailError('E_USAGE', `--out ${out}: this is a directory or a device; give a file`)
}

/** Stopped by the user, before there was anything to keep. */
export function leaveIf(signal: AbortSignal, error: unknown, json: boolean | undefined): never {
  if (!signal.aborted) throw error
  if (json === true) console.log(JSON.stringify({ stopped: 'interrupted', model: null }))
  process.exit(INTERRUPTED)
}

export function writeModel(out: string, strategy: string, model: StrategyModel, pages: number): void {
  const text = modelText({ strategy, model }, pages)
  if (text === null) throw new LongtailError('E_MODEL', `${out}: the model contains values that are not numbers`)
  writeAtomically(out, text, { isShared: true })
}

export function meanSpread({ mean, spread }: { readonly mean: number; readonly spread: number }): string {
  return `${two(mean)} ± ${two(spread)}`
}

export function some(items: readonly string[], count: number): string {
  const more = items.length - count
  return `${items.slice(0, count).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export function two(value: number): string {
  return value.toFixed(2)
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
