/** Addresses of what the school gave the portal: its colours and its logo. With a version, so that browsers may keep them. */
import type { Logo } from '../contracts.js'

export function themePath(colour: string): string {
  return `/theme.css?v=${colour.slice(1)}`
}

export function logoPath({ version }: Pick<Logo, 'version'>): string {
  return `/logo?v=${version}`
}
