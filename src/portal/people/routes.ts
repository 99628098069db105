/** All addresses of people/. */
import type { Route } from '../server/route.js'
import type { Sessions } from '../server/sessions.js'
import { blacklistRoutes } from './admin-blacklist.js'
import { adminClassRoutes } from './admin-classes.js'
import type { AdminTools } from './admin-frame.js'
import { adminLessonRoutes } from './admin-lessons.js'
import { loginRoutes } from './admin-login.js'
import { lookRoutes } from './admin-look.js'
import { overviewRoutes } from './admin-overview.js'
import { topicRoutes } from './admin-topics.js'
import { wishRoutes } from './admin-wishes.js'
import { bookmarkRoutes } from './bookmark-pages.js'
import { classRoutes } from './class-pages.js'
import { createHiddenCount } from './hidden-pages.js'
import { lessonEditRoutes } from './lesson-edit.js'
import { lessonListRoutes } from './lesson-list.js'
import { lessonViewRoutes } from './lesson-view.js'
import type { LocalPeople } from './people.js'
import { pupilRoutes } from './pupil-pages.js'

/** Bookmarks, lessons and classes, for everybody. */
export function peopleRoutes(people: LocalPeople): readonly Route[] {
  return [
    ...bookmarkRoutes(people),
    ...lessonListRoutes(people),
    ...lessonViewRoutes(people),
    ...lessonEditRoutes(people),
    ...classRoutes(people),
    ...pupilRoutes(people),
  ]
}

export interface AdminOptions {
  readonly people: LocalPeople
  readonly sessions: Sessions
  /** Path of index.db, to count what the blacklist hides. */
  readonly index: string
  readonly now?: () => number
}

/** Only the way in and out. */
export function logInRoutes(tools: Pick<AdminTools, 'people' | 'sessions'>): readonly Route[] {
  return loginRoutes(tools)
}

/** The login page, and what is behind it. */
export function adminRoutes({ people, sessions, index, now = Date.now }: AdminOptions): readonly Route[] {
  const tools: AdminTools = { people, sessions, countHidden: createHiddenCount(index), now }
  return [
    ...loginRoutes(tools),
    ...overviewRoutes(tools),
    ...lookRoutes(tools),
    ...blacklistRoutes(tools),
    ...wishRoutes(tools),
    ...topicRoutes(tools),
    ...adminLessonRoutes(tools),
    ...adminClassRoutes(tools),
  ]
}
