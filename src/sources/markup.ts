import { UnreadableReply } from './query.ts'

/** One piece of HTML or XML: a tag that opens or closes, or the text between two tags. Names are in small letters. */
export type Markup =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

const NAME = /^[a-z][\w:-]*/i
/** Looking behind keeps a long word from being read again from each of its letters. */
const ATTRIBUTE = /(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
}

/** The text with its references replaced. One that is not known stays as it is written. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|([a-z]+));/g, (written, code?: string, name?: string) =>
    code === undefined ? (ENTITIES[name ?? ''] ?? written) : String.fromCodePoint(Number(code)),
  )

/** Text on one line, without white space around it. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const attributesOf = (written: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...written.matchAll(ATTRIBUTE)].map(([, name = '', quoted, single]) => [
      name.toLowerCase(),
      unescaped(quoted ?? single ?? ''),
    ]),
  )

/** More than any page that is read here has; a page of nothing but tags costs no more than this. */
const MOST_PIECES = 200_000
/** A tag that is longer does not end, and to look for its end from each of its characters would take minutes. */
const LONGEST_TAG = 4_096

/** Where the tag that begins here ends: at the first `>` outside of quotes. */
const endOfTag = (text: string, from: number): number => {
  let quote = ''
  for (let at = from; at < text.length && at - from < LONGEST_TAG; at++) {
    const character = text.charAt(at)
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at
  }
  throw new UnreadableReply(`a tag that does not end: ${text.slice(from, from + 40)}`)
}

/** Where the text goes on after what is not read: a comment, a declaration, and what stands in a script. */
const after = (text: string, words: string, from: number): number => {
  const at = text.indexOf(words, from)
  return at < 0 ? text.length : at + words.length
}

/**
 * HTML or XML in pieces, in the order in which they are written. Nothing is checked for nesting: pages are often wrong
 * there. Tags that close themselves (`<a/>`) come as two pieces.
 */
export const markup = (text: string): readonly Markup[] => {
  const pieces: Markup[] = []
  let between = ''
  const put = (...found: readonly Markup[]) => {
    if (between.trim() !== '') pieces.push({ kind: 'text', text: unescaped(between) })
    between = ''
    pieces.push(...found)
    if (pieces.length > MOST_PIECES) throw new UnreadableReply(`a page of more than ${MOST_PIECES} pieces`)
  }
  let at = 0
  while (at < text.length) {
    const from = text.indexOf('<', at)
    if (from < 0) break
    between += text.slice(at, from)
    const isClosing = text[from + 1] === '/'
    if (text.startsWith('<!--', from)) at = after(text, '-->', from)
    else if (text[from + 1] === '!' || text[from + 1] === '?') at = after(text, '>', from)
    else {
      const name = NAME.exec(text.slice(from + (isClosing ? 2 : 1), from + 80))?.[0].toLowerCase()
      if (name === undefined) {
        between += '<'
        at = from + 1
        continue
      }
      const end = endOfTag(text, from)
      at = end + 1
      if (isClosing) put({ kind: 'close', name })
      else {
        const attributes = attributesOf(text.slice(from + 1 + name.length, end))
        put({ kind: 'open', name, attributes })
        if (text[end - 1] === '/') put({ kind: 'close', name })
        else if (name === 'script' || name === 'style') at = after(text, `</${name}>`, at)
      }
    }
  }
  between += text.slice(at)
  put()
  return pieces
}
