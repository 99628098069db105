/** All addresses of the portal, from the parts that answer them. */
import { dashboardRoutes } from '../dashboard/routes.js'
import type { Dashboard } from '../dashboard/dashboard.js'
import type { LocalPeople } from '../people/index.js'
import { adminRoutes, logInRoutes, peopleRoutes } from '../people/routes.js'
import { replayRoutes } from '../replay/routes.js'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { readingRoutes, supportRoutes } from '../ui/routes.js'
import { themeRoutes } from '../ui/theme.js'
import { webAppRoutes } from '../ui/web-app.js'
import { get, seeOther, type Route } from './route.js'
import type { Sessions } from './sessions.js'

export interface RouteTools {
  readonly people: LocalPeople
  readonly sessions: Sessions
  readonly dashboard: Dashboard
  readonly directory: PortalDirectory
}

export function portalRoutes({ people, sessions, dashboard, directory }: RouteTools): readonly Route[] {
  return [
    ...readingRoutes,
    ...supportRoutes,
    ...webAppRoutes,
    ...themeRoutes,
    ...replayRoutes,
    ...peopleRoutes(people),
    ...adminRoutes({ people, sessions, index: directory.index }),
    ...dashboardRoutes(dashboard),
  ]
}

export interface AloneTools {
  readonly people: LocalPeople
  readonly sessions: Sessions
  readonly dashboard: Dashboard
  readonly hasAdministrator: boolean
}

/** Of the dashboard without a portal. */
export function aloneRoutes({ people, sessions, dashboard, hasAdministrator }: AloneTools): readonly Route[] {
  return [
    get('/', () => seeOther('/crawls')),
    ...supportRoutes,
    ...(hasAdministrator
      ? [get('/admin', () => seeOther('/crawls'), { admin: true }), ...logInRoutes({ people, sessions })]
      : []),
    ...dashboardRoutes(dashboard),
  ]
}
