/** Pages that need a browser: found on the system, without a network, and driven over a pipe (docs/rendering.md). */
export { BROWSER_ADVICE, BROWSER_NAMES, BROWSER_VARIABLE, findBrowser, noBrowser } from './find-browser.js'
export { isRendered, type NotRendered, type BrowserResult, type RequestAnswer } from './messages.js'
export {
  neededBrowser,
  BrowserRenderer,
  type AnswerRequest,
  type PageToRender,
  type RendererOptions,
} from './renderer.js'
