/** The commented campaign with what somebody answered filled in: comments and all other keys stay as they are. */
import { CAMPAIGN_TEMPLATE } from './template.js'

export interface CampaignAnswers {
  readonly name: string
  readonly contact: string
  readonly seeds: readonly string[]
  readonly target: WantedTarget
}

export type WantedTarget =
  | { readonly kind: 'language'; readonly code: string }
  /** Path of a model, relative to the campaign. */
  | { readonly kind: 'topic'; readonly model: string }
  /** `language`: of the pages about it; '' for any. */
  | { readonly kind: 'nation'; readonly country: string; readonly language: string }

export function filledTemplate({ name, contact, seeds, target }: CampaignAnswers): string {
  const lines = CAMPAIGN_TEMPLATE.split('\n').flatMap(line => {
    if (line.startsWith('name: ')) return [withValue(line, 'name', name)]
    if (line.startsWith('contact: ')) return [withValue(line, 'contact', contact)]
    if (line.startsWith('  language: '))
      return target.kind === 'language' ? [withValue(line, 'language', target.code)] : []
    if (target.kind !== 'language' && line.startsWith('  policy: ')) return []
    if (target.kind === 'topic' && /^ {2}# {3}model: /.test(line)) return [`    model: ${written(target.model)}`]
    if (target.kind === 'nation' && /^ {2}# {3}country: /.test(line)) return [`    country: ${written(target.country)}`]
    if (target.kind === 'nation' && target.language !== '' && /^ {2}# {3}in: /.test(line))
      return [`    in: ${written(target.language)}`]
    if (line === `  # ${target.kind}:`) return [`  ${target.kind}:`]
    if (line === '  - https://www.example.org/') return seeds.map(seed => `  - ${written(seed)}`)
    return [line]
  })
  return lines.join('\n')
}

/** The remark behind the value stays where it was, if there is room. */
function withValue(line: string, key: string, value: string): string {
  const [, indent, remark = ''] = /^( *)[\w-]+: .*?(?:\s+(#.*))?$/.exec(line) ?? []
  const start = `${indent}${key}: ${written(value)}`
  return remark === '' ? start : `${start.padEnd(33)} ${remark}`
}

/** Plain words as they are, all else in quotes: JSON is YAML. `no` is a language, and false to YAML. */
function written(value: string): string {
  const isPlain = /^[a-z][\w./-]*$/i.test(value) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(value)
  return isPlain ? value : JSON.stringify(value)
}
