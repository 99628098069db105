/** A hook of Node's loader: `import … from 'longtail'` means the Longtail that runs, where no other one is installed. */
import type { ResolveHook } from 'node:module'
import { fileURLToPath } from 'node:url'
import { existsSync } from 'node:fs'

export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context)
  } catch (error) {
    const part = /^longtail(?:\/(?<name>[\w-]+))?$/.exec(specifier)
    if (part === null) throw error
    const url = new URL(`../${part.groups?.name === undefined ? '' : `${part.groups.name}/`}index.js`, import.meta.url)
    if (!existsSync(fileURLToPath(url))) throw error
    return { url: url.href, shortCircuit: true }
  }
}
