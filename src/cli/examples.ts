/** What the help of all commands begins with. */
export const FIRST_STEPS: readonly string[] = [
  'longtail demo                                  # crawls a small web on this machine; needs no network',
  'longtail init thai-web                         # asks what you want, writes thai-web/campaign.yaml',
  'longtail crawl thai-web/campaign.yaml --out crawl',
  'longtail portal build crawl --out library && longtail portal serve library',
]

/** What people type: the help of a command begins with it, and so does its part of the man page. Tests run them or read their flags. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  demo: ['longtail demo'],
  init: ['longtail init thai-web'],
  crawl: [
    'longtail crawl campaign.yaml                      # start, or resume',
    'longtail crawl campaign.yaml --max-pages 10000',
    'longtail crawl campaign.yaml --dry-run            # what would be fetched first?',
    'longtail crawl campaign.yaml --out DIR --processes 4',
  ],
  worker: [
    'longtail worker --join redis://HOST:6379 --store DIR',
    'longtail worker --join redis://HOST:6379 --store s3://BUCKET/PREFIX',
  ],
  'fetch-store': ['longtail fetch-store s3://BUCKET/PREFIX --out DIR'],
  status: ['longtail status DIR', 'longtail status DIR --hosts 10'],
  log: ['longtail log DIR | jq \'select(.t == "page") | .url\''],
  report: ['longtail report DIR --out report.html'],
  diff: [
    'longtail diff january june',
    'longtail diff old.warc.gz new.wacz --html changes.html',
    'longtail diff DIR                                 # its last two rounds',
    'longtail diff DIR@1 DIR@3                         # between the ends of two rounds',
  ],
  dashboard: [
    'longtail dashboard DIR                            # http://127.0.0.1:8081/',
    'longtail dashboard campaign.yaml --password-file password.txt',
  ],
  'portal build': [
    'longtail portal build DIR --out library',
    'longtail portal build DIR other.warc.gz --out library --copy',
  ],
  'portal serve': ['longtail portal serve library --port 8080', 'longtail portal serve library --host 0.0.0.0'],
  'portal install': ['longtail portal install library --port 8080'],
  'portal key': ['longtail portal key'],
  'portal states': ['longtail portal states library'],
  'portal readings': ['longtail portal readings library --out readings.jsonl'],
  'portal pack': [
    'longtail portal pack library --out whole.ltu',
    'longtail portal pack library --since 2026-11-30 --out update.ltu --pieces 5MB',
  ],
  'portal apply': ['longtail portal apply library update.ltu'],
  'portal trust': ['longtail portal trust library longtail-key-…'],
  'portal wishes': [
    'longtail portal wishes library --out wishes.ltu   # at the school',
    'longtail portal wishes wishes.ltu --out seeds.txt # where the next crawl begins',
  ],
  'export wacz': [
    'longtail export wacz DIR --out archive.wacz',
    'longtail export wacz DIR --round 3 --out round-3.wacz',
  ],
  'export zim': ['longtail export zim DIR --out library.zim'],
  'export corpus': [
    'longtail export corpus DIR --out corpus.parquet --language tha --dedupe near',
    'longtail export corpus DIR --since corpus-1 --dedupe near --out corpus-2',
  ],
  judge: ['longtail judge https://example.org/ page.html --campaign campaign.yaml'],
  'blacklist merge': ['longtail blacklist merge school-a.txt school-b.txt --out all.txt'],
  languages: ['longtail languages', 'longtail languages tha'],
  seeds: ['longtail seeds CRAWL… --language-model my.model --out seeds.txt'],
  'train language': [
    'longtail train language min --examples min.txt pages/ --out min.model',
    'longtail train language min --from CRAWL --out min-2.model',
  ],
  'train topic': [
    'longtail train topic "fibre optics" --examples good/ --negatives other/ --out fibre.model',
    'longtail train topic "fibre optics" --search https://searxng.example/ --out fibre.model',
  ],
  'train nation': ['longtail train nation --country KE --list our-villages.csv --out kenya.txt'],
  'train links': ['longtail train links CRAWL --out links.model'],
  'train segments': ['longtail train segments CRAWL --out segments.model'],
  'train counts': ['longtail train counts text-1.txt text-2.txt --out counts.tsv'],
  'graph generate': ['longtail graph generate --preset thai-2004 --scale 0.01 --seed 1 --out thai.ltg'],
  'graph import': ['longtail graph import DIR --out crawl.ltg'],
  'graph stats': ['longtail graph stats thai.ltg'],
  simulate: [
    'longtail simulate thai.ltg --strategy longtail --strategy breadth-first --out study',
    'longtail simulate thai.ltg --strategy ./mine.js',
    'longtail simulate thai.ltg --changes --budget 1%,5% --days 365',
  ],
  study: ['longtail study studies/tamura-2007.yaml', 'longtail study mine.yaml --out figures'],
  strategies: ['longtail strategies', 'longtail strategies lswc'],
  doctor: ['longtail doctor'],
  completion: [
    'longtail completion bash > ~/.local/share/bash-completion/completions/longtail',
    'longtail completion zsh > ~/.zfunc/_longtail      # a folder of $fpath',
    'longtail completion fish > ~/.config/fish/completions/longtail.fish',
  ],
  man: ['longtail man | man -l -'],
}
