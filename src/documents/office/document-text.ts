/** The text of a document as it is read off its markup: paragraphs, pages, and links with their places. */
import { MAX_LINKS } from '../../page/html/parse.js'
import { MAX_TEXT } from '../../page/html/text-builder.js'
import { PAGE_BREAK, type DocumentLink } from '../../page/document/content.js'

export class DocumentText {
  private readonly paragraphs: string[] = []
  private length = 0
  private paragraph = ''
  /** Page breaks since the last text. */
  private breaks = 0
  private link: { readonly href: string; readonly at: number } | null = null
  private readonly found: DocumentLink[] = []
  pages = 1

  get isFull(): boolean {
    return this.length > MAX_TEXT
  }

  /** White space is folded. */
  add(text: string): void {
    if (this.isFull) return
    const folded = text.replace(/[\s\f]+/g, ' ')
    this.paragraph += this.isAtStart() ? folded.trimStart() : folded
    if (this.paragraph.length > MAX_TEXT) this.end()
  }

  end(): void {
    const text = this.paragraph.trimEnd()
    this.paragraph = ''
    this.closeLink(text)
    if (text === '') return
    const written = PAGE_BREAK.repeat(this.breaks) + text
    this.breaks = 0
    this.paragraphs.push(written)
    this.length += written.length + 1
  }

  /** In the middle of a paragraph, too. */
  pageBreak(): void {
    this.pages++
    if (this.paragraph.trim() === '') this.breaks++
    else this.paragraph += PAGE_BREAK
  }

  openLink(href: string): void {
    this.link = href === '' ? null : { href, at: this.paragraph.length }
  }

  closeLink(paragraph = this.paragraph): void {
    const { link } = this
    this.link = null
    if (link === null || this.found.length >= MAX_LINKS) return
    const anchor = paragraph.slice(link.at).trim()
    this.found.push({ href: link.href, anchor, at: anchor === '' ? -1 : this.length + this.breaks + link.at })
  }

  get text(): string {
    return this.paragraphs.join('\n').slice(0, MAX_TEXT)
  }

  get links(): readonly DocumentLink[] {
    return this.found
  }

  private isAtStart(): boolean {
    return this.paragraph === '' || this.paragraph.endsWith(' ') || this.paragraph.endsWith(` ${PAGE_BREAK}`)
  }
}
