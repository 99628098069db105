import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contrast, type Colour } from '../../src/portal/ui/contrast.js'
import { en } from '../../src/portal/ui/languages/en.js'
import { colourIn, darkShades, lightShades, parseColour } from '../../src/portal/ui/theme.js'
import { logoOf, MAX_LOGO_BYTES } from '../../src/portal/people/logo.js'
import { gifHead, jpegHead, pngOf } from './picture-samples.js'
import { PASSWORD, serveSmall, type SmallPortal } from './serve-small.js'
import { createVisitor, type Visitor } from './visitor.js'

test('a colour is six digits or three, and nothing else is one', () => {
  assert.equal(colourIn('#1A4e8a'), '#1a4e8a')
  assert.equal(colourIn(' 1a4e8a '), '#1a4e8a')
  assert.equal(colourIn('#f0a'), '#ff00aa')
  const hostile = [
    '',
    'red',
    '#12',
    '#1234567',
    'rgb(1,2,3)',
    '#000;}body{display:none',
    'url(http://x)',
    '#١٢٣',
    '#00000g',
  ]
  for (const text of hostile) assert.equal(colourIn(text), null, text)
})

test('whatever colour a school has, all that is written in it or on it can be read, in light and in dark', () => {
  const white: Colour = [255, 255, 255]
  const panel: Colour = parseColour('#f4f6f9')
  const dark = { page: parseColour('#13171d'), panel: parseColour('#1c222a'), text: parseColour('#e6eaf0') }
  const text = parseColour('#1c2430')
  const steps = [0, 36, 73, 109, 146, 182, 219, 255]
  const weak: string[] = []
  const check = (name: string, a: Colour, b: Colour): void => {
    if (contrast(a, b) < 4.5) weak.push(`${name}: ${a.join()} on ${b.join()} is ${contrast(a, b)}`)
  }
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const light = lightShades([red, green, blue])
        for (const ground of [white, panel, light.tint]) check('light link', light.accent, ground)
        check('light button', light.onAccent, light.accent)
        check('light button under the pointer', light.onAccent, light.strong)
        check('light text on the tint', text, light.tint)
        check('light band', white, light.band)
        const night = darkShades([red, green, blue])
        for (const ground of [dark.page, dark.panel, night.tint]) check('dark link', night.accent, ground)
        check('dark button', night.onAccent, night.accent)
        check('dark button under the pointer', night.onAccent, night.strong)
        check('dark text on the tint', dark.text, night.tint)
        check('dark band', white, night.band)
      }
  assert.deepEqual(weak, [])
})

test('a colour that can be read is taken as it is', () => {
  assert.deepEqual(lightShades(parseColour('#1a4e8a')).accent, parseColour('#1a4e8a'))
  assert.deepEqual(darkShades(parseColour('#8fbdf2')).accent, parseColour('#8fbdf2'))
})

test('a logo is a small picture by its bytes, whatever it is called', () => {
  assert.equal(logoOf(pngOf(64, 40))?.type, 'image/png')
  assert.equal(logoOf(jpegHead(300, 100))?.type, 'image/jpeg')
  const refused = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.alloc(0),
    pngOf(64, 40).subarray(0, 20),
    pngOf(15, 15),
    gifHead(2001, 900),
    gifHead(900, 100),
    Buffer.concat([pngOf(64, 40), Buffer.alloc(MAX_LOGO_BYTES)]),
  ]
  for (const bytes of refused) assert.equal(logoOf(bytes), null)
})

describe('name, colour and logo of a school', () => {
  let small: SmallPortal
  let admin: Visitor
  const reader = () => createVisitor(small.origin)
  before(async () => {
    small = await serveSmall()
    admin = createVisitor(small.origin)
    await admin.get('/admin/login')
    await admin.post('/admin/login', { password: PASSWORD })
    await admin.get('/admin/look')
  })
  after(() => small.close())

  test('the colour is on every page, as a style sheet of the portal', async () => {
    assert.doesNotMatch((await reader().get('/')).html, /theme\.css/)
    assert.equal((await reader().get('/theme.css')).status, 404)
    assert.equal((await admin.post('/admin/colour', { colour: '#B00020' })).location, '/admin/look?saved=1')
    for (const path of ['/', '/topics', '/search?q=lava', '/admin/login'])
      assert.match((await reader().get(path)).html, /<link rel="stylesheet" href="\/theme\.css\?v=b00020">/, path)
    const { status, headers, html } = await reader().get('/theme.css?v=b00020')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/css/)
    assert.match(html, /^:root\{--accent:rgb\(176,0,32\);[^<>]*\}\n@media \(prefers-color-scheme:dark\)\{:root\{/)
    assert.match((await reader().get('/manifest.webmanifest')).html, /"theme_color":"#b00020"/)
  })

  test('what is no colour changes nothing, and is said', async () => {
    const refused = await admin.post('/admin/colour', { colour: 'red;}*{display:none' })
    assert.equal(refused.status, 409)
    assert.ok(refused.html.includes(en.admin.notAColour))
    assert.match((await reader().get('/theme.css')).html, /rgb\(176,0,32\)/)
    await admin.post('/admin/colour', { colour: '' })
    assert.equal((await reader().get('/theme.css')).status, 404)
  })

  test('the logo is beside the name, and nothing but a picture to browsers', async () => {
    const bytes = pngOf(120, 60)
    assert.equal((await admin.upload('/admin/logo', { name: '../../x.html', bytes })).status, 303)
    const { html } = await reader().get('/')
    const [, path] = /<img class="logo" src="([^"]+)" alt="" height="36" width="72">/.exec(html) ?? []
    const answer = await fetch(small.origin + path)
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; sandbox")
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), Buffer.from(bytes))
    const refused = await admin.upload('/admin/logo', { name: 'logo.png', bytes: '<svg onload="alert(1)"/>' })
    assert.equal(refused.status, 409)
    assert.match((await reader().get('/')).html, /class="logo"/, 'the one of before stays')
    await admin.post('/admin/logo', { remove: '1' })
    assert.doesNotMatch((await reader().get('/')).html, /class="logo"/)
    assert.equal((await reader().get('/logo')).status, 404)
  })

  test('readers cannot change any of it', async () => {
    const visitor = reader()
    await visitor.get('/lessons')
    for (const path of ['/admin/title', '/admin/colour', '/admin/logo'])
      assert.equal((await visitor.post(path, { colour: '#123456', title: 'x', remove: '1' })).status, 403, path)
    assert.doesNotMatch((await visitor.get('/')).html, /theme\.css/)
  })
})
