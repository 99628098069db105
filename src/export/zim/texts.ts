/** What the pages of a ZIM say beside what the portal's pages say (portal/ui/languages), in the same languages. */
import type { InterfaceLanguage } from '../../portal/ui/messages.js'

export interface ZimTexts {
  /** Beside a link, in its title. */
  readonly away: string
  readonly about: string
  readonly searchHint: string
  /** {first} and {last} are dates. */
  readonly saved: string
  readonly links: string
  readonly still: string
  readonly rights: string
  readonly largest: string
  /** {software} */
  readonly madeWith: string
  readonly unreadable: string
}

export const ZIM_TEXTS: Readonly<Record<InterfaceLanguage, ZimTexts>> = {
  en: {
    away: 'not in this collection: needs the Internet',
    about: 'About this collection',
    searchHint: 'To find pages by their words, use the search of the program in which you are reading this.',
    saved: 'The pages were saved between {first} and {last}. They are shown as they were then.',
    links:
      'Links with a firm line lead to pages that are in this collection. Links with a dotted line lead to the Internet.',
    still: 'Forms, and everything that needs scripts, do not work here.',
    rights:
      'Every page belongs to the people who made it. What a page says about its author, copyright and licence also applies here.',
    largest: 'Sites with the most pages',
    madeWith: 'Made with {software}.',
    unreadable: 'This page could not be read from the archive.',
  },
  th: {
    away: 'ไม่มีในชุดนี้ ต้องใช้อินเทอร์เน็ต',
    about: 'เกี่ยวกับชุดนี้',
    searchHint: 'หากต้องการค้นหาหน้าด้วยคำ ให้ใช้ช่องค้นหาของโปรแกรมที่ใช้อ่านอยู่นี้',
    saved: 'หน้าเหล่านี้เก็บไว้ระหว่าง {first} ถึง {last} และแสดงตามที่เป็นในตอนนั้น',
    links: 'ลิงก์ที่ขีดเส้นใต้ทึบไปยังหน้าที่มีในชุดนี้ ลิงก์ที่ขีดเส้นใต้จุดไปยังอินเทอร์เน็ต',
    still: 'แบบฟอร์มและสิ่งที่ต้องใช้สคริปต์ใช้ไม่ได้ที่นี่',
    rights:
      'ทุกหน้าเป็นของผู้ที่สร้างขึ้น สิ่งที่หน้านั้นบอกเกี่ยวกับผู้เขียน ลิขสิทธิ์ และสัญญาอนุญาต ใช้ที่นี่ด้วยเช่นกัน',
    largest: 'เว็บไซต์ที่มีหน้ามากที่สุด',
    madeWith: 'ทำด้วย {software}',
    unreadable: 'อ่านหน้านี้จากที่เก็บไม่ได้',
  },
  sw: {
    away: 'haupo katika mkusanyiko huu: unahitaji Intaneti',
    about: 'Kuhusu mkusanyiko huu',
    searchHint: 'Ili kupata kurasa kwa maneno yake, tumia kisanduku cha kutafutia cha programu unayotumia kusoma.',
    saved: 'Kurasa zilihifadhiwa kati ya {first} na {last}. Zinaonyeshwa kama zilivyokuwa wakati huo.',
    links:
      'Viungo vyenye mstari kamili vinaelekea kurasa zilizo katika mkusanyiko huu. Viungo vyenye mstari wa nukta vinaelekea Intaneti.',
    still: 'Fomu na kila kinachohitaji skripti havifanyi kazi hapa.',
    rights:
      'Kila ukurasa ni mali ya waliouandika. Yale ukurasa unayosema kuhusu mwandishi, hakimiliki na leseni yanatumika hapa pia.',
    largest: 'Tovuti zenye kurasa nyingi zaidi',
    madeWith: 'Imetengenezwa kwa {software}.',
    unreadable: 'Ukurasa huu haukuweza kusomwa kutoka kwenye hifadhi.',
  },
  hi: {
    away: 'इस संग्रह में नहीं है: इंटरनेट चाहिए',
    about: 'इस संग्रह के बारे में',
    searchHint: 'शब्दों से पन्ने खोजने के लिए उस प्रोग्राम की खोज का प्रयोग करें जिसमें आप यह पढ़ रहे हैं।',
    saved: 'पन्ने {first} और {last} के बीच सहेजे गए। वे वैसे ही दिखते हैं जैसे उस समय थे।',
    links: 'पूरी रेखा वाले लिंक इस संग्रह के पन्नों पर ले जाते हैं। बिंदुओं वाली रेखा के लिंक इंटरनेट पर ले जाते हैं।',
    still: 'फ़ॉर्म और वह सब जिसे स्क्रिप्ट चाहिए, यहाँ काम नहीं करता।',
    rights:
      'हर पन्ना उसे बनाने वालों का है। लेखक, कॉपीराइट और लाइसेंस के बारे में पन्ना जो कहता है, वह यहाँ भी लागू है।',
    largest: 'सबसे ज़्यादा पन्नों वाली साइटें',
    madeWith: '{software} से बनाया गया।',
    unreadable: 'यह पन्ना संग्रह से पढ़ा नहीं जा सका।',
  },
}
