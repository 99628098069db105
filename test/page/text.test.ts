import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../src/page/html/parse.js'
import { mainText } from '../../src/page/text/main-text.js'

const ENGLISH =
  'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.'
const THAI =
  'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ ทุกคนย่อมมีสิทธิและอิสรภาพบรรดาที่กำหนดไว้'
const CHINESE =
  '人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。人人有资格享有本宣言所载的一切权利和自由,不分种族、肤色、性别、语言、宗教、政治或其他见解。'

function main(html: string): string {
  const { fullText, blocks } = parseHtml(html)
  return mainText(fullText, blocks)
}

function menu(...words: string[]): string {
  return `<ul>${words.map(word => `<li><a href="/${word}">${word}</a></li>`).join('')}</ul>`
}

for (const [name, paragraph] of [
  ['English', ENGLISH],
  ['Thai', THAI],
  ['Chinese', CHINESE],
] as const) {
  test(`menus and footers are left out around ${name} paragraphs`, () => {
    const html =
      `${menu('Home', 'News', 'English', 'ไทย', '中文')}<h1>Title</h1><p>${paragraph}</p><p>${paragraph} <a href=/x>x</a></p>` +
      `<h2>Part</h2><p>${paragraph}</p>${menu('About', 'Contact')}<div>Copyright 2024</div>`
    assert.equal(main(html), ['Title', paragraph, `${paragraph} x`, 'Part', paragraph].join('\n'))
  })
}

test('text in nav, header, footer and aside is left out, however long', () => {
  const frame = `<p>${ENGLISH}</p>`
  const html = `<header>${frame}</header><nav>${frame}</nav><main><p>${THAI}</p><p>${THAI}</p></main><aside>${frame}</aside><footer>${frame}</footer>`
  assert.equal(main(html), `${THAI}\n${THAI}`)
})

test('short lines belong to the paragraphs around them', () => {
  const paragraph = `<p>${ENGLISH}</p>`
  assert.equal(main(`${paragraph}<p>A short line.</p>${paragraph}`), `${ENGLISH}\nA short line.\n${ENGLISH}`)
})

test('a page of short lines keeps what is not link, a page of links keeps everything', () => {
  const lines = Array.from({ length: 12 }, (_, n) => `Line number ${n} of the poem`)
  assert.equal(main(`${menu('Home', 'News')}${lines.map(line => `<p>${line}</p>`).join('')}`), lines.join('\n'))
  assert.equal(main(menu('Home', 'News', 'About')), 'Home\nNews\nAbout')
  assert.equal(main(''), '')
})
