import assert from 'node:assert/strict'
import test from 'node:test'
import { isCardNumber } from '../../src/export/corpus/card-numbers.js'
import { maskText, MASKS, type Mask } from '../../src/export/corpus/masks.js'

function masked(text: string, masks: readonly Mask[] = MASKS): string {
  return maskText(text, new Set(masks), () => undefined)
}

test('e-mail addresses are masked, also written for people, and not what stands beside them', () => {
  assert.equal(
    masked('Write to ann.b-c@mail.site.example, or to bob@site.example.'),
    'Write to [email], or to [email].',
  )
  assert.equal(masked('info [at] site [dot] example'), '[email]')
  assert.equal(masked('詳細はinfo@site.jpに御連絡下さい'), '詳細は[email]に御連絡下さい')
  assert.equal(masked('See http://site.example/@ann and @ann at 5 pm'), 'See http://site.example/@ann and @ann at 5 pm')
})

test('telephone numbers are masked as many countries write them', () => {
  for (const number of [
    '+44 (0) 20 7045 5000',
    '+7 (499) 490 71 05',
    '02-617-8383',
    '04 86 26 26 26',
    '(212) 555-0123',
    '1-800-226-3784',
    '8 (800) 777-32-84',
    '010-5366 3090',
    '13681865737',
    '400-6000-121',
    '0816414009',
    '0228 - 4 007 111',
    '(11) 9.5555.0123',
    '(11) 5555.0123',
  ])
    assert.equal(masked(`Ask ${number} now`), 'Ask [phone] now', number)
  assert.equal(masked('Tel.: 2839111, 2839112'), 'Tel.: [phone], [phone]')
  assert.equal(masked('Ask 02-555-0123 (1904) now'), 'Ask [phone] (1904) now')
  assert.equal(masked('نمابر: 88700204'), 'نمابر: [phone]')
  const many = ['06-15550123', '06-15550124', '06-15550125', '08-65550126']
  assert.equal(masked(many.join(' ')), many.map(() => '[phone]').join(' '))
  assert.equal(masked('Ask us (02-617-8383).'), 'Ask us ([phone]).')
  assert.equal(masked('電話：95105105'), '電話：[phone]')
  assert.equal(masked('06-6190-5131/06-6190-5613'), '[phone]/[phone]')
})

test('dates, prices, versions, addresses, books and names of licences are no telephone numbers', () => {
  for (const text of [
    '2018-03-16 and 16.03.2018 and 03/16/2018',
    'Issue 04 12/03/2018',
    'from 1990-2000 to 2005–2012',
    'it costs 26 923 000 or $1,499.00',
    'version 12.3.2.202, address 54.196.46.127',
    'ISBN 978-3-95757-708-5',
    'P.IVA 02441500242',
    '京ICP备13051807号-7',
    '1 2 3 4 5 6 7 8 9 10',
    'http://site.example/a/0000196352.html',
  ])
    assert.equal(masked(text), text)
})

test('card numbers are known by issuer, length and check digit', () => {
  // numbers that issuers publish for tests
  for (const number of ['4111 1111 1111 1111', '5500-0000-0000-0004', '378282246310005', '3782 822463 10005'])
    assert.ok(isCardNumber(number), number)
  for (const number of ['4111 1111 1111 1112', '1234 5678 9012 3452', '4111 1111-1111 1111', '41111111 11111111'])
    assert.ok(!isCardNumber(number), number)
  assert.equal(masked('Pay with 4111 1111 1111 1111, please.'), 'Pay with [card], please.')
  assert.equal(
    masked('Pay with 4111 1111 1111 1111, please.', ['email', 'phone']),
    'Pay with 4111 1111 1111 1111, please.',
  )
})

test('only what was asked for is masked, and each is counted', () => {
  const counts: Mask[] = []
  const text = 'ann@site.example, +66 2 617 8383'
  assert.equal(
    maskText(text, new Set(['email']), mask => counts.push(mask)),
    '[email], +66 2 617 8383',
  )
  assert.deepEqual(counts, ['email'])
})

test('long rows of digits and signs take no long time', () => {
  const text = '1 '.repeat(50_000) + 'a.'.repeat(50_000) + '('.repeat(50_000)
  const before = process.cpuUsage()
  assert.equal(masked(text), text)
  const { user, system } = process.cpuUsage(before)
  assert.ok(user + system < 5e6)
})
