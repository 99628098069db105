import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverCountry } from '../../src/server-country.js'

test('addresses have the country that the registries gave them to', () => {
  assert.equal(serverCountry('203.150.0.1'), 'TH')
  assert.equal(serverCountry('8.8.8.8'), 'US')
  assert.equal(serverCountry('2001:4860:4860::8888'), 'US')
})

test('private addresses and what is no address have none', () => {
  for (const address of [null, '', '127.0.0.1', '10.0.0.1', '::1', '1.2.3', 'www.example.org', '999.1.1.1'])
    assert.equal(serverCountry(address), '', String(address))
})
