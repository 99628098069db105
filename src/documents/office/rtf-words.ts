/** What the words of RTF mean, as far as its text needs them. */

/** Groups that hold no text of the page. Others that nobody knows begin with `\*`. */
export const SKIPPED: ReadonlySet<string> = new Set(
  (
    'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf listtable ' +
    'listoverridetable rsidtbl generator xmlnstbl themedata colorschememapping datastore latentstyles annotation atnid ' +
    'atnauthor bkmkstart bkmkend nonshppict sp revtbl filetbl fldinst tc xe falt panose'
  )
    .split(' ')
    .filter(name => name !== ''),
)
export const SIGNS: Readonly<Record<string, string>> = {
  tab: ' ',
  line: ' ',
  lbr: ' ',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  zwj: '\u200d',
  zwnj: '\u200c',
}
export const ENDS: ReadonlySet<string> = new Set(['par', 'sect', 'row', 'nestrow'])
/** Of fonts, by the number that Windows gives to their charset. */
export const FONT_CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}
export const CODE_PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
}
