import type { Messages } from '../messages.js'

export const sw: Messages = {
  common: {
    /** Name of the language in itself. */
    languageName: 'Kiswahili',
    search: 'Tafuta',
    home: 'Mwanzo',
    topics: 'Mada',
    sites: 'Tovuti',
    bookmarks: 'Alamisho',
    lessons: 'Masomo',
    administration: 'Usimamizi',
    crawls: 'Ukusanyaji',
    skip: 'Ruka hadi kwenye maudhui',
  },
  search: {},
  browse: {},
  replay: {},
  people: {},
  admin: {},
  dashboard: {},
}
