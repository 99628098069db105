/**
 * A page as the lines that were marked by hand: the text between two boundaries of block elements, or two line breaks, of the tree that
 * linkedom makes. It shares no code with the parser and the block cutter under test, so that the marks do not favour them.
 */
import { parseHTML } from 'linkedom'

/** As much of the DOM as is needed here; the project is compiled without the browser's types. */
interface TreeNode {
  readonly nodeType: number
  readonly localName?: string
  readonly data?: string
  readonly childNodes: Iterable<TreeNode>
  getAttribute?(name: string): string | null
}

const ELEMENT = 1
const TEXT = 3
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong ' +
    'sub sup time tt u var wbr'
  ).split(' '),
)
/** Never text for a reader. */
const UNSEEN = new Set(
  'head script style noscript template select option textarea iframe object embed audio video canvas svg math map'.split(
    ' ',
  ),
)

export function linesOf(html: string): string[] {
  const root: TreeNode | null = parseHTML(html).document.documentElement
  const lines: string[] = []
  let text = ''
  const flush = (): void => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (line !== '') lines.push(line)
    text = ''
  }
  const visit = (node: TreeNode): void => {
    if (node.nodeType === TEXT) text += node.data ?? ''
    if (node.nodeType !== ELEMENT) return
    const name = node.localName?.toLowerCase() ?? ''
    if (UNSEEN.has(name) || isHidden(node)) return
    const isBlock = !INLINE.has(name)
    if (isBlock) flush()
    for (const child of node.childNodes) visit(child)
    if (isBlock) flush()
  }
  if (root !== null) visit(root)
  flush()
  return lines
}

function isHidden(node: TreeNode): boolean {
  if ((node.getAttribute?.('hidden') ?? null) !== null) return true
  return /(?:^|[;\s])display\s*:\s*none/i.test(node.getAttribute?.('style') ?? '')
}
