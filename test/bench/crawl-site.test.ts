import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSite, LINKS_PER_PAGE, type SiteKind } from '../../bench/crawl/pages.js'

const PAGES = 100

for (const kind of ['known', 'new'] satisfies SiteKind[])
  test(`the site with ${kind} links serves every page that it links to`, () => {
    const site = createSite(kind, PAGES)
    const paths = [
      ...site
        .body(site.find('/'))
        .toString('utf8')
        .matchAll(/href="([^"]+)"/g),
    ].map(([, path]) => path)
    assert.equal(new Set(paths).size, LINKS_PER_PAGE)
    for (const path of paths) {
      const page = site.find(path)
      assert.ok(page >= 0 && page < site.size, path)
      assert.match(site.body(page).toString('utf8'), /<h1>[^<]+<\/h1>/)
    }
  })
