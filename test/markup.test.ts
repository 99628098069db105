import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeText, markup, presentable } from '../src/markup.js'

test('whatever is put into a template is escaped, unless it is markup', () => {
  const inner = markup`<b>${'<i>'}</b>`
  assert.equal(
    markup`<p title="${'" onload="x'}">${inner}${[inner]}${null}${7}</p>`.text,
    '<p title="&quot; onload=&quot;x"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>7</p>',
  )
  assert.equal(escapeText(`&<>"'`), '&amp;&lt;&gt;&quot;&#39;')
})

test('characters that XML forbids or that turn the direction of text are replaced', () => {
  assert.equal(presentable('a\u0000b\u001bc\ud800d\u202ee\uffff'), 'a\ufffdb\ufffdc\ufffdd\ufffde\ufffd')
  assert.equal(presentable('ภาษาไทย\t日本語\n😀'), 'ภาษาไทย\t日本語\n😀')
})

test('a number that is none reads as a dash', () => {
  assert.equal(markup`${Number.NaN} ${Infinity}`.text, '– –')
})
