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
  { stage: 'records: gzip', file: /archive\/gzip-member|node:zlib/ },
  { stage: 'records: digests', file: /archive\/record-id/, names: /payloadDigest/ },
  { stage: 'records: heads, index line', file: /src\/archive\// },
  { stage: 'decode', file: /page\/(charset|http)\// },
  { stage: 'parse: tags, text, anchors', file: /page\/html\// },
  { stage: 'main text', file: /page\/text\/main-text/ },
  { stage: 'simhash', file: /page\/text\/simhash/ },
  { stage: 'links: words (default strategy)', file: /page\/links\/link-words/ },
  { stage: 'links: anchor language (default strategy)', file: /page\/language\/anchor-language|crawl\/link-features/ },
  { stage: 'links: text around (default strategy)', file: /crawl\/surroundings/ },
  { stage: 'links: URLs, contexts', file: /page\/(links|url)\// },
  { stage: 'links: fingerprints', file: /crawl\/target-list|frontier\/fingerprint/ },
  { stage: 'judge: language', file: /page\/language\/|src\/judge\// },
  { stage: 'page and answer put together', file: /crawl\/analysis\.js|page\/analyse/ },
  { stage: 'messages between threads', file: /crawl\/analysis-(worker|pool)|node:internal\/(worker|per_context)/ },
  // main thread
  { stage: 'HTTP client', file: /node_modules\/undici|src\/web\/|node:(net|internal\/stream)/ },
  { stage: 'strategy', file: /src\/strategy\// },
  { stage: 'frontier, URL table', file: /src\/frontier\// },
  { stage: 'near-duplicates', file: /page\/text\/near-duplicate/ },
  { stage: 'log and archive: lines, writing', file: /crawl\/recorder|node:internal\/fs/ },
  { stage: 'log and archive: lines, writing', file: /crawl\/page-entry/, names: /pageLine|pageEntry/ },
  { stage: 'links: numbers for URLs', file: /crawl\/(page-entry|groups)/ },
  { stage: 'links: offered', file: /crawl\/crawl-state/ },
  { stage: 'loop, gate, budget', file: /src\/crawl\// },
  { stage: 'start: loading modules', file: /node:internal\/modules|node:internal\/bootstrap/ },
]

/** Native functions that have one purpose here, whoever called them. */
const NATIVE: readonly (readonly [stage: string, names: RegExp])[] = [
  ['garbage collection', /^\(garbage collector\)$/],
  [
    'records: gzip',
    /^(deflate|longest_match|compress_block|pqdownheap|build_tree|send_tree|scan_tree|_tr_|gen_codes|crc32)/,
  ],
  ['records: digests', /^sha1_block/],
  ['judge: language', /^CLD2::|^cld::/],
  ['JSON for the log', /JsonStringifier/],
  ['messages between threads', /^v8::internal::Value(Des|S)erializer|^node::worker::/],
]

/** `stack` begins with the innermost frame. */
export function stageOf(stack: readonly Frame[]): string {
  for (const [stage, names] of NATIVE) if (stack[0].url === '' && names.test(stack[0].functionName)) return stage
  for (const { url, functionName } of stack) {
    for (const { stage, file, names } of RULES)
      if (file.test(url) && (names === undefined || names.test(functionName))) return stage
  }
  return UNKNOWN
}

/** Of a thread that runs no script. */
export function engineStage(stack: readonly Frame[]): string {
  const isCompiler = stack.some(({ functionName }) => /compiler|Compil|Turbofan|maglev/i.test(functionName))
  return isCompiler ? 'compilation' : 'garbage collection'
}
