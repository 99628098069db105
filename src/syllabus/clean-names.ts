/**
 * Names of topics as a syllabus has them, cleaned of what printing and scanning add: numbering, bullets, dot leaders, page
 * numbers, hyphens at the ends of lines. What might belong to a name stays: "World War 2", "2D shapes", "E. coli".
 */

const MAX_NAME = 200
const BULLET = /^(?:[•‣◦▪▫●○■□·–—*➢➤✓❖]|-(?=\s)|o(?=\s{2,}))\s*/u
/** 1. · 1) · 1.2 · 1.2.3. · (4) · [5]; a bare number may be part of the name. */
const NUMBER = /^(?:\d{1,3}(?:\.\d{1,3}){1,5}[.):]?|\d{1,3}[.):]|\(\d{1,3}\)|\[\d{1,3}\])(?=[\s\p{L}])\s*/u
/** (a) · a) · ii. · iv) · I. */
const LETTER = /^(?:\([a-z]\)|[a-z]\)|\((?:[ivx]{1,5})\)|[ivx]{2,5}[.)]|[IVX]{2,5}[.)]|I\.)\s+/
const CHAPTER =
  /^(?:chapter|unit|topic|section|lesson|module|part|theme|week|กิจกรรมที่|บทที่|หน่วยที่|глава|тема|раздел|kapitel|chapitre|capítulo|capitolo)\s*(?:no\.?\s*)?(?:\d{1,3}(?:\.\d{1,3})*|[ivxlc]{1,6})\s*(?:[.:)–—-]\s*|\s+(?=\p{L}))/iu
/** "Photosynthesis ........ 12", a tab or a wide gap before the number, "(pp. 3-7)", ", page 12". */
const PAGE_NUMBER =
  /(?:\s*(?:\.\s?){3,}\s*\d{0,4}|\s*…+\s*\d{0,4}|(?:\t|\s{3,})\d{1,4}|[\s,(]+(?:pp?\.|pages?)\s*\d{1,4}(?:\s*[-–]\s*\d{1,4})?\)?)\s*$/iu
/** Lines that are page furniture as a whole. */
const FURNITURE = /^[\p{P}\p{S}\s]*(?:(?:page|p\.)\s*)?\d*(?:\s*(?:of|\/)\s*\d+)?[\p{P}\p{S}\s]*$/iu

/**
 * Without what terminals and search engines obey: control characters become spaces, invisible ones go (also soft hyphens and
 * marks of direction). Joiners stay, because Persian and Indian scripts are spelt with them.
 */
export function printable(text: string): string {
  return text
    .replace(/(?![\u200C\u200D])\p{Cf}|\p{Cs}/gu, '')
    .replace(/(?![\t\n\r])\p{Cc}/gu, ' ')
    .normalize('NFC')
}

/** '' when nothing of a name is left. */
export function cleanName(raw: string): string {
  let name = printable(raw.slice(0, 4 * MAX_NAME))
    // a word that was divided at the end of a line
    .replace(/(\p{L})[-‐]\s*\n\s*(?=\p{Ll})/gu, '$1')
    .replace(/\r?\n/g, ' ')
    .trim()
  if (FURNITURE.test(name)) return ''
  name = name.replace(PAGE_NUMBER, '').replace(/\s+/gu, ' ').trim()
  // "• 1.2 (a) Cells": each kind once, in any order
  for (const pattern of [BULLET, CHAPTER, NUMBER, LETTER, BULLET]) name = name.replace(pattern, '')
  name = name.replace(/^[\s.,;:]+|[\s,;:]+$/gu, '')
  return /\p{L}/u.test(name)
    ? name
        .slice(0, MAX_NAME)
        .replace(/\p{Cs}/gu, '')
        .trim()
    : ''
}

/** "1 Cells", "2 Tissues", "3 Organs": bare numbers are numbering where nearly all names have one and they rise. */
export function withoutCounters(names: readonly string[]): string[] {
  const counters = names.map(name => /^(\d{1,3})\s+(?=\p{L})/u.exec(name))
  const values = counters.flatMap(match => (match === null ? [] : [Number(match[1])]))
  const rises = values.filter((value, i) => i > 0 && value > values[i - 1]).length
  if (values.length < 3 || values.length < 0.75 * names.length || rises < 0.75 * (values.length - 1)) return [...names]
  return names.map((name, i) => name.slice(counters[i]?.[0].length ?? 0))
}

/** Lines of a text file, one name each; a word divided at the end of a line is put together again. */
export function namesInLines(text: string, most = Infinity): { readonly name: string; readonly line: number }[] {
  const names: { name: string; line: number }[] = []
  let before = ''
  let start = 1
  const add = (name: string): void => {
    if (name.trim() !== '' && !/^\s*#/.test(name)) names.push({ name, line: start })
  }
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (names.length >= most) break
    if (before === '') start = i + 1
    if (before !== '' && !/^\s*\p{Ll}/u.test(line)) {
      add(before)
      before = ''
      start = i + 1
    }
    if (/\p{L}[-‐]\s*$/u.test(line)) {
      before += `${line}\n`
      continue
    }
    add(before + line)
    before = ''
  }
  if (before !== '') add(before)
  return names
}
