/**
 * WET, as Common Crawl publishes it: WARC/1.0 with a warcinfo and one `conversion` record per page, a gzip member each, the text as
 * the block.
 */
import { payloadDigest, recordId, warcDate } from '../../archive/index.js'
import { compressedMember } from '../../archive/gzip-member.js'
import { oneLine, oneUri } from '../../archive/http-head.js'
import { SOFTWARE } from '../../version.js'
import type { CorpusPage } from './contracts.js'
import { CorpusFile, type CorpusWriter } from './corpus-file.js'

const GZIP_LEVEL = 6

/** `at`: when the export began. */
export function createWetWriter(path: string, name: string, at: number): CorpusWriter {
  const file = new CorpusFile(path)
  const id = recordId('warcinfo', name, at)
  const info = [
    `software: ${SOFTWARE}`,
    'format: WARC File Format 1.0',
    'conformsTo: http://bibnum.bnf.fr/WARC/WARC_ISO_28500_version1_latestdraft.pdf',
    'description: text of pages without boilerplate, one paragraph per line',
  ]
  const head = [
    'WARC-Type: warcinfo',
    `WARC-Date: ${seconds(warcDate(at))}`,
    `WARC-Filename: ${oneLine(name)}`,
    `WARC-Record-ID: ${id}`,
    'Content-Type: application/warc-fields',
  ]
  file.write(record(head, Buffer.from(`${info.join('\r\n')}\r\n`)))
  return {
    write: (page, source) => file.write(record(headOf(page, source, id), Buffer.from(page.text))),
    finish: () => file.finish(),
    close: () => file.close(),
  }
}

function headOf(page: CorpusPage, source: string, warcinfo: string): string[] {
  const { url, timestamp, language, textDigest } = page
  return [
    'WARC-Type: conversion',
    `WARC-Target-URI: ${oneUri(url)}`,
    `WARC-Date: ${seconds(timestamp)}`,
    // another text of the same page, cleaned by other rules, is another record
    `WARC-Record-ID: ${recordId('conversion', `${url} ${textDigest}`, Date.parse(timestamp))}`,
    ...(/^<urn:[\w:.-]+>$/.test(source) ? [`WARC-Refers-To: ${source}`] : []),
    `WARC-Warcinfo-ID: ${warcinfo}`,
    ...(language === 'und' ? [] : [`WARC-Identified-Content-Language: ${language}`]),
    'Content-Type: text/plain',
  ]
}

function record(head: readonly string[], block: Buffer): Buffer {
  const fields = [...head, `WARC-Block-Digest: ${payloadDigest(block)}`, `Content-Length: ${block.length}`]
  const start = Buffer.from(`WARC/1.0\r\n${fields.join('\r\n')}\r\n\r\n`)
  return compressedMember(Buffer.concat([start, block, Buffer.from('\r\n\r\n')]), GZIP_LEVEL)
}

/** WARC/1.0 knows no fractions. */
function seconds(date: string): string {
  return `${date.slice(0, 19)}Z`
}
