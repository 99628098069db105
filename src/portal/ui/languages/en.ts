/** English: the measure of the other languages. Sections belong to parts of the portal; {name} stands for a value. */
export const en = {
  common: {
    /** Name of the language in itself. */
    languageName: 'English',
    search: 'Search',
    home: 'Home',
    topics: 'Topics',
    sites: 'Sites',
    bookmarks: 'Bookmarks',
    lessons: 'Lessons',
    administration: 'Administration',
    crawls: 'Crawls',
    skip: 'Skip to the content',
  },
  search: {},
  browse: {},
  replay: {},
  people: {},
  admin: {},
  dashboard: {},
} as const
