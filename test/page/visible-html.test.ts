import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJudge } from '../../src/judge/index.js'
import { proseOf } from '../../src/page/index.js'
import { html, pageOf, passage } from '../judge/page-of.js'

const ENGLISH = passage('eng', 900)
const THAI = passage('tha', 900)
const MENU = '<a href=/a>Home</a> <a href=/b>About us</a>'
const judge = createJudge({ kind: 'language', languages: ['tha'] })

function reasons(body: string): string {
  return judge.judge(pageOf(html(body))).reasons.join('; ')
}

test('a body that a script will show is read as what people see, without what stays hidden in it', () => {
  for (const attribute of ['style="display:none"', 'hidden', 'class=x style="margin:0; display: none !important"']) {
    const page = pageOf(
      `<meta charset=utf-8><body ${attribute}><p>${THAI}</p><div style="display:none">${ENGLISH}</div><a href=/a>หน้าแรก</a></body>`,
    )
    assert.equal(page.textSource, 'hidden')
    assert.ok(page.text.includes(THAI.slice(0, 50)) && !page.fullText.includes(ENGLISH.slice(0, 50)), attribute)
    assert.equal(page.links[0].anchor, 'หน้าแรก')
    const verdict = judge.judge(page)
    assert.equal(verdict.relevant, true)
    assert.match(verdict.reasons.at(-1) ?? '', /text that a script would show was read/)
    assert.ok(proseOf(page).includes(THAI.slice(0, 50)))
  }
})

test('where nearly nothing can be seen, text that a script will show is read, and the verdict says so', () => {
  const body = `<p>Loading …</p><div id=page style="display: none"><p>${THAI}</p>${MENU}</div><script src=x.js></script>`
  const page = pageOf(html(body))
  assert.equal(page.textSource, 'hidden')
  assert.match(reasons(body), /% of the text is Thai.*text that a script would show was read/)
  assert.deepEqual(
    page.links.map(({ anchor }) => anchor),
    ['Home', 'About us'],
  )
  assert.deepEqual(
    page.signs.map(({ kind }) => kind),
    ['needs-script'],
  )
  assert.ok(proseOf(page).includes(THAI.slice(0, 50)))
  assert.notDeepEqual(page.simhash, [0, 0])
  assert.equal(
    pageOf(html(`<textarea id=source># Slides\n${THAI}</textarea><script src=remark.js></script>`)).textSource,
    'hidden',
  )
})

test('behind nothing but a notice about cookies, the page that it hides is read', () => {
  const notice =
    '<div role=dialog>We value your privacy. We and our 843 partners use cookies. <button>Accept</button></div>'
  const hidden = `<div style="display:none">${`<p>${THAI}</p>`.repeat(2)}</div><script src=cmp.js></script>`
  assert.match(reasons(notice + hidden), /% of the text is Thai/)
  assert.equal(pageOf(html(notice + hidden)).textSource, 'hidden')
  // what can be seen is a page of its own
  assert.equal(
    pageOf(html(`<p>How to bake ginger biscuits at home, with butter and brown sugar.</p>${hidden}`)).textSource,
    'visible',
  )
  assert.equal(pageOf(html(`<p>${ENGLISH} Cookies.</p>${hidden}`)).textSource, 'visible')
})

test('then the text for browsers without scripts or frames', () => {
  const noscript = `<div id=root></div><noscript><h1>x</h1><p>${THAI}</p><a href=/n>n</a></noscript>`
  assert.equal(pageOf(html(noscript)).textSource, 'noscript')
  assert.match(reasons(noscript), /% of the text is Thai.*for browsers without scripts or frames was read/)
  const frames = pageOf(
    `<meta charset=utf-8><title>T</title><frameset><frame src=/left><NOFRAMES><body><p>${THAI}</p><a href=/plain>p</a></body></NOFRAMES></frameset>`,
  )
  assert.equal(frames.textSource, 'noscript')
  assert.ok(frames.text.includes(THAI.slice(0, 50)))
  assert.deepEqual(
    frames.links.map(({ kind, url }) => `${kind} ${url}`),
    ['frame http://site.example/left', 'a http://site.example/plain'],
  )
})

test('a refresh for browsers without scripts is not followed where their text is read', () => {
  const page = pageOf(html(`<noscript><meta http-equiv=refresh content="0;url=/nojs"><p>${THAI}</p></noscript>`))
  assert.equal(page.textSource, 'noscript')
  assert.deepEqual(page.links, [])
})

test('a page with visible text is not judged by hidden text, however much there is', () => {
  const sentence = 'We repair old clocks and watches in the village.'
  const farm = Array.from(
    { length: 500 },
    (_, i) => `<a href=http://spam${i}.example/>${THAI.slice(i % 99, 60 + (i % 99))}</a>`,
  ).join(' ')
  for (const hiding of [
    (text: string) => `<div style="display:none">${text}</div>`,
    (text: string) => `<div hidden>${text}</div>`,
    (text: string) => `<noscript>${text}</noscript>`,
    (text: string) => `<p><span style="color:red;display:none">${text}</span></p>`,
    (text: string) => `<textarea>${text}</textarea>`,
    (text: string) => `<select><option>${text}</select>`,
    (text: string) => `<noframes>${text}</noframes>`,
    (text: string) => `<template>${text}</template>`,
  ]) {
    for (const hidden of [`<p>${THAI}</p>`.repeat(20), farm]) {
      for (const body of [`<p>${sentence}</p>${hiding(hidden)}`, `${hiding(hidden)}<p>${sentence}</p>`]) {
        const page = pageOf(html(body))
        assert.equal(page.textSource, 'visible')
        assert.equal(page.fullText, sentence)
        const { relevant, share, reasons } = judge.judge(page)
        assert.deepEqual([relevant, share], [false, 0], body.slice(0, 60))
        assert.doesNotMatch(reasons.join(), /script/)
      }
    }
  }
})

test('notices and choices are no text of a page that shows nothing', () => {
  const asks = 'You need to enable JavaScript to run this app. '
  for (const body of [
    `<div id=root></div><noscript>${asks.repeat(6)}</noscript>`,
    `<div id=root></div><div style="display:none">${asks.repeat(6)}</div>`,
    '<div id=root></div><div hidden>We use cookies to give you the best experience. Accept all? Settings</div>',
    `<select>${`<option>${THAI.slice(0, 30)}</option>`.repeat(50)}</select>`,
    `<template><p>${THAI}</p></template>`,
    `<script>${THAI}</script><style>${THAI}</style><!-- ${THAI} -->`,
  ]) {
    const page = pageOf(html(body))
    assert.deepEqual([page.textSource, page.text], ['visible', ''], body.slice(0, 60))
    assert.equal(judge.judge(page).unknown, true)
  }
})

test('hidden text without end is bounded as other text is', () => {
  const page = pageOf(`<div hidden>${`<p>${ENGLISH}</p>`.repeat(3_000)}`)
  assert.equal(page.textSource, 'hidden')
  assert.ok(page.fullText.length <= 1_000_000)
})
