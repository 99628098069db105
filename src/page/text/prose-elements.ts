/**
 * The elements of a document that hold blocks, as columns: who holds whom, and what markup says about each. An article is looked for
 * among them (prose-article.ts). Numbers go up in the order of the start tags, so a parent comes before its children.
 */

// What an element says about itself.
/** ARTICLE, or its role. */
export const EL_ARTICLE = 1
/** The text of an article by schema.org. */
export const EL_BODY = 2
/** Named as what holds the text: post-content, article-body. */
export const EL_CONTENT = 4
/** Beside the text: teasers, sharing, advertisements, who wrote it. */
export const EL_SIDE = 8
/** What readers wrote. */
export const EL_COMMENTS = 16
/** Under a picture. */
export const EL_CAPTION = 32
/** The beginning of another text, or of this one. */
export const EL_TEASER = 64
export const EL_LIST = 128

/** What lies in more elements than this counts as in the last of them. */
const MAX_ELEMENTS = 1 << 18

export class ProseElements {
  readonly parents: number[] = [0]
  readonly kinds: number[] = [0]

  get count(): number {
    return this.parents.length
  }

  add(parent: number, kind: number): number {
    if (this.parents.length === MAX_ELEMENTS) return parent
    this.kinds.push(kind)
    return this.parents.push(parent) - 1
  }
}
