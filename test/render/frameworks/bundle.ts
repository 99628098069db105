/**
 * Applications made with React, Vue, Svelte and Angular, as their packages from npm have them: their sources lie beside this file and
 * are bundled as a site would have it, with minified modules and routes that are loaded when they are needed.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { compile as compileSvelte } from 'svelte/compiler'
import { compileScript, parse as parseVue } from 'vue/compiler-sfc'
import { packageRoot } from '../../package-root.js'

export const FRAMEWORKS = ['react', 'vue', 'svelte', 'angular'] as const
export type Framework = (typeof FRAMEWORKS)[number]

const SOURCES = join(packageRoot, 'test', 'render', 'frameworks')
const APPS: Readonly<Record<Framework, readonly string[]>> = {
  react: ['list.jsx', 'routed.jsx', 'growing.jsx', 'hydrated.jsx'],
  vue: ['list.js', 'routed.js', 'hydrated.js'],
  svelte: ['list.js', 'routed.js', 'hydrated.js'],
  angular: ['list.mts', 'routed.mts'],
}

const vueFiles = (isServer: boolean): Plugin => ({
  name: 'vue',
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, async ({ path }) => {
      const { descriptor } = parseVue(await readFile(path, 'utf8'), { filename: path })
      const templateOptions = { ssr: isServer, ssrCssVars: [] }
      return { contents: compileScript(descriptor, { id: path, inlineTemplate: true, templateOptions }).content }
    })
  },
})

const svelteFiles = (isServer: boolean): Plugin => ({
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => ({
      contents: compileSvelte(await readFile(path, 'utf8'), {
        filename: path,
        generate: isServer ? 'server' : 'client',
      }).js.code,
    }))
  },
})

const COMMON = {
  bundle: true,
  write: false,
  format: 'esm',
  jsx: 'automatic',
  logLevel: 'silent',
  target: 'es2022',
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
} as const

/** What the site serves below `/assets/`, by name. */
export async function bundleApps(framework: Framework): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints: APPS[framework].map(name => join(SOURCES, framework, name)),
    outdir: '/assets',
    minify: true,
    splitting: true,
    conditions: ['production', 'browser'],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      ngDevMode: 'false',
      ngI18nClosureMode: 'false',
      ngJitMode: 'true',
    },
    plugins: [vueFiles(false), svelteFiles(false)],
  })
  return new Map(outputFiles.map(({ path, text }) => [path.replace(/^.*\/assets\//, ''), text]))
}

/** What the framework makes of a page on a server. */
export async function bundleServer(
  framework: Exclude<Framework, 'angular'>,
): Promise<(page: unknown) => Promise<string>> {
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints: [join(SOURCES, framework, framework === 'react' ? 'server.jsx' : 'server.js')],
    format: 'cjs',
    platform: 'node',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [vueFiles(true), svelteFiles(true)],
  })
  const made: { exports: { render?: (page: unknown) => string | Promise<string> } } = { exports: {} }
  new Function('module', 'exports', 'require', outputFiles[0].text)(made, made.exports, createRequire(import.meta.url))
  const { render } = made.exports
  if (render === undefined) throw new Error(`${framework} has no pages of a server`)
  return async page => render(page)
}
