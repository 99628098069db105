/** What is known of a block of a page, and what it is to the page's prose. */

// Flags: what the markup says.
/** Frame, not content. */
export const IN_FRAME = 1
/** Frame by its class or id, which is less sure. */
export const IN_FRAME_BY_NAME = 4
export const IN_HEADING = 2
/** Of a form: what to fill in, what to press. */
export const IN_CONTROL = 8
/** A detail at the side of a text by its class: tags, date, price. */
export const IN_DETAIL = 16
/** Goes on after a line break, in the paragraph of the block before. */
export const CONTINUES = 32
/** Its line breaks are meant. */
export const IN_PRE = 64
/** In the heading of the page, H1. */
export const IN_TITLE = 128
/** Above the flags stands the number of the element that the block is in. */
export const ELEMENT_SHIFT = 8

// Classes.
export type BlockClasses = Uint8Array

export const BAD = 0
/** Short: goes with its neighbours. */
export const LABEL = 1
/** Of medium length: makes its neighbours good, or is by them. */
export const MIDDLING = 2
export const GOOD = 3
/** Text of links: the heading of what follows, or one of a list. */
export const LINKED = 4
/** The heading of a good block. */
export const LEADING = 5
