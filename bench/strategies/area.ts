/** How early a crawl found what there is. */
/** That of a crawl that fetches all wanted pages first. */
export function idealArea(pages: number, wanted: number): number {
  return (wanted * (wanted + 1)) / 2 + (pages - wanted) * wanted
}

/**
 * Area under found-against-fetched, as a share of the ideal one. `found[k]`: wanted pages among the first k. A crawl that ends early
 * is as one that finds nothing more.
 */
export function areaOf(found: Uint32Array, pages: number, wanted: number): number {
  let area = 0
  for (let k = 1; k <= pages; k++) area += found[Math.min(k, found.length - 1)]
  return area / idealArea(pages, wanted)
}
