/**
 * The text under the key of the format: `<format> <who wrote it>`, and `<format>><next> <who moves it>` while a step to
 * the next one is under way. Every release begins it so, whatever follows, so that each can read it of every other.
 */
export interface FormatMark {
  /** The last format that the store has, or had, as a whole. */
  readonly whole: number
  /** The format to which it is being moved; `null` when no step has begun. */
  readonly towards: number | null
  /** The release that wrote it: `claros/0.1.0`. */
  readonly by: string
}

const MARK = /^([1-9]\d{0,5})(?:>([1-9]\d{0,5}))? ([\x20-\x7e]{1,200})$/

/** `null` for a text that no release writes. */
export const readMark = (text: string): FormatMark | null => {
  const [, whole, towards, by] = MARK.exec(text) ?? []
  if (whole === undefined) return null
  const mark = { whole: Number(whole), towards: towards === undefined ? null : Number(towards), by: by! }
  return mark.towards === null || mark.towards > mark.whole ? mark : null
}

export const writeMark = ({ whole, towards, by }: FormatMark): string =>
  `${whole}${towards === null ? '' : `>${towards}`} ${by}`
