import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../disk/make-directory.js'
import { LongtailError, messageOf } from '../errors.js'

/** The file that `longtail init` writes: every key, its default, and what it is for. A test parses it. */
export const CAMPAIGN_TEMPLATE = `# A Longtail campaign: what is wanted, how much of it, how politely. Start with: longtail crawl campaign.yaml --out crawl
name: my-campaign                 # letters, digits, dot, dash, underscore; names the archive files
contact: ''                       # REQUIRED: a web page or e-mail address where site owners reach you. It goes into the User-Agent.

target:
  language: tha                   # ISO 639-3 or 639-1; {model: min.model} of "longtail train language", which it learns on with {model: min.model, learn: true}; or a list: [tha, {model: min.model}]
  policy: modern                  # modern | strict | textcat-or | textcat-meta-first (docs/languages.md)
  # min-share: 0.2                # minimum share of the text that must be in the language (modern)
  inherit-unknown: false          # a page with too little text to judge takes its parent's verdict
  # Instead of a language, or with it: a topic, a nation, or both. Files are relative to this one.
  # topic:
  #   model: maths.model          # "longtail train topic" makes it
  #   min-score: 0.5              # minimum probability that a page is about the topic
  # nation:
  #   country: TH                 # ISO 3166, two letters
  #   dictionary: thai-names.txt  # "longtail train nation" makes it; your own lists work, too. Default: the names of the gazetteer
  #   in: eng                     # pages in this language, or in one of a list
  #   min-score: 0.5
  #   matching: phonetic          # phonetic | exact | literal: whether names may be spelt as they sound
  combine: all                    # all | any: whether a topic and a nation must both fit
  # keywords: [diving, scuba]     # a page must also contain one of these
  # discount: [needs-script, paywall, shop]  # pages of little use offline are ranked lower; default for topics: all three
  # syllabus: syllabus.yaml       # many topics instead of one; each gets its own collection

seeds:                            # a list (also {url: …, limits: {pages: 100, hops: 3}}), {file: seeds.txt} with one URL per line, or what a search engine finds:
                                  # {search: {searxng: 'http://127.0.0.1:8888', queries: [...], results: 30}}, without queries for a
                                  # topic or a learned language (its own words are searched for); of a
                                  # syllabus also background: 100, pages about anything that topics are told from
  - https://www.example.org/

strategy: ''                      # empty: the default. "longtail strategies" lists them; parameters: lswc:s=3,t=5
# warm-start: other-crawl         # start with what an earlier crawl learned: its directory, or the model.json in it

limits:                           # leave a key out for no limit
  pages: 10000
  # relevant: 500                 # a quota: stop when this many relevant pages were found
  per-host: 5000
  bytes: 10GB
  time: 12h                       # per run
  # hops: 20                      # links followed from a seed
  free-disk: 1GB                  # a crawl pauses while the disk has less than this

politeness:
  delay: 2s                       # between two requests to one host; a quarter of it between hosts on one address
  max-delay: 5min                 # back-off on 429, 503 and slow answers stops growing here
  per-host-connections: 1
  robots: true                    # obey robots.txt (RFC 9309)
  max-crawl-delay: 30s            # a longer Crawl-delay in robots.txt is cut to this
  nofollow: true                  # obey rel=nofollow, meta robots and X-Robots-Tag nofollow
  sitemaps: false                 # read the sitemaps that robots.txt names

network:
  connections: 64                 # open downloads at the same time, over all hosts
  detours: 0.05                   # share of downloads that may go to worse links while the hosts of better ones wait; 1: never wait
  timeout: 60s
  max-body: 10MB                  # longer bodies are cut and marked as truncated
  max-document: 50MB              # the same for documents (PDF, EPUB, Word, OpenDocument)
  retries: 3
  proxy: null                     # http://proxy.example:3128
  allow-private: false            # allow loopback and private addresses
  http2: false                    # use HTTP/2 where servers support it; off, because a hostile server can crash the crawler through it
  hosts: {}                       # {'*': 'http://127.0.0.1:8080'} sends every request there with its own Host header
  archive: []                     # [a.warc.gz, b.wacz]: crawl these archives instead of the live Web, without delays and robots.txt

archive:
  keep: all                       # all | relevant | path (relevant pages and those that led to them)
  file-size: 1GB
  compression: 3                  # gzip level 1…9
  # operator: My Library
  # embeds: none                  # none | relevant: images, styles, fonts and scripts of relevant pages; default for topics: relevant
  # dedupe: [../january]          # crawls and archives whose pages are not stored again: a revisit record refers to them
  frontier-text: false            # after the quota: fetch every page that is left in the queue, only for its text

# recrawl:                        # rounds after the first: "longtail crawl --again", or --watch (docs/rounds.md)
  # every: 7d                     # --watch begins a round so often
  # budget: 5000                  # downloads of one round: known pages asked again and new ones; default: all known pages, and limits
  # policy: longtail              # which known pages come first (docs/recrawl.md)
  # readings: [../library]        # portals, or files of "longtail portal readings": what is read there comes first

frontier:
  kind: disk                      # disk | memory
  memory: 256MB                   # memory limit of the disk frontier

# render: when-needed             # never | when-needed | always: pages that are empty without scripts go through a browser (docs/rendering.md).
                                  # Default: when-needed if there is one here ("longtail doctor"). {when: when-needed, share: 0.25}: at most this share of the pages

# workers: 1                      # analysis threads; default: the number of cores minus one
# Which pages may be fetched. A rule is a host with all below it (example.org), hosts by pattern (*.example.org), a URL that ends
# in a slash with all below it (https://example.org/wiki/), or a pattern of URLs, in which * is anything (*/calendar/*).
include: []                       # if there are rules here, only matching pages are fetched; seeds must match, too
exclude: []                       # never fetch these; '!www.example.org' is an exception. You can edit both lists while the crawl runs
traps: true                       # URLs that bring nothing new (calendars, session ids, http/https twins) are held back (docs/traps.md)
# blacklist: [blocked.txt]        # files of hosts and patterns that are neither fetched nor shown (docs/blacklists.md); you can edit them, too
`

/** Where it would be written. Throws E_USAGE when there is one. */
export function checkNoCampaign(directory: string): string {
  const path = join(directory, 'campaign.yaml')
  if (existsSync(path)) throw new LongtailError('E_USAGE', `${path} exists and is not replaced; name another directory`)
  return path
}

/** Writes the commented campaign into a directory, which is made if need be, and returns its path. Never replaces one. */
export function writeCampaignTemplate(directory: string, text = CAMPAIGN_TEMPLATE): string {
  const path = checkNoCampaign(directory)
  try {
    makeDirectory(directory)
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    throw new LongtailError('E_USAGE', `${path} cannot be written: ${messageOf(error)}`)
  }
  return path
}
