export { createDashboard, type Dashboard, type DashboardOptions } from './dashboard.js'
export { dashboardRoutes } from './routes.js'
