import { byFamily, mean } from '../portfolio/results.js'
import type { SplitRun } from './measure.js'

/** Means over the webs of each family, in per cent; in brackets how many points they lie from one partition, and the standard error of that. */
export function splitTable(runs: readonly SplitRun[]): string {
  const head = ['webs', 'partitions', 'messages', '80 %', '95 %', '99 %', 'links sent per page']
  const lines = [head, head.map((_, column) => (column > 2 ? '---:' : '---'))]
  for (const [family, members] of byFamily(runs, run => run.family)) {
    const alone = members.filter(({ partitions }) => partitions === 1)
    for (const group of byFamily(members, run => `${run.partitions} ${messagesOf(run)}`).values()) {
      const [run] = group
      const isSplit = run.partitions > 1
      lines.push([
        `${family} (${group.length})`,
        String(run.partitions),
        isSplit ? messagesOf(run) : '',
        ...run.harvest.map((_, i) => cell(group, alone, i)),
        isSplit && run.isShared !== true
          ? (mean(group.map(({ linksSentPerPage }) => linksSentPerPage)) ?? 0).toFixed(1)
          : '',
      ])
    }
  }
  return lines.map(line => `| ${line.join(' | ')} |`).join('\n')
}

function messagesOf({ delay, isShared }: SplitRun): string {
  const when = delay === 0 ? 'at once' : 'late'
  return isShared === true ? `price alone, ${when}` : when
}

/** Over webs where both crawls came so far. */
function cell(group: readonly SplitRun[], alone: readonly SplitRun[], i: number): string {
  const pairs = group.flatMap(run => {
    const here = run.harvest[i]
    const there = alone.find(one => one.web === run.web)?.harvest[i] ?? null
    return here === null || there === null ? [] : [[here, there]]
  })
  if (pairs.length === 0) return '–'
  const here = 100 * (mean(pairs.map(([harvest]) => harvest)) ?? 0)
  const there = 100 * (mean(pairs.map(([, harvest]) => harvest)) ?? 0)
  if (group === alone || group[0].partitions === 1) return here.toFixed(1)
  const error = standardError(pairs.map(([one, other]) => 100 * (one - other)))
  const spread = error === null ? '' : ` ± ${error.toFixed(1)}`
  return `${here.toFixed(1)} (${here < there ? '−' : '+'}${Math.abs(here - there).toFixed(1)}${spread})`
}

/** Of the mean; null where one web says nothing of others. */
function standardError(differences: readonly number[]): number | null {
  const count = differences.length
  const middle = mean(differences)
  if (count < 2 || middle === null) return null
  const squares = differences.reduce((sum, difference) => sum + (difference - middle) ** 2, 0)
  return Math.sqrt(squares / (count - 1) / count)
}
