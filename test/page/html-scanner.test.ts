import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Tokenizer } from 'htmlparser2'
import { codeUnits } from '../../src/page/html/code-units.js'
import { scanHtml, type HtmlEvents } from '../../src/page/html/scanner.js'
import { TAG_NAMES } from '../../src/page/html/tags.js'

type Token = readonly string[]

/** Adjacent texts are one; elements that the scanner does not tell apart are ''. */
class Tokens {
  readonly list: Token[] = []
  private tag: string[] = []

  text(text: string): void {
    const last = this.list.at(-1)
    if (last?.[0] === 'text') this.list[this.list.length - 1] = ['text', last[1] + text]
    else if (text !== '') this.list.push(['text', text])
  }

  open(name: string): void {
    this.tag = ['open', TAG_NAMES.includes(name) ? name : '']
  }

  attribute(name: string, value: string): void {
    this.tag.push(name, value)
  }

  opened(): void {
    this.list.push(this.tag)
  }

  close(name: string): void {
    this.list.push(['close', TAG_NAMES.includes(name) ? name : ''])
  }
}

function scan(html: string, xml = false): Token[] {
  const tokens = new Tokens()
  const events: HtmlEvents = {
    text: (start, end) => tokens.text(html.slice(start, end)),
    open: tag => tokens.open(TAG_NAMES[tag]),
    attribute: (a, b, c, d) => tokens.attribute(html.slice(a, b), html.slice(c, d)),
    opened: () => tokens.opened(),
    close: tag => tokens.close(TAG_NAMES[tag]),
  }
  // by the letter, as htmlparser2: malformed.test.ts is about the rest
  scanHtml(html, codeUnits(html), events, xml, false)
  return tokens.list
}

/** The same from htmlparser2. */
function tokenize(html: string): Token[] {
  const tokens = new Tokens()
  let name = ''
  let value = ''
  const ignore = (): void => {}
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (start, end) => tokens.text(html.slice(start, end)),
      onopentagname: (start, end) => tokens.open(html.slice(start, end).toLowerCase()),
      onattribname: (start, end) => {
        name = html.slice(start, end)
        value = ''
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end)
      },
      onattribend: () => tokens.attribute(name, value),
      onopentagend: () => tokens.opened(),
      onselfclosingtag: () => tokens.opened(),
      onclosetag: (start, end) => tokens.close(html.slice(start, end).toLowerCase()),
      onattribentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontextentity: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return tokens.list
}

const PIECES = [
  ...[
    '<',
    '>',
    '/',
    '!',
    '-',
    '--',
    '"',
    "'",
    '=',
    ' ',
    '\n',
    'a',
    'b',
    '<a ',
    '</a>',
    '<!--',
    '-->',
    '--!>',
    '<p',
    'href',
    '=x',
  ],
  ...[
    '="y"',
    "='z'",
    '&amp;',
    '<?',
    '?>',
    '<!DOCTYPE html>',
    ']]>',
    '\0',
    '<svg>',
    '</svg>',
    '<br/>',
    '/>',
    'ก',
    '</ ',
    'text',
  ],
  ...[
    '<script>',
    '</script>',
    '<STYLE>',
    '</style',
    '<title>',
    '</Title>',
    '<textarea>',
    '</textarea>',
    '<iframe>',
    '</iframe>',
  ],
  ...['<xmp>', '</xmp ', '<plaintext>', '<noframes>', '</noframes>'],
]

test('made-up markup is cut into the tokens that htmlparser2 sees', () => {
  let seed = 3
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  for (let n = 0; n < 20_000; n++) {
    let html = ''
    for (let k = random(25); k >= 0; k--) html += PIECES[random(PIECES.length)]
    // an end tag cut off by the end of the document is one to htmlparser2, against the standard
    html += '>'
    assert.deepEqual(scan(html), tokenize(html), JSON.stringify(html))
  }
})

test('tags cut off by the end of the document are no tags', () => {
  for (const cut of [
    '<a',
    '<a href',
    '<a href=',
    '<a href="x',
    '<a href=x',
    '</a',
    '<!--',
    '<!-- x -',
    '<!x',
    '<?',
    '</!',
  ]) {
    assert.deepEqual(scan(`text${cut}`), [['text', 'text']], cut)
  }
  assert.deepEqual(scan('text<'), [['text', 'text<']])
  assert.deepEqual(scan('text</'), [['text', 'text</']])
})

test('CDATA is a comment in HTML and text in XML', () => {
  assert.deepEqual(scan('a<![CDATA[b>c]]>d'), [['text', 'ac]]>d']])
  assert.deepEqual(scan('a<![CDATA[b>c]]>d', true), [['text', 'ab>cd']])
})

test('a script that closes itself hides nothing where /> counts', () => {
  assert.deepEqual(scan('<script/>a</script>b'), [
    ['open', 'script'],
    ['text', 'a'],
    ['close', 'script'],
    ['text', 'b'],
  ])
  assert.deepEqual(scan('<script/><p>a', true), [
    ['open', 'script'],
    ['open', 'p'],
    ['text', 'a'],
  ])
  assert.deepEqual(scan('<svg><style/><p>a'), [
    ['open', 'svg'],
    ['open', 'style'],
    ['open', 'p'],
    ['text', 'a'],
  ])
})
