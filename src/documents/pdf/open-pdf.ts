/**
 * pdfjs, loaded for the first PDF of a thread. It is an optional package, and what it answers is checked here.
 *
 * It asks for a canvas when it is loaded, 36 MB of native code that only drawing needs: it is given an empty one.
 */
import { createRequire, Module } from 'node:module'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { workerForText } from './actual-text.js'
import { PDF_PACKAGE } from './find-pdfjs.js'
import { hasFields } from '../../threads/messages.js'

export interface PdfItem {
  readonly str: string
  readonly dir: string
  /** a, b, c, d, x, y: the size is in the first four. */
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
}

export interface PdfPage {
  /** Left, bottom, right, top. */
  readonly view: readonly number[]
  getTextContent(options: object): Promise<{ readonly items: readonly unknown[] }>
  getAnnotations(options: object): Promise<readonly unknown[]>
  cleanup(): unknown
}

export interface PdfFile {
  readonly numPages: number
  getPage(number: number): Promise<PdfPage>
  getMetadata(): Promise<{ readonly info: object; readonly metadata: PdfMetadata | null }>
}

export interface PdfMetadata {
  get(name: string): unknown
}

interface PdfTask {
  readonly promise: Promise<PdfFile>
  destroy(): Promise<void>
}

interface Pdfjs {
  getDocument(source: object): PdfTask
}

/**
 * Of one block of memory: a stream of a small PDF may claim gigabytes. pdfjs doubles what it has until a stream fits, and takes some 10 s
 * for 100 MB. The file itself may be larger.
 */
const MAX_BLOCK = 32 * 1024 * 1024
let mostBytes = MAX_BLOCK

let loading: Promise<Pdfjs> | null = null

/** In a thread that reads nothing else: it changes what the thread has. */
export async function openPdf(path: string, data: Uint8Array): Promise<PdfTask> {
  mostBytes = Math.max(MAX_BLOCK, 2 * data.length)
  loading ??= load(path)
  const pdfjs = await loading
  const root = path.slice(0, path.lastIndexOf(`${sep}legacy${sep}`))
  return pdfjs.getDocument({
    data,
    cMapUrl: `${join(root, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(root, 'standard_fonts')}/`,
    // nothing is drawn, nothing is run
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: 1,
    stopAtErrors: false,
    verbosity: 0,
  })
}

async function load(path: string): Promise<Pdfjs> {
  limitBlocks()
  leaveOutCanvas(path)
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) if (!(name in globalThis)) define(name, class {})
  const worker = await workerForText(path)
  if (worker !== null) define('pdfjsWorker', worker)
  // it complains where there is no canvas
  const { warn } = console
  console.warn = () => undefined
  const module: unknown = await import(pathToFileURL(path).href).finally(() => (console.warn = warn))
  if (!hasFields<Pdfjs>('getDocument')(module)) throw new TypeError(`${PDF_PACKAGE} has no function getDocument`)
  return module
}

/** Its own `require` of the canvas finds a module that was loaded already. */
function leaveOutCanvas(path: string): void {
  const near = createRequire(path)
  try {
    const canvas = near.resolve('@napi-rs/canvas')
    near.cache[canvas] ??= Object.assign(new Module(canvas), { exports: {}, loaded: true })
  } catch {
    // it is not installed
  }
}

function limitBlocks(): void {
  const limited = new Proxy(Uint8Array, {
    construct(target, given: unknown[], newTarget): Uint8Array {
      if (typeof given[0] === 'number' && given[0] > mostBytes)
        throw new RangeError(`a stream unpacks to more than ${mostBytes} bytes`)
      const made: unknown = Reflect.construct(target, given, newTarget)
      if (made instanceof target) return made
      throw new TypeError('no Uint8Array')
    },
  })
  define('Uint8Array', limited)
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
}
