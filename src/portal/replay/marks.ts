/**
 * How links of archived pages say beforehand whether they lead anywhere: a firm line below those that do, a dotted one below those
 * that do not, which are paler, too, and have another pointer. Nothing changes its place or size. On paper nothing is marked.
 */
export const MARKS =
  '<style>@media screen{' +
  'a[data-longtail~=here]{text-decoration:underline solid currentcolor!important;text-decoration-thickness:2px!important;text-underline-offset:2px!important}' +
  'a[data-longtail~=away]{text-decoration:underline dotted currentcolor!important;text-underline-offset:2px!important;opacity:.72!important;cursor:help!important}' +
  'a[data-longtail~=away] img,area[data-longtail~=away]{filter:grayscale(1)!important}' +
  'a[data-longtail~=frame]{display:inline-block;max-width:100%;padding:.5em .75em;border:1px dashed currentcolor;overflow-wrap:anywhere}}' +
  'img[data-longtail=lazy]{opacity:1!important;visibility:visible!important}' +
  '</style>'
