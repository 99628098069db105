import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../disk/make-directory.js'
import { LongtailError, systemReason } from '../errors.js'

/** The file that `longtail init` writes: every key, its default, and what it is for. A test parses it. */
export const CAMPAIGN_TEMPLATE = `# A Longtail campaign: what to collect, how much of it, and how politely. Start with: longtail crawl campaign.yaml --out crawl
name: my-campaign                 # letters, digits, dot, dash, underscore; names the archive files
contact: ''                       # REQUIRED: a web page or e-mail address where site owners can reach you. It is sent in the User-Agent.

target:
  language: tha                   # ISO 639-3 or 639-1; a model of "longtail train language": {model: min.model}, or {model: min.model, learn: true} to improve it during the crawl; or a list: [tha, {model: min.model}]
  policy: modern                  # modern | strict | textcat-or | textcat-meta-first (docs/languages.md)
  # min-share: 0.2                # minimum share of the text that must be in the language (modern)
  inherit-unknown: false          # a page with too little text to judge takes its parent's verdict
  # Instead of a language, or with it: a topic, a nation, or both. Paths are relative to this file.
  # topic:
  #   model: maths.model          # "longtail train topic" writes it
  #   min-score: 0.5              # minimum probability that a page is about the topic
  # nation:
  #   country: TH                 # ISO 3166, two letters
  #   dictionary: thai-names.txt  # "longtail train nation" writes it; your own lists work, too. Default: the names of the gazetteer
  #   in: eng                     # pages in this language, or in one of a list
  #   min-score: 0.5
  #   matching: phonetic          # phonetic | exact | literal: whether a name may be spelt as it sounds
  combine: all                    # all | any: whether a page must match both topic and nation
  # keywords: [diving, scuba]     # a page must also contain one of these
  # discount: [needs-script, paywall, shop]  # pages of little use offline are ranked lower; default for topics: all three
  # syllabus: syllabus.yaml       # many topics instead of one; each gets its own collection

seeds:                            # a list of URLs (or of {url: …, limits: {pages: 100, hops: 3}}), {file: seeds.txt} with one URL per line, or results of a search:
                                  # {search: {searxng: 'http://127.0.0.1:8888', queries: [...], results: 30}}. Topics and learned languages
                                  # have words of their own and need no queries. For a syllabus, background: 100
                                  # also fetches that many random pages, from which topics are distinguished
  - https://www.example.org/

strategy: ''                      # empty: the default. "longtail strategies" lists them; parameters: lswc:s=3,t=5
# warm-start: other-crawl         # start with what an earlier crawl learned: its directory, or the model.json in it

limits:                           # leave a key out for no limit
  pages: 10000
  # relevant: 500                 # a quota: stop after this many relevant pages
  per-host: 5000
  bytes: 10GB
  time: 12h                       # per run
  # hops: 20                      # links followed from a seed
  free-disk: 1GB                  # a crawl pauses while the disk has less than this

politeness:
  delay: 2s                       # between two requests to one host; a quarter of it between hosts on one address
  max-delay: 5min                 # longest back-off after 429, 503 and slow answers
  per-host-connections: 1
  robots: true                    # obey robots.txt (RFC 9309)
  max-crawl-delay: 30s            # a longer Crawl-delay in robots.txt is shortened to this
  nofollow: true                  # obey rel=nofollow, meta robots and X-Robots-Tag nofollow
  sitemaps: false                 # read the sitemaps that robots.txt lists

network:
  connections: 64                 # open downloads at the same time, over all hosts
  detours: 0.05                   # share of downloads that may go to worse links while the hosts of better ones wait; 1: never wait
  timeout: 60s
  max-body: 10MB                  # longer bodies are cut and marked as truncated
  max-document: 50MB              # the same for documents (PDF, EPUB, Word, OpenDocument)
  retries: 3
  proxy: null                     # http://proxy.example:3128
  allow-private: false            # allow loopback and private addresses
  http2: false                    # use HTTP/2 where servers support it; off, because a hostile server can use it to crash the crawler
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
  # every: 7d                     # how often --watch begins a round
  # budget: 5000                  # downloads per round, of known and new pages; default: all known pages, and limits
  # policy: longtail              # which known pages come first (docs/recrawl.md)
  # readings: [../library]        # portals, or files of "longtail portal readings": pages that are read there come first

frontier:
  kind: disk                      # disk | memory
  memory: 256MB                   # memory limit of the disk frontier

# render: when-needed             # never | when-needed | always: whether pages that are empty without JavaScript are rendered in a browser (docs/rendering.md).
                                  # Default: when-needed, if this machine has a browser ("longtail doctor"). {when: when-needed, share: 0.25}: at most this share of the pages

# workers: 1                      # analysis threads; default: the number of cores minus one
# Which pages may be fetched. A rule is a host and its subdomains (example.org), only the subdomains (*.example.org), a URL that
# ends in a slash, with everything below it (https://example.org/wiki/), or a pattern of URLs, in which * is anything (*/calendar/*).
include: []                       # if there are rules here, only matching pages are fetched; seeds must match, too
exclude: []                       # never fetch these; '!www.example.org' makes an exception. You can edit both lists while the crawl runs
traps: true                       # URLs that bring nothing new (calendars, session ids, http/https twins) are held back (docs/traps.md)
# blacklist: [blocked.txt]        # files of hosts and patterns that are neither fetched nor shown (docs/blacklists.md); you can edit them, too
`

/** Where it would be written. Throws E_USAGE when there is one. */
export function checkNoCampaign(directory: string): string {
  const path = join(directory, 'campaign.yaml')
  if (existsSync(path))
    throw new LongtailError('E_USAGE', `${path} already exists and was left as it is; choose another directory`)
  return path
}

/** Writes the commented campaign into a directory, which is made if need be, and returns its path. Never replaces one. */
export function writeCampaignTemplate(directory: string, text = CAMPAIGN_TEMPLATE): string {
  const path = checkNoCampaign(directory)
  try {
    makeDirectory(directory)
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    throw new LongtailError('E_USAGE', `${path} cannot be written (${systemReason(error)}); choose another directory`)
  }
  return path
}
