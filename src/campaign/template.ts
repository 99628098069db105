import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../disk/make-directory.js'
import { LongtailError, messageOf } from '../errors.js'

/** The file that `longtail init` writes: every key, its default, and what it is for. A test parses it. */
export const CAMPAIGN_TEMPLATE = `# A Longtail campaign: what is wanted, how much of it, how politely. Start with: longtail crawl campaign.yaml --out crawl
name: my-campaign                 # letters, digits, dot, dash, underscore; names the archive files
contact: ''                       # REQUIRED: a web page or e-mail address where site owners reach you. It goes into the User-Agent.

target:
  language: tha                   # ISO 639-3 or 639-1; a list is allowed: [tha, lao]
  policy: modern                  # modern | strict | textcat-or | textcat-meta-first (docs/languages.md)
  # min-share: 0.2                # least share of the text that must be in the language (modern)
  inherit-unknown: false          # a page with too little text to judge takes its parent's verdict
  # Instead of a language, or with it: a topic, a nation, or both. Files are relative to this one.
  # topic:
  #   model: maths.model          # "longtail train topic" makes it
  #   min-score: 0.5              # least probability of a wanted page
  # nation:
  #   country: TH                 # ISO 3166, two letters
  #   dictionary: thai-names.txt  # "longtail train nation" makes it; lists of your own are allowed. Without: the gazetteer's names
  #   in: eng                     # pages in this language, or in one of a list
  #   min-score: 0.5
  #   matching: phonetic          # phonetic | exact | literal: whether names may be spelt as they sound
  combine: all                    # all | any: whether a topic and a nation must both fit
  # keywords: [diving, scuba]     # one of these must be on the page, too
  # discount: [needs-script, paywall, shop]  # pages of little use offline count for less; all three where a topic is wanted
  # syllabus: syllabus.yaml       # many topics at once, instead of one; each gets a collection of its own

seeds:                            # a list (also {url: …, limits: {pages: 100, hops: 3}}), {file: seeds.txt} with one URL per line, or what a search engine finds:
                                  # {search: {searxng: 'http://127.0.0.1:8888', queries: [...], results: 30}}; of a
                                  # syllabus also background: 100, pages about anything that topics are told from
  - https://www.example.org/

strategy: ''                      # empty: the default. "longtail crawl --help" lists them; parameters: lswc:s=3,t=5
# warm-start: other-crawl         # a new crawl begins with what an earlier one learned: its directory, or the model.json in it

limits:                           # leave a key out for no limit
  pages: 10000
  # relevant: 500                 # a quota: enough when so many wanted pages were found
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
  connections: 64                 # downloads under way at once, over all hosts
  detours: 0.05                   # share of downloads that may go to worse links while the hosts of better ones wait; 1: never wait
  timeout: 60s
  max-body: 10MB                  # longer bodies are cut and marked as truncated
  retries: 3
  proxy: null                     # http://proxy.example:3128
  allow-private: false            # allow loopback and private addresses
  http2: false                    # HTTP/2 where servers speak it; off, because a hostile server can end the crawler through it
  hosts: {}                       # {'*': 'http://127.0.0.1:8080'} sends every request there with its own Host header
  archive: []                     # [a.warc.gz, b.wacz]: crawl these archives instead of the live Web, without delays and robots.txt

archive:
  keep: all                       # all | relevant | path (relevant pages and those that led to them)
  file-size: 1GB
  compression: 3                  # gzip level 1…9
  # operator: My Library
  # embeds: none                  # none | relevant: images, styles, fonts and scripts of wanted pages; relevant where a topic is wanted
  frontier-text: false            # after the quota: every page left in the queue once, for its text alone

frontier:
  kind: disk                      # disk | memory
  memory: 256MB                   # what the disk frontier may hold in memory

# workers: 1                      # analysis threads; default: one less than the cores
# Which pages may be fetched. A rule is a host with all below it (example.org), hosts by pattern (*.example.org), a URL that ends
# in a slash with all below it (https://example.org/wiki/), or a pattern of URLs, in which * is anything (*/calendar/*).
include: []                       # nothing but these pages, where there are rules; seeds have to fit, too
exclude: []                       # none of these; '!www.example.org' takes one back. Both are editable while the crawl runs
traps: true                       # URLs that bring nothing new (calendars, session ids, http/https twins) are held back (docs/traps.md)
# blacklist: [blocked.txt]        # files of hosts and patterns that are neither fetched nor shown (docs/blacklists.md); editable, too
`

/** Writes the commented campaign into a directory, which is made if need be, and returns its path. Never replaces one. */
export function writeCampaignTemplate(directory: string): string {
  const path = join(directory, 'campaign.yaml')
  if (existsSync(path))
    throw new LongtailError('E_USAGE', `${path} exists already and is left as it is; name another directory`)
  try {
    makeDirectory(directory)
    writeFileSync(path, CAMPAIGN_TEMPLATE, { flag: 'wx' })
  } catch (error) {
    throw new LongtailError('E_USAGE', `${path} cannot be written: ${messageOf(error)}`)
  }
  return path
}
