import { byFamily, mean } from '../portfolio/results.js'
import type { SplitRun } from './measure.js'

/** Means over the webs of each family, in per cent; below one partition, how many points they lie apart. */
export function splitTable(runs: readonly SplitRun[]): string {
  const head = ['webs', 'partitions', 'messages', '80 %', '95 %', '99 %', 'links sent per page']
  const lines = [head, head.map((_, column) => (column > 2 ? '---:' : '---'))]
  for (const [family, members] of byFamily(runs, run => run.family)) {
    const alone = members.filter(({ partitions }) => partitions === 1)
    for (const group of byFamily(members, run => `${run.partitions} ${run.delay > 0}`).values()) {
      const [{ partitions, delay }] = group
      lines.push([
        `${family} (${group.length})`,
        String(partitions),
        partitions === 1 ? '' : delay === 0 ? 'at once' : 'late',
        ...group[0].harvest.map((_, i) => cell(group, alone, i)),
        partitions === 1 ? '' : (mean(group.map(run => run.linksSentPerPage)) ?? 0).toFixed(1),
      ])
    }
  }
  return lines.map(line => `| ${line.join(' | ')} |`).join('\n')
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
  return `${here.toFixed(1)} (${here < there ? '−' : '+'}${Math.abs(here - there).toFixed(1)})`
}
