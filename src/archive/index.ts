/**
 * What is kept: WARC files written, read, repaired and indexed.
 *
 *   Exchange ─ buildExchangeRecords (any thread) → bytes ─ WarcWriter.append → file.warc.gz + file.cdxj
 *   file ─ readWarc / readRecordAt → WarcRecord ─ exchangeOf → Exchange
 *   file.warc.gz.open after a kill ─ lastWrittenRecord, truncateWarc → ends at a whole record again
 *
 * Invariants: every record is a gzip member of its own and has true lengths and digests; nothing from the Web can end a
 * header line; readers never trust a length, never throw for damage, and never hold more than a bounded part of a file.
 */
export { readArchive } from './archive-files.js'
export { SafeResponses } from './safe-responses.js'
export { openByteFile, type ByteFile } from './byte-file.js'
export { parseCdxj, type CdxEntry } from './cdxj-line.js'
export { cdxjLineOf, indexPathOf, indexWarc } from './cdxj.js'
export { exchangeOf, targetUri } from './exchange-of.js'
export { headerValue, parseHttpResponse, type HttpResponse } from './http-message.js'
export { answerOf, findOriginal, isUnchanged, namesOf, type Candidate, type RevisitNames } from './revisit.js'
export { payloadDigest, recordId, warcDate, type RecordType } from './record-id.js'
export { lastWholeRecord, lastWrittenRecord, truncateWarc } from './repair.js'
export { surtOf } from './surt.js'
export { readRecordAt, readWarc, recordsOf, type Damage, type ReadOptions, type WarcRecord } from './warc-reader.js'
export {
  buildConversionRecord,
  buildExchangeRecords,
  buildFromArc,
  buildRevisitRecords,
  buildWarcinfo,
  type BuiltRecord,
  type BuiltRecords,
  type MetadataField,
  type Original,
  type RecordOptions,
} from './warc-record.js'
export {
  createWarcWriter,
  serialOf,
  type WarcPosition,
  type WarcWriter,
  type WarcWriterOptions,
} from './warc-writer.js'
