import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageSign } from '../../src/contracts.js'
import { countPrices } from '../../src/page/signs/prices.js'
import { html, pageOf, passage } from '../judge/page-of.js'

const ARTICLE = `<h1>Tides</h1><p>${passage('eng', 900)}</p><p>${passage('eng', 900, 1_200)}</p>`
const LINKS = '<a href=/1>One</a><a href=/2>Two</a>'

function signs(body: string, head = '', url = 'http://site.example/news/story.html'): readonly PageSign[] {
  return pageOf(html(body, `<meta charset="utf-8">${head}`), url).signs
}

function kinds(body: string, head = '', url?: string): string[] {
  return signs(body, head, url).map(({ kind }) => kind)
}

test('pages that are empty without scripts are seen: the roots of the usual frameworks', () => {
  const roots = [
    '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src=/main.js></script>',
    "<noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled.</strong></noscript><div id=app></div><script src=/app.js></script>",
    '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{}</script><script src=/_next/x.js></script>',
    '<app-root></app-root><script src=runtime.js></script><script src=main.js></script>',
    '<div id="__nuxt"><div class="loader">Loading…</div></div><script>window.__NUXT__={}</script>',
  ]
  for (const body of roots) {
    const [sign, ...others] = signs(body)
    assert.equal(sign?.kind, 'needs-script', body)
    assert.ok(sign.strength > 0.7 && sign.because !== '')
    assert.deepEqual(others, [])
  }
})

test('pages that ask for scripts instead of showing something are seen, in several languages', () => {
  for (const asking of [
    'Enable JavaScript and cookies to continue',
    'Bitte aktivieren Sie JavaScript, um diese Seite zu sehen.',
    'Veuillez activer JavaScript dans votre navigateur.',
    'JavaScriptを有効にしてください',
    'กรุณาเปิดใช้งาน JavaScript',
    'Для работы сайта включите JavaScript.',
  ])
    assert.deepEqual(kinds(`<p>${asking}</p><script src=x.js></script>`), ['needs-script'], asking)
  assert.deepEqual(kinds('<noscript><meta http-equiv=refresh content="0;url=/nojs"></noscript><script>go()</script>'), [
    'needs-script',
  ])
  assert.deepEqual(kinds(`<script>${'draw();'.repeat(500)}</script>`), ['needs-script'])
})

test('a page whose text is there needs no scripts, whatever it says about them', () => {
  const script = `<script>${'x();'.repeat(20_000)}</script><noscript>Please enable JavaScript</noscript>`
  assert.deepEqual(kinds(`<div id=root>${ARTICLE}</div>${script}`), [])
  assert.deepEqual(kinds(`<div id=app><p>${passage('tha', 700)}</p></div>${script}`), [])
  assert.deepEqual(kinds(`<p>How to enable JavaScript in your browser.</p>${ARTICLE}`), [])
})

test('small pages without scripts, frames and pages of pictures are only small', () => {
  assert.deepEqual(kinds('<p>Under construction</p>'), [])
  assert.deepEqual(kinds(''), [])
  assert.deepEqual(kinds('<img src=1><img src=2><img src=3><script>count()</script>'), [])
  assert.deepEqual(pageOf('<frameset cols="*,*"><frame src=a><frame src=b></frameset>').signs, [])
})

test('walls are seen by what the page declares and by what it says, in several languages', () => {
  const json = (text: string): string => `<script type="application/ld+json">${text}</script>`
  const declared = signs(ARTICLE, json('{"@type":"NewsArticle","isAccessibleForFree":"False"}'))
  assert.equal(declared[0]?.kind, 'paywall')
  assert.match(declared[0].because, /declares that it is not free/)
  assert.deepEqual(kinds(ARTICLE, json('{"@type":"NewsArticle","isAccessibleForFree": false}')), ['paywall'])
  assert.deepEqual(kinds(ARTICLE, '<meta property="article:content_tier" content="locked">'), ['paywall'])
  for (const said of [
    'Subscribe to continue reading this story.',
    'Already a subscriber? Log in',
    'This article is for subscribers only.',
    'Dieser Artikel ist nur für Abonnenten.',
    'Cet article est réservé aux abonnés.',
    'Contenido exclusivo para suscriptores',
    'Материал доступен только по подписке',
    'この記事は有料会員限定です',
    'This is a preview of subscription content',
    'Access through your institution',
    'Purchase PDF',
  ]) {
    const found = signs(`<h1>Title</h1><p>${passage('eng', 400)}</p><div>${said}</div>`)
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['paywall'],
      said,
    )
    assert.ok(found[0].strength > 0.5)
  }
})

test('a wall with its name is surer than its words alone', () => {
  const words = '<div>Subscribe to continue reading</div>'
  const [plain] = signs(`<p>${passage('eng', 400)}</p>${words}`)
  const [named] = signs(`<p>${passage('eng', 400)}</p><div class="article-paywall">${words}</div>`)
  assert.ok(named.strength > plain.strength)
  assert.match(named.because, /"paywall"/)
})

test('whole articles, donations, newsletters and home pages are behind no wall', () => {
  assert.deepEqual(
    kinds(`${ARTICLE}<p>Subscribe to our newsletter! <a href=/donate>Donate</a> to keep us free.</p>`),
    [],
  )
  assert.deepEqual(kinds(`<p>${passage('eng', 6_000)}</p><p>Subscribe to continue reading</p>`), [])
  assert.deepEqual(kinds(`${ARTICLE}${LINKS}<p>Already a subscriber?</p>`, '', 'http://site.example/'), [])
  assert.deepEqual(
    kinds(`<h1>Paywall</h1><p>A paywall is a way to restrict access to content. ${passage('eng', 900)}</p>`),
    [],
  )
  assert.deepEqual(
    kinds(ARTICLE, '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":true}</script>'),
    [],
  )
})

test('pages of goods are seen: declared, with a cart, with prices, in several languages', () => {
  const declared =
    '<script type="application/ld+json">{"@type":"Product","offers":{"@type":"Offer","price":"19.90"}}</script>'
  assert.deepEqual(kinds(`<h1>Kettle</h1><p>$19.90</p><button>Add to cart</button>${LINKS}`, declared), ['shop'])
  assert.deepEqual(kinds(`<h1>Kettle</h1><p>€ 19,90</p>${LINKS}`, '<meta property="og:type" content="product">'), [
    'shop',
  ])
  for (const button of [
    'In den Warenkorb',
    'Ajouter au panier',
    'Añadir al carrito',
    'В корзину',
    'カートに入れる',
    '加入购物车',
    'หยิบใส่ตะกร้า',
    'Thêm vào giỏ hàng',
    'Sepete Ekle',
    'افزودن به سبد خرید',
  ]) {
    const [sign] = signs(`<p>12,50 €</p><button> ${button} </button><p>8,00 €</p><button>${button}</button>${LINKS}`)
    assert.equal(sign?.kind, 'shop', button)
    assert.match(sign.because, /"add to cart"/)
  }
  const tiles = '<p>Kettle<p>¥1,200<p>Pan<p>¥3,400<p>Pot<p>¥5,600'
  assert.deepEqual(kinds(`<a href=/cart>カートを見る</a>${tiles}${LINKS}`, '<title>鍋の通販</title>'), ['shop'])
  assert.deepEqual(
    kinds(
      `<form action="/cart/add"><input type=submit value="Add to basket"></form><p>£5.00</p><a class="add-to-cart" href=/x>+</a>`,
    ),
    ['shop'],
  )
})

test('a shop in the menu, an article about shopping, a library and a request for donations are no shops', () => {
  assert.deepEqual(kinds(`<nav><a href=/news>News</a><a href=/shop>Shop</a><a href=/cart>Cart</a></nav>${ARTICLE}`), [])
  assert.deepEqual(
    kinds(`<h1>Shopping cart</h1><p>A shopping cart holds what a customer buys. In 1937 one cost $5, in 1950 $12 and in 2010 $100.
      ${passage('eng', 900)}</p>`),
    [],
  )
  assert.deepEqual(
    kinds(
      `<h1>Library</h1><p>Borrow books with your card. Fines: $1 a week, $10 at most. Lost card: $5.</p>${ARTICLE}`,
    ),
    [],
  )
  assert.deepEqual(kinds(`${ARTICLE}<p>Donate $5, $10 or $20 today</p><button>Donate now</button>`), [])
  assert.deepEqual(kinds(ARTICLE, '<link rel=stylesheet href=/wp-content/plugins/woocommerce/style.css>'), [])
  assert.deepEqual(
    kinds(
      `<h1>Flights</h1><p>Paris $80<p>Rome $90<p>Oslo $70<p>Bonn $60<p>Kiel $50<p>Nice $40<p>Ulm $30<p>Bern $20${LINKS}`,
    ),
    [],
  )
})

test('prices are amounts with a currency, and nothing is no price', () => {
  assert.equal(countPrices('$5.00\n1 200 руб\n99 บาท\nRp 105.000\n42,000 تومان\n￥36\n12,-'), 7)
  assert.equal(countPrices('$0.00\n0 บาท\n2018-03-05\nroom 12\n12 krones\n100 %\nDM'), 0)
})

test('signs are sorted by strength, and hostile pages take time in proportion to their length', () => {
  for (const piece of [
    '$1',
    'add to cart<br>',
    '<a class="add-to-cart">',
    'subscribe to ',
    '1 '.repeat(9),
    'javascript enable ',
    '<noscript>',
    '<b id=root>',
  ])
    assert.ok(signs(piece.repeat(30_000)).length <= 3, piece)
  // beside an article, in a line of links, so that the words of walls are looked for in all of it
  const article = `<p>${'Сегодня утром в городе прошёл праздник, и все вышли на улицы. '.repeat(15)}</p>`
  for (const piece of ['доступ', 'dostępn', 'artykuł dostępn', 'il vous reste 1', '1'])
    assert.deepEqual(signs(`${article}<ul><li><a href=/x>${piece.repeat(50_000)}</a></ul>`), [], piece)
  const both = signs(
    `<div id=root></div><button>Add to cart</button><p>$5<a href=/cart>Cart</a><script src=x></script>`,
  )
  for (let i = 1; i < both.length; i++) assert.ok(both[i - 1].strength >= both[i].strength)
})
