/** Which language the interface speaks: what the reader chose, else the first that the browser asks for and we have. */
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from './messages.js'

const DEFAULT_LANGUAGE: InterfaceLanguage = 'en'

export function isInterfaceLanguage(text: string | null | undefined): text is InterfaceLanguage {
  return typeof text === 'string' && Object.hasOwn(INTERFACE_LANGUAGES, text)
}

export function chooseLanguage(chosen: string | undefined, acceptLanguage: string | undefined): InterfaceLanguage {
  if (isInterfaceLanguage(chosen)) return chosen
  const wanted = (acceptLanguage ?? '')
    .slice(0, 1000)
    .split(',')
    .map((part, position) => {
      const [tag, ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map(parameter => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(value => value)
      return { primary: tag.split('-', 1)[0], weight: weight === undefined ? 1 : Number(weight) || 0, position }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
  for (const { primary } of wanted) if (isInterfaceLanguage(primary)) return primary
  return DEFAULT_LANGUAGE
}
