import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isErrno } from '../errors.js'

/**
 * Makes a directory and those above it. Node's own `recursive` never returns where a parent is there and takes no
 * directories, as under /proc.
 */
export function makeDirectory(path: string): void {
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeDirectory(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    if (!isErrno(error, 'EEXIST') || !statSync(path).isDirectory()) throw error
  }
}
