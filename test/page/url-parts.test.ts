import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directoryOf, hostOf, segmentOf, serverKeyOf, tldOf } from '../../src/page/url/parts.js'

test('the host is the name without port', () => {
  assert.equal(hostOf('http://a.example/x:1/'), 'a.example')
  assert.equal(hostOf('https://a.example:8443/'), 'a.example')
  assert.equal(hostOf('http://[::1]/'), '[::1]')
  assert.equal(hostOf('http://[::1]:8080/'), '[::1]')
})

test('the key of a server has its port, the default one too', () => {
  assert.equal(serverKeyOf('http://a.example/x:1'), 'a.example')
  assert.equal(serverKeyOf('https://a.example/'), 'a.example')
  assert.equal(serverKeyOf('https://a.example:8443/'), 'a.example:8443')
  assert.equal(serverKeyOf('http://[::1]/'), '[::1]')
  assert.equal(serverKeyOf('http://[::1]:8080/'), '[::1]:8080')
})

test('the directory is the first one of the path, the host itself for pages at the root', () => {
  assert.equal(directoryOf('http://a.example/user1/x'), 'a.example/user1/')
  assert.equal(directoryOf('http://a.example/user1/x/y/z'), 'a.example/user1/')
  assert.equal(directoryOf('http://a.example/about.html'), 'a.example/')
  assert.equal(directoryOf('http://a.example/'), 'a.example/')
  assert.equal(directoryOf('http://a.example/find?dir=/x/y'), 'a.example/')
  assert.equal(directoryOf('https://a.example:8443/u/'), 'a.example:8443/u/')
})

test('the segment is the URL up to its last slash, lower-cased, without query', () => {
  assert.equal(segmentOf('http://a.example/Thai/Food/x.html?a=/b/c'), 'a.example/thai/food/')
  assert.equal(segmentOf('http://a.example/thailand'), 'a.example/')
  assert.equal(segmentOf('http://a.example/thailand/'), 'a.example/thailand/')
  assert.equal(segmentOf('http://a.example/?x'), 'a.example/')
})

test('the top-level domain is the last label of a name', () => {
  assert.equal(tldOf('http://www.a.co.th/'), 'th')
  assert.equal(tldOf('http://a.xn--o3cw4h:81/'), 'xn--o3cw4h')
  assert.equal(tldOf('http://127.0.0.1/'), '')
  assert.equal(tldOf('http://[::1]/'), '')
  assert.equal(tldOf('http://localhost/'), '')
})
