export { startPortal, type PortalOptions, type RunningPortal } from './start.js'
