import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { openPeople } from '../../src/portal/people/index.js'
import { createReplay } from '../../src/portal/replay/index.js'
import { openSearcher } from '../../src/portal/search/searcher.js'
import { createRequestMetrics } from '../../src/portal/server/metrics.js'
import { createPortalServer } from '../../src/portal/server/server.js'
import { createSessions } from '../../src/portal/server/sessions.js'
import type { Portal, Route } from '../../src/portal/server/route.js'
import { portalDirectory } from '../../src/collection/portal-directory.js'
import { openLibrary } from '../../src/portal/store/library.js'
import { serveSmall } from './serve-small.js'

const routes: readonly Route[] = [
  {
    method: 'GET',
    pattern: '/throws',
    handle: () => {
      throw new Error('a secret of the machine')
    },
  },
  { method: 'GET', pattern: '/rejects', handle: () => Promise.reject(new Error('later')) },
  { method: 'GET', pattern: '/header', handle: () => ({ status: 200, headers: { 'X-Bad': 'a\nb' }, body: 'x' }) },
  { method: 'GET', pattern: '/fine', handle: () => ({ status: 200, body: 'fine' }) },
]

test('what goes wrong in one request is said, logged and over', async () => {
  const small = await serveSmall()
  const library = openLibrary(small.directory)
  const people = openPeople(`${small.directory}/other-local.db`)
  const searcher = await openSearcher(portalDirectory(small.directory), { threads: 1 })
  const replay = createReplay(library)
  const metrics = createRequestMetrics()
  const portal: Portal = {
    library,
    people,
    searcher,
    replay,
    sessions: createSessions(),
    metrics,
    listensOn: '127.0.0.1',
    offers: { library: true, administration: true },
  }
  const logged: string[] = []
  const server = createPortalServer(portal, {
    routes,
    loopbackOnly: true,
    isOwnHost: () => true,
    proxied: async () => ({ status: 404, body: '' }),
    log: message => logged.push(message),
  })
  try {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    assert.ok(address !== null && typeof address !== 'string')
    const get = (path: string) => fetch(`http://127.0.0.1:${address.port}${path}`)
    const thrown = await get('/throws')
    assert.equal(thrown.status, 500)
    const page = await thrown.text()
    assert.match(page, /Something went wrong here/)
    assert.doesNotMatch(page, /a secret of the machine/)
    assert.equal((await get('/rejects')).status, 500)
    assert.equal((await get('/header')).status, 500)
    assert.equal(await (await get('/fine')).text(), 'fine')
    assert.equal(logged.length, 3)
    assert.equal(logged[0], 'GET /throws: a secret of the machine')
    assert.deepEqual(
      metrics.snapshot().requests.map(({ route, status }) => `${route} ${status}`),
      ['/throws 500', '/rejects 500', '/header 500', '/fine 200'],
    )
  } finally {
    server.close()
    server.closeAllConnections()
    await replay.close()
    await searcher.close()
    people.close()
    library.close()
    await small.close()
  }
})
