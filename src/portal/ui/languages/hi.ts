import type { Messages } from '../messages.js'

export const hi: Messages = {
  common: {
    /** Name of the language in itself. */
    languageName: 'हिन्दी',
    search: 'खोजें',
    home: 'मुखपृष्ठ',
    topics: 'विषय',
    sites: 'साइटें',
    bookmarks: 'बुकमार्क',
    lessons: 'पाठ',
    administration: 'प्रबंधन',
    crawls: 'क्रॉल',
    skip: 'सामग्री पर जाएँ',
  },
  search: {},
  browse: {},
  replay: {},
  people: {},
  admin: {},
  dashboard: {},
}
