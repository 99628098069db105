import type { Messages } from '../messages.js'

export const th: Messages = {
  common: {
    /** Name of the language in itself. */
    languageName: 'ไทย',
    search: 'ค้นหา',
    home: 'หน้าแรก',
    topics: 'หัวข้อ',
    sites: 'เว็บไซต์',
    bookmarks: 'ที่คั่นหน้า',
    lessons: 'แผนการสอน',
    administration: 'ผู้ดูแล',
    crawls: 'การเก็บเว็บ',
    skip: 'ข้ามไปยังเนื้อหา',
  },
  search: {},
  browse: {},
  replay: {},
  people: {},
  admin: {},
  dashboard: {},
}
