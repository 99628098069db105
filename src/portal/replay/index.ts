/**
 * replay/: archived pages as they looked, safe to open. `createReplay` answers with bytes and headers; `replayRoutes` shows them in the
 * portal's frame; `answerProxied` serves browsers that use the portal as their proxy. Threats and answers: docs/portal-replay.md.
 */
export { answerProxied } from './proxy.js'
export { createReplay } from './replay.js'
export { replayRoutes } from './routes.js'
