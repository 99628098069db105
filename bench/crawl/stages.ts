/**
 * Which stage of a crawl a stack of functions belongs to. The innermost function that a rule names decides: `gzipSync` called by the
 * record builder is compression, the rest of the builder is not.
 */
export interface Frame {
  readonly functionName: string
  /** Address of the file; '' for what the engine is made of. */
  readonly url: string
}

interface Rule {
  readonly stage: string
  /** Part of the file's path. */
  readonly file: RegExp
  /** All functions of the file when not given. */
  readonly names?: RegExp
}

export const UNKNOWN = 'other'

const RULES: readonly Rule[] = [
  // analysis workers
  { stage: 'records: gzip', file: /archive\/gzip-member/ },
  { stage: 'records: digests', file: /archive\/record-id/, names: /payloadDigest/ },
  { stage: 'records: heads, index line', file: /src\/archive\// },
  { stage: 'decode', file: /page\/(charset|http)\// },
  { stage: 'parse: tags, text, anchors', file: /page\/html\/parse/, names: /parseHtml/ },
  { stage: 'main text', file: /page\/text\/main-text/ },
  { stage: 'simhash', file: /page\/text\/simhash/ },
  { stage: 'links: URLs, contexts', file: /page\/links\/links\b/ },
  { stage: 'links: words (default)', file: /page\/links\/link-words/ },
  { stage: 'links: anchor language (default)', file: /page\/language\/anchor-language|crawl\/link-features/ },
  { stage: 'links: text around (default)', file: /crawl\/surroundings/ },
  { stage: 'links: fingerprints, duplicates', file: /crawl\/analysis\.js/, names: /pageTargets/ },
  { stage: 'judge: language', file: /crawl\/analysis\.js/, names: /judgePage/ },
  { stage: 'log columns (JSON), answer', file: /crawl\/analysis\.js/ },
  { stage: 'messages between threads', file: /crawl\/analysis-(worker|pool)/ },
  {
    stage: 'messages between threads',
    file: /node:internal\/(worker|event_target|per_context)/,
    names: /postMessage|message|Message/,
  },
  // main thread
  { stage: 'HTTP client', file: /node_modules\/undici|src\/web\/|node:(net|internal\/stream)/ },
  { stage: 'strategy', file: /src\/strategy\// },
  { stage: 'frontier, URL table', file: /src\/frontier\// },
  { stage: 'near-duplicates', file: /page\/text\/near-duplicate/ },
  { stage: 'log and archive: lines, writing', file: /crawl\/recorder/ },
  { stage: 'log and archive: lines, writing', file: /crawl\/page-entry/, names: /pageLine|pageEntry/ },
  { stage: 'intern links', file: /crawl\/page-entry|crawl\/groups/ },
  { stage: 'score and offer links', file: /crawl\/crawl-state/ },
  { stage: 'loop, gate, budget', file: /src\/crawl\// },
  { stage: 'start: loading modules', file: /node:internal\/modules|node:internal\/bootstrap/ },
]

/** `stack` begins with the innermost frame. */
export function stageOf(stack: readonly Frame[]): string {
  const [inner] = stack
  if (inner.functionName === '(garbage collector)') return 'garbage collection'
  for (const { url, functionName } of stack) {
    for (const { stage, file, names } of RULES)
      if (file.test(url) && (names === undefined || names.test(functionName))) return stage
  }
  return UNKNOWN
}
