/**
 * Style sheets for browsers without custom properties (before 2016): each declaration that uses one is preceded by the same with the
 * value that :root of portal.css gives it in light colours. Newer browsers take the second.
 */
const VARIABLE = /var\(--([\w-]+)(?:,[^()]*)?\)/g

/** By name, without the dashes. */
export function plainValues(style: string): ReadonlyMap<string, string> {
  const [, root = ''] = /:root\s*\{([^}]*)\}/.exec(style) ?? []
  return new Map(Array.from(root.matchAll(/--([\w-]+):\s*([^;]+);/g), ([, name, value]) => [name, value.trim()]))
}

export function withPlainValues(style: string, values: ReadonlyMap<string, string>): string {
  return style.replace(
    /^(\s*)([a-z][\w-]*):([^;{}]*var\(--[^;{}]*);/gm,
    (declaration: string, indent: string, property: string, value: string) => {
      const plain = value.replace(VARIABLE, (variable, name: string) => values.get(name) ?? variable)
      return plain.includes('var(') ? declaration : `${indent}${property}:${plain};${declaration}`
    },
  )
}
