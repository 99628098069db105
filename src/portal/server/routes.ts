/** All addresses of the portal, from the parts that answer them. */
import { dashboardRoutes } from '../dashboard/routes.js'
import type { Dashboard } from '../dashboard/dashboard.js'
import type { LocalPeople } from '../people/index.js'
import { adminRoutes, peopleRoutes } from '../people/routes.js'
import { replayRoutes } from '../replay/routes.js'
import type { PortalDirectory } from '../../collection/portal-directory.js'
import { readingRoutes } from '../ui/routes.js'
import type { Route } from './route.js'
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
    ...replayRoutes,
    ...peopleRoutes(people),
    ...adminRoutes({ people, sessions, index: directory.index }),
    ...dashboardRoutes(dashboard),
  ]
}
