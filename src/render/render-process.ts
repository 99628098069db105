/**
 * The process that drives the browser, so that whatever a page does to the browser, and the browser to its driver, the crawler is not
 * touched. Gets settings, then pages; asks the crawler for what pages want. Ends with the crawler, and the browser ends with it.
 */
import { messageOf } from '../errors.js'
import { Devtools } from './devtools.js'
import { launchBrowser, type LaunchedBrowser } from './launch.js'
import {
  isAnswer,
  isSettings,
  isTask,
  type NotRendered,
  type BrowserResult,
  type RenderSettings,
  type RenderTask,
  type RequestAnswer,
} from './messages.js'
import { CpuTime, processesOf, type SeenProcess } from './processes.js'
import { renderPage } from './render-page.js'

interface OpenBrowser {
  readonly launched: LaunchedBrowser
  readonly devtools: Devtools
  /** Pages that it has rendered, and those under way. */
  done: number
  underWay: number
  idleSince: number
}

/** A browser that has rendered so many is replaced: what leaks does not grow. */
const PAGES_PER_BROWSER = 200
const WATCH_MS = 500
/** A browser without pages is ended; the next page starts another one. */
const IDLE_MS = 60_000
/** Its last words come by another pipe. */
const COMPLAINT_MS = 100
/** A cold start from a slow disk. */
const START_MS = 60_000
/** Between tries to start a browser that has started before. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

class Driver {
  private browser: Promise<OpenBrowser> | null = null
  private open: OpenBrowser | null = null
  /** Also those that get no more pages, and have some. */
  private readonly browsers = new Set<OpenBrowser>()
  private readonly answers = new Map<string, (answer: RequestAnswer | null) => void>()
  private requests = 0
  private hasStarted = false
  /** One page at a time has a browser of its own. */
  private turn: Promise<unknown> = Promise.resolve()
  private readonly cpu = new CpuTime()

  constructor(private readonly settings: RenderSettings) {
    setInterval(() => this.watch(), WATCH_MS).unref()
  }

  async start(): Promise<void> {
    await this.shared()
  }

  async render(task: RenderTask): Promise<void> {
    if (!task.isAlone) return this.renderIn(() => this.shared(), task)
    const last = this.turn
    const mine = last.then(() => this.renderIn(() => this.launch(false), task))
    this.turn = mine
    await mine
  }

  private async renderIn(open: () => Promise<OpenBrowser>, task: RenderTask): Promise<void> {
    let result: BrowserResult | NotRendered
    let browser: OpenBrowser | null = null
    try {
      browser = await open()
      browser.underWay++
      const ask = (url: string): Promise<RequestAnswer | null> => this.ask(task.task, url)
      result = await renderPage(task, { ...this.settings, devtools: browser.devtools, ask })
    } catch (error) {
      const reason = messageOf(error)
      if (browser === null) return void process.send?.({ unstarted: reason })
      result = { reason, isLost: true }
    }
    this.see()
    process.send?.({ task: task.task, result, cpuMs: Math.round(this.cpu.totalMs) })
    if (browser === null) return
    browser.underWay--
    browser.idleSince = performance.now()
    browser.done++
    const isStuck = !('html' in result) && !result.isLost
    if (isStuck || browser.done >= PAGES_PER_BROWSER) this.retire(browser)
    if (browser !== this.open && browser.underWay === 0) this.end(browser)
  }

  answered(task: number, request: number, answer: RequestAnswer | null): void {
    const key = `${task} ${request}`
    this.answers.get(key)?.(answer)
    this.answers.delete(key)
  }

  close(): void {
    for (const { launched } of this.browsers) launched.end()
  }

  private ask(task: number, url: string): Promise<RequestAnswer | null> {
    const request = this.requests++
    return new Promise(resolve => {
      this.answers.set(`${task} ${request}`, resolve)
      process.send?.({ task, request, url })
    })
  }

  /** The browser of all pages that need none of their own. */
  private shared(): Promise<OpenBrowser> {
    return (this.browser ??= this.launch(true))
  }

  /** One that has started before may be replaced by a new version just now, or its disk be full for a moment. */
  private async launch(isShared: boolean): Promise<OpenBrowser> {
    for (const waitMs of this.hasStarted ? WAITS_MS : [])
      try {
        return await this.launchNow(isShared)
      } catch {
        await new Promise(resolve => setTimeout(resolve, waitMs))
      }
    return this.launchNow(isShared)
  }

  private async launchNow(isShared: boolean): Promise<OpenBrowser> {
    const launched = launchBrowser(this.settings.browser)
    const devtools = new Devtools(launched.to, launched.from, () => {
      this.browsers.delete(browser)
      this.retire(browser)
      launched.end()
    })
    const browser: OpenBrowser = {
      launched,
      devtools,
      done: 0,
      underWay: 0,
      idleSince: performance.now(),
    }
    if (isShared) this.open = browser
    this.browsers.add(browser)
    const timer = setTimeout(() => devtools.close(), START_MS)
    try {
      // what a page opens beside itself is closed before it runs
      devtools.listen('', ({ method, params }) => {
        if (method === 'Target.targetCreated' && isPopup(params))
          devtools.tell('Target.closeTarget', { targetId: params.targetInfo.targetId })
      })
      await devtools.send('Target.setDiscoverTargets', { discover: true })
      this.hasStarted = true
      return browser
    } catch (error) {
      await new Promise(resolve => setTimeout(resolve, COMPLAINT_MS))
      const complaint = launched.complaint()
      launched.end()
      throw new Error(`${this.settings.browser} does not start${complaint === '' ? '' : `: ${complaint}`}`, {
        cause: error,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** No more pages for it; it ends with the last one. */
  private retire(browser: OpenBrowser): void {
    if (this.open === browser) {
      this.open = null
      this.browser = null
    }
  }

  private end(browser: OpenBrowser): void {
    browser.devtools.close()
    browser.launched.end()
  }

  private see(): ReadonlyMap<OpenBrowser, readonly SeenProcess[]> {
    const seen = new Map([...this.browsers].map(browser => [browser, processesOf(browser.launched.pid)]))
    this.cpu.see([...seen.values()].flat())
    return seen
  }

  /** Memory: a page that has taken too much loses its process; when all have too much together, the largest browser is replaced. */
  private watch(): void {
    const isBusy = [...this.browsers].some(({ underWay }) => underWay > 0)
    if (!isBusy) return this.rest()
    const { pageMemoryBytes, browserMemoryBytes } = this.settings.limits
    let total = 0
    let largest: { browser: OpenBrowser; bytes: number } | null = null
    for (const [browser, processes] of this.see()) {
      const bytes = processes.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
      total += bytes
      if (largest === null || bytes > largest.bytes) largest = { browser, bytes }
      for (const { pid, memoryBytes, isPage } of processes) if (isPage && memoryBytes > pageMemoryBytes) kill(pid)
    }
    if (largest !== null && total > browserMemoryBytes) this.end(largest.browser)
  }

  private rest(): void {
    for (const browser of this.browsers) if (performance.now() - browser.idleSince > IDLE_MS) this.end(browser)
  }
}

function isPopup(params: unknown): params is { targetInfo: { targetId: string } } {
  if (typeof params !== 'object' || params === null || !('targetInfo' in params)) return false
  const { targetInfo } = params
  return typeof targetInfo === 'object' && targetInfo !== null && 'openerId' in targetInfo && 'targetId' in targetInfo
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}

let driver: Driver | null = null

function leave(): void {
  driver?.close()
  process.exit(0)
}

// Ctrl-C and a terminal that is closed are for the crawler, which ends this process when it is done, or dead
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('SIGTERM', leave)
process.on('disconnect', leave)
process.on('message', (message: unknown) => {
  if (isSettings(message)) {
    driver = new Driver(message)
    driver.start().then(
      () => process.send?.({ started: true }),
      (error: unknown) => process.send?.({ unstarted: messageOf(error) }),
    )
  } else if (isTask(message)) void driver?.render(message)
  else if (isAnswer(message)) driver?.answered(message.task, message.request, message.answer)
})
