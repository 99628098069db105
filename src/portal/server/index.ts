export { startDashboard, type DashboardServerOptions, type RunningDashboard } from './start-dashboard.js'
export { startPortal, type PortalOptions, type RunningPortal } from './start.js'
