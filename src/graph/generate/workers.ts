/** Runs a pass over all servers, on this thread or on several; the result is the same. */
import { ThreadPool } from '../../threads/thread-pool.js'
import type { GeneratedColumns, HomeLinks, GeneratedRows } from './columns.js'
import { Labeller } from './label-pages.js'
import type { Plan } from './plan.js'
import { LinkWriter } from './write-links.js'

export type Pass =
  { readonly name: 'label' } | { readonly name: 'write'; readonly homeLinks: HomeLinks; readonly rows: GeneratedRows }

/** What a thread is started with. */
export interface PassData {
  readonly plan: Plan
  readonly columns: GeneratedColumns
  readonly pass: Pass
}

/** Servers from the first to, but not including, the second. */
export type ServerRange = readonly [from: number, to: number]

/** Does a piece of the pass. */
export function runnerOf({ plan, columns, pass }: PassData): (piece: ServerRange) => void {
  const runner =
    pass.name === 'label' ? new Labeller(plan, columns) : new LinkWriter(plan, columns, pass.homeLinks, pass.rows)
  return ([from, to]) => runner.run(from, to)
}

const PAGES_PER_PIECE = 32768

export async function runPass(data: PassData, threads: number, onProgress: (share: number) => void): Promise<void> {
  const pieces = cutIntoPieces(data.plan)
  let done = 0
  const finished = (): void => onProgress(++done / pieces.length)
  if (threads <= 1) {
    const run = runnerOf(data)
    for (const piece of pieces) {
      run(piece)
      finished()
    }
    return
  }
  const pool = new ThreadPool<ServerRange, null>({
    worker: new URL('./generate-worker.js', import.meta.url),
    data,
    threads,
    task: 'generating the graph',
    code: 'E_GRAPH',
    nameOf: ([from, to]) => `servers ${from} to ${to}`,
    isAnswer: value => value === null,
    messagesPerThread: 2,
  })
  try {
    await Promise.all(pieces.map(piece => pool.run(piece).then(finished)))
  } finally {
    await pool.close()
  }
}

function cutIntoPieces({ firstPage, servers }: Plan): ServerRange[] {
  const pieces: ServerRange[] = []
  let from = 0
  for (let s = 1; s <= servers.count; s++) {
    if (s < servers.count && firstPage[s] - firstPage[from] < PAGES_PER_PIECE) continue
    pieces.push([from, s])
    from = s
  }
  return pieces
}
