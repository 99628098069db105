/** Where to go after a form: only to a place of this portal, whatever the request says. */
export function localPath(text: string | null | undefined, otherwise = '/'): string {
  if (text === null || text === undefined || text.length > 4000) return otherwise
  // `//host` and `/\host` name another host, also with the tabs and line ends that browsers leave out
  return /^\/(?![/\\])[^\u0000-\u001f\u007f]*$/.test(text) ? text : otherwise
}
