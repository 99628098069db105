/**
 * Words by which readers are sent away: to a cart, to a subscription, to another browser. Lower case, one line per language group; a
 * phrase must say by itself what it is about, so "shop", "subscribe" and "log in" are not among them.
 */

/** The whole text of a button or link that puts goods into a cart, without signs at its ends. */
export const CART_BUTTONS: ReadonlySet<string> = new Set([
  ...['add to cart', 'add to basket', 'add to bag', 'add to trolley', 'add to shopping cart', 'add to shopping bag'],
  ...['add item to cart'],
  ...['in den warenkorb', 'in den einkaufswagen', 'in den warenkorb legen', 'zum warenkorb hinzufügen'],
  ...['ajouter au panier', 'ajouter au caddie', 'mettre au panier'],
  ...['añadir al carrito', 'agregar al carrito', 'añadir a la cesta', 'añadir a la bolsa'],
  ...['adicionar ao carrinho', 'colocar no carrinho', 'adicionar à sacola', 'afegir a la cistella'],
  ...['aggiungi al carrello', 'metti nel carrello'],
  ...[
    'in winkelwagen',
    'in winkelmand',
    'toevoegen aan winkelwagen',
    'in mijn winkelwagen',
    'voeg toe aan winkelwagen',
  ],
  ...['lägg i varukorg', 'lägg i varukorgen', 'lägg till i varukorg', 'læg i kurv', 'tilføj til kurv'],
  ...['legg i handlekurv', 'legg i handlekurven', 'lisää ostoskoriin', 'lisää koriin'],
  ...['do koszyka', 'dodaj do koszyka', 'do košíku', 'přidat do košíku', 'vložit do košíku'],
  ...[
    'do košíka',
    'pridať do košíka',
    'vložiť do košíka',
    'v košarico',
    'dodaj v košarico',
    'u košaricu',
    'dodaj u košaricu',
  ],
  ...['dodaj u korpu', 'kosárba', 'kosárba teszem', 'kosárba rakom', 'adaugă în coș', 'adauga in cos'],
  ...['sepete ekle', 'προσθήκη στο καλάθι', 'στο καλάθι', 'lisa ostukorvi', 'lisa korvi'],
  ...['į krepšelį', 'įdėti į krepšelį', 'pievienot grozam', 'ielikt grozā'],
  ...['в корзину', 'добавить в корзину', 'до кошика', 'у кошик', 'в кошик', 'додати в кошик'],
  ...['добави в количката', 'додај у корпу', 'ставить у корпу', 'себетке салу'],
  ...['カートに入れる', 'カートに追加', 'カートへ入れる', '買い物かごに入れる', '買い物かごへ', 'かごに入れる'],
  ...['加入购物车', '加入購物車', '放入购物车', '加到購物車'],
  ...['장바구니', '장바구니 담기', '장바구니에 담기', '카트에 담기'],
  ...['หยิบใส่ตะกร้า', 'เพิ่มลงตะกร้า', 'ใส่ตะกร้า', 'เพิ่มลงรถเข็น', 'หยิบลงตะกร้า'],
  ...['thêm vào giỏ', 'thêm vào giỏ hàng'],
  ...['tambah ke keranjang', 'tambahkan ke keranjang', 'tambah ke troli', 'tambahkan ke troli'],
  ...['أضف إلى السلة', 'أضف للسلة', 'إضافة إلى السلة', 'أضف إلى عربة التسوق', 'הוסף לסל', 'הוספה לסל'],
  ...['افزودن به سبد خرید', 'افزودن به سبد', 'कार्ट में जोड़ें', 'কার্টে যোগ করুন'],
])

/** The same of one that buys, or leads to buying: also on pages of makers and in advertisements. */
export const BUY_BUTTONS: ReadonlySet<string> = new Set([
  'buy now',
  'pre-order now',
  'jetzt kaufen',
  'acheter maintenant',
  'comprar ahora',
  'comprar agora',
  'acquista ora',
  'köp nu',
  'køb nu',
  'kjøp nå',
  'osta nyt',
  'kup teraz',
  'koupit',
  'cumpără acum',
  'hemen al',
  'satın al',
  'αγορά',
  'pirkt',
  'pirkti',
  'купить',
  'купить в 1 клик',
  'купити',
  'купи',
  '今すぐ購入',
  '購入する',
  '立即购买',
  '立即購買',
  '直接購買',
  '구매하기',
  '바로구매',
  'ซื้อเลย',
  'สั่งซื้อ',
  'สั่งซื้อสินค้า',
  'ซื้อสินค้า',
  'mua ngay',
  'mua hàng',
  'đặt hàng',
  'beli sekarang',
  'اشتر الآن',
  'קנה עכשיו',
  'خرید',
  'अभी खरीदें',
])

/** Parts of a host-less address, or of a class, id or name, of what puts goods into a cart. */
export const CART_CONTROL =
  /(?:^|[^a-z])add[-_]?(?:item[-_]?)?(?:to|2)[-_]?(?:cart|basket|bag|trolley)|(?:cart|basket)[-_/]add(?![a-z])|(?:^|[^a-z])addcart|(?:btn|button)[-_]?(?:cart|basket)(?![a-z])/i

/** The last part of the path of a page that shows the cart. */
export const CART_PAGE =
  /\/(?:(?:view|shopping|my|shop)?[-_]?(?:cart|basket|checkout|bag)|warenkorb|einkaufswagen|panier|carrito|cesta|carrinho|carrello|winkelwagen|winkelmand|varukorg|kurv|handlekurv|ostoskori|koszyk|kosik|nakupni-kosik|kosar|kosarica|korpa|cos|sepet|sepetim|korzina|gio-hang|keranjang)(?:\.(?:php|aspx?|html?|jsp|cfm))?\/?(?:[?#]|$)|route=checkout/i

/** Software that makes shops and nothing else, by its name in addresses of scripts, styles and pictures, or in `generator`. */
export const SHOP_SOFTWARE =
  /prestashop|magento|opencart|shopware|bigcommerce|cdn\.shopify|shopify|zen cart|oscommerce|shopline|cs-cart|nopcommerce|makeshop|shopserve|insales|ec-cube|oxid eshop|jtl-shop|shoptet|abicart|quickbutik|mystore\.no|haravan|sapo web/i

/** Additions by which any site may have a shop, too. */
export const SHOP_ADDITION = /woocommerce|virtuemart|ecwid/i

/** A reader who has not paid is told so. Whatever repeats in them is bounded: texts are hostile, and a megabyte long. */
export const PAYWALL_PHRASES: readonly RegExp[] = [
  /subscribe (?:now |today )?to (?:continue|keep|read|unlock)|to (?:continue|keep) reading,? (?:this (?:article|story),? )?(?:please )?(?:subscribe|become a (?:subscriber|member)|start your|log in or subscribe)|(?:article|story|content|page) is (?:only |exclusively )?(?:available )?(?:for|to|reserved for) (?:paid |paying |premium )?(?:subscribers|members)(?: only)?|subscriber[- ]only (?:content|article|story)|subscribers? only\b.{0,40}(?:log in|sign in|subscribe)|already a (?:paid |digital )?subscriber\?|you(?:'|’)?(?:ve| have) (?:reached|read|used) (?:your|all (?:of )?your|the) .{0,30}(?:free|complimentary|monthly) (?:articles?|limit|stories)|this (?:article|content|story) is behind a paywall|unlock (?:this|the full) (?:article|story)/i,
  /this is a preview of (?:subscription|paid) content|(?:buy|purchase|rent) (?:this )?(?:article|chapter|pdf|article pdf|access to this)\b|purchase (?:instant|short-term|single[- ]article|24[- ]hour) access|access (?:this article |the full (?:text|article) )?through your (?:institution|organi[sz]ation)|get (?:full )?access to (?:the full (?:version|text) of )?this (?:article|journal)|log ?in via an institution|you do not (?:currently )?have access to this (?:content|article|chapter)|restricted access\b.{0,60}(?:purchase|subscri)|check access to the full text/i,
  /(?:artikel|inhalt|beitrag|text) (?:ist |sind )?(?:nur|exklusiv|ausschließlich) für (?:registrierte |unsere )?(?:abonnent|premium|plus|digital)|weiterlesen mit (?:dem )?[\p{L}+ ]{0,30}(?:abo|plus|premium|\+)|jetzt (?:testen|abonnieren|abo abschließen) und weiterlesen|sie haben bereits ein (?:digital)?-?abo|dieser artikel ist kostenpflichtig/iu,
  /(?:article|contenu) (?:est )?réservé (?:à nos |aux )abonné|la suite est réservée aux abonné|il vous reste \d{1,3} ?% de cet article|déjà abonné ?\?|abonnez-vous pour (?:lire|continuer|accéder)/i,
  /(?:contenido|artículo|noticia) (?:es )?(?:exclusiv[oa]|reservad[oa]|sólo|solo) para (?:suscriptores|socios)|suscríbe(?:te|se) para (?:seguir|continuar) leyendo|¿ya eres suscriptor|(?:conteúdo|artigo) exclusivo para assinantes|assine para (?:continuar|ler)|já é assinante\?|(?:contenuto|articolo) (?:è )?(?:riservato|esclusivo) (?:agli|per gli) abbonati|abbonati per (?:continuare|leggere)|sei già abbonato/i,
  /(?:artikel|verhaal|inhoud) is (?:alleen|exclusief) (?:toegankelijk |beschikbaar )?voor (?:abonnees|leden)|al abonnee\?|(?:artikeln|innehållet) är (?:bara |endast )?för (?:våra )?prenumeranter|(?:artikkelen|artiklen|saken) er (?:kun |bare )?for (?:våre )?abonnent|(?:juttu|artikkeli|sisältö) on (?:vain )?tilaajille|(?:artykuł|treść|tekst) (?:jest )?(?:tylko |dostępn\p{L}{1,5} (?:tylko )?)dla (?:subskrybent|prenumerator|abonent)|(?:článek|obsah) je (?:pouze |jen )?(?:pro|dostupný (?:jen |pouze )?pro) předplatitel/iu,
  /(?:только|доступ\p{L}{1,10}) (?:для |по )(?:подписчик|платных подписчик|подписке)|оформите подписку,? чтобы (?:читать|продолжить)|лише для (?:передплатник|підписник)/iu,
  /有料会員限定|会員限定(?:の)?記事|この記事は(?:有料|会員)|続きを(?:お)?読みいただくには|订阅后(?:继续|可)阅读|付费后(?:即可|可|继续)?阅读|本文为(?:付费|会员)|訂閱(?:後|以)(?:繼續|閱讀)|유료 ?(?:회원|구독자) ?(?:전용|만)|구독(?:하고|해야) (?:계속|읽)|เนื้อหา(?:นี้)?(?:เฉพาะ|สำหรับ)สมาชิก|เฉพาะสมาชิกที่(?:สมัคร|ชำระ)|chỉ dành cho (?:thành viên|người đăng ký) trả phí|berlangganan untuk (?:membaca|melanjutkan)|للمشتركين فقط|למנויים בלבד/i,
]

/** Class and id names of walls. */
export const PAYWALL_MARK =
  /(?:^|[\s_-])(?:pay-?wall|meter(?:ed)?-?(?:wall|content|paywall)|reg-?wall|subscriber-only|subscription-wall|premium-?wall|locked-content|content-gate|article-gate|piano-(?:offer|paywall|inline)|poool-widget|access-?denial)(?:$|[\s_-])/i

/** Somebody asks for scripts to be switched on. In every language the name of the language is the same. */
export const ASKS_FOR_SCRIPT =
  /(?:enable|activate|turn on|switch on|need|requires?|without|doesn(?:'|’)t support|disabled|not support|aktivier|einschalten|activ|habilit|abilit|inschakel|aktiver|slå på|włącz|povol|zapn|engedélyez|etkinleştir|ενεργοποι|включ|увімкн|вимк|отключ|有効|オン|启用|啟用|开启|開啟|활성|사용|เปิด|bật|aktifkan|mengaktif|תפעיל|הפעל|تفعيل|فعال).{0,80}java ?script|java ?script.{0,80}(?:enabled|activated|turned on|switched on|required|needed|disabled|is off|aktivier|eingeschaltet|deaktiviert|activ|désactiv|habilit|desactiv|abilitat|disabilit|ingeschakeld|uitgeschakeld|aktiver|włączon|wyłączon|povolen|zapn|vypn|engedély|etkin|devre dışı|ενεργοπ|включ|отключ|увімкн|вимкн|有効|無効|オン|启用|啟用|禁用|停用|开启|開啟|활성|비활성|사용|เปิด|ปิด|bật|tắt|aktif|nonaktif|מופעל|تفعيل|معطل|فعال|غیرفعال|to (?:run|view|use|continue))/i

/** Ids of the element that a script will fill. */
export const APP_ROOT =
  /^(?:root|app|app-?root|__next|__nuxt|___gatsby|q-app|react-root|main-app|vue-app|ember-app|svelte|application|single-spa.*)$/i

/** The id of the element that holds what a page is about. */
export const CONTENT_PLACE = /^(?:content|main|(?:main|page)[-_]?content|main[-_]?view|page[-_]?body|router-view)$/i

/** A cart, named as such in a menu: on a line of its own, or with the number of things in it. */
export const CART_WORD =
  /^(?:(?:view |your |my |shopping |go to )?(?:shopping )?(?:cart|basket)(?:[ :(]+[\d.,]+ ?(?:items?)?\)?)?|(?:mein |zum )?(?:warenkorb|einkaufswagen)\b.{0,12}|(?:mon |voir le )?panier.{0,12}|(?:mi |ver )?carrito(?: de compras?)?.{0,12}|(?:meu )?carrinho.{0,20}|(?:il mio )?carrello.{0,12}|winkelwagen.{0,12}|(?:min )?varukorg.{0,12}|kundvagn.{0,12}|(?:min )?(?:indkøbs|handle)kurv.{0,12}|ostoskori.{0,12}|(?:twój )?koszyk.{0,12}|(?:nákupní )?košík.{0,12}|kosár.{0,12}|coșul (?:meu|de cumpărături).{0,12}|sepet(?:im|iniz).{0,12}|(?:το )?καλάθι.{0,20}|(?:моя )?корзина.{0,20}|кошик.{0,12}|количка.{0,12})$|カートを(?:見る|確認|みる)|カートの中|買い物かご|ショッピングカート|(?:查看|我的)?购物[车袋](?: ?[(（]?\d|$)|購物車|购物车|장바구니|ตะกร้า(?:สินค้า)?(?=$| |ของ)|ตระกร้าสินค้า|giỏ hàng|keranjang belanja|troli belanja|سبد خرید|سلة (?:التسوق|المشتريات)|عربة التسوق|עגלת (?:ה)?קניות|סל (?:ה)?קניות/im

/** A title that calls the site a shop. */
export const SHOP_TITLE =
  /online[- ]?(?:shop|store|boutique|pharmacy|bookstore)|web ?shop|e-?shop\b|shopping (?:online|mall)|(?:buy|shop|order) [\p{L} ]{0,40}online|(?:shop|store|pharmacy) online|online shopping|onlinehandel|boutique en ligne|tienda (?:online|en línea|virtual)|loja (?:online|virtual)|negozio online|webwinkel|nätbutik|nettbutikk|verkkokauppa|sklep (?:internetowy|online)|internetový obchod|webáruház|magazin online|online mağaza|ηλεκτρονικό κατάστημα|интернет[- ]?магазин|інтернет[- ]?магазин|онлайн магазин|通販|オンライン(?:ショップ|ストア|ブティック)|ネットショップ|网上商城|购物(?:商城|网|中心)|购物网站|商城|網路書店|購物(?:網|中心|商城)|온라인 ?(?:쇼핑|스토어)|쇼핑몰|ร้านค้าออนไลน์|ช้อป(?:ปิ้ง)?ออนไลน์|ซื้อขาย ?ออนไลน์|cửa hàng trực tuyến|mua sắm (?:online|trực tuyến)|toko online|jual [\p{L} ]{0,40}(?:murah|online)|فروشگاه|خرید (?:آنلاین|اینترنتی)|متجر (?:إلكتروني|الكتروني)|חנות (?:אונליין|אינטרנט)/iu

/** Terms of delivery. Makers and bargain hunters speak of it, too: it counts beside other traits. */
export const DELIVERY =
  /free (?:shipping|delivery|returns)|(?:shipping|delivery) (?:&|and) returns|shipping (?:info|rates|policy)|return policy|track (?:your |my )?orders?|order status|wish ?list|versand(?:kosten|kostenfrei)?\b|lieferung und zahlung|livraison (?:gratuite|offerte)|frais de port|env[ií]os? grat|entrega gratis|frete grátis|spedizione gratuita|(?:gratis|snelle) (?:verzending|levering)|fri(?:a)? (?:frakt|levering)|ilmainen toimitus|darmowa (?:dostawa|wysyłka)|doprava zdarma|ingyenes szállítás|livrare gratuit|ücretsiz kargo|бесплатная доставка|доставка и оплата|оплата и доставка|доставка та оплата|送料|特定商取引|包邮|免運|顺丰|배송|จัดส่งฟรี|ส่งฟรี|แจ้งการชำระเงิน|miễn phí (?:vận chuyển|giao hàng)|(?:gratis|bebas) ongkir|konfirmasi pembayaran|cara (?:memesan|pembayaran)|ارسال رایگان|نحوه ارسال|پیگیری سفارش|شحن مجاني|משלוח(?:ים)? חינם/i
