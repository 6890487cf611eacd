import { decimalText } from '../decimal-text.ts'
import type { DecimalText } from '../market.ts'
import { UnreadableReply } from '../query.ts'

/**
 * The two lists of levels of an order book, read from the text of a reply.
 *
 * A whole book is some megabytes, and only the levels near the middle are used. `JSON.parse` would hold up the process
 * for hundreds of milliseconds and make an object of each level (decision 0049). So the lists are found in the text,
 * read level by level from the best one on, and left where the caller has enough.
 */

/** One level as it was sent: price, size, and the rest of the row. */
export interface SentLevel {
  readonly price: DecimalText
  readonly size: DecimalText
  /** The third value of the row; empty if there is none. */
  readonly third: string
}

/** One list of levels in a text. */
interface Ladder {
  /** Its levels from the best on. Throws `Unreadable` at a level that has another form. */
  levels(): Generator<SentLevel>
}

/** A reply without its two lists, which are empty in `envelope`. A list that was not found is `null`. */
export interface Ladders {
  readonly envelope: string
  readonly bids: Ladder | null
  readonly asks: Ladder | null
}

interface Span {
  /** The place after the opening bracket. */
  readonly from: number
  /** The place of the closing bracket. */
  readonly to: number
}

const SPACE = /\s*/y

const afterSpace = (body: string, at: number): number => {
  SPACE.lastIndex = at
  SPACE.test(body)
  return SPACE.lastIndex
}

/** Where the list that is the value of this member begins and ends; `null` if there is no such list. */
const spanOf = (body: string, name: string): Span | null => {
  const opening = new RegExp(`"${name}"\\s*:\\s*\\[`, 'g')
  if (!opening.test(body)) return null
  const from = opening.lastIndex
  const first = afterSpace(body, from)
  if (body[first] === ']') return { from, to: first }
  const closing = /\]\s*\]/g
  closing.lastIndex = first
  if (!closing.test(body)) throw new UnreadableReply(`${name} has no end: ${body.slice(0, 80)}`)
  return { from, to: closing.lastIndex - 1 }
}

/** The usual spelling of a row: plain decimals in quotes, nothing between them. Several times as fast as any spelling. */
const USUAL =
  /\["(\d{1,20}(?:\.\d{1,20})?)","(\d{1,20}(?:\.\d{1,20})?)"(?:,"?([\d.]{1,20})"?(?:,"?[\d.]{1,20}"?)?)?\](,?)/y

/** One value of a row: a text without escapes, or a number. */
const VALUE = '(?:"([^"\\\\]*)"|([^",\\[\\]{}\\s]+))'
const ANY = new RegExp(`\\[\\s*${VALUE}\\s*,\\s*${VALUE}\\s*(?:,\\s*${VALUE}\\s*)?(?:,[^\\[\\]]*)?\\]\\s*(,?)\\s*`, 'y')

interface Row {
  readonly level: SentLevel
  /** The place after the row and its comma. */
  readonly end: number
  readonly hasComma: boolean
}

/** The row at this place of the text; `null` if there is none. */
const rowAt = (body: string, name: string, at: number): Row | null => {
  USUAL.lastIndex = at
  const usual = USUAL.exec(body)
  if (usual)
    return {
      level: { price: usual[1]!, size: usual[2]!, third: usual[3] ?? '' },
      end: USUAL.lastIndex,
      hasComma: usual[4] === ',',
    }
  ANY.lastIndex = at
  const found = ANY.exec(body)
  if (!found) return null
  const [, priceText, priceNumber, sizeText, sizeNumber, thirdText, thirdNumber, comma] = found
  return {
    level: {
      price: decimalText(priceText ?? priceNumber ?? '', `a price in ${name}`),
      size: decimalText(sizeText ?? sizeNumber ?? '', `a size in ${name}`),
      third: thirdText ?? thirdNumber ?? '',
    },
    end: ANY.lastIndex,
    hasComma: comma === ',',
  }
}

const ladderOf = (body: string, name: string, { from, to }: Span): Ladder => ({
  *levels() {
    let at = afterSpace(body, from)
    while (at < to) {
      const row = rowAt(body, name, at)
      const end = row && (body[row.end] === '[' || row.end === to ? row.end : afterSpace(body, row.end))
      // A comma stands between two levels, and nowhere else.
      if (!row || !end || row.hasComma !== end < to)
        throw new UnreadableReply(`${name} has what is not a level: ${body.slice(at, Math.min(to, at + 80))}`)
      yield row.level
      at = end
    }
  },
})

/**
 * Finds the lists `bids` and `asks` of a reply, wherever they stand in it.
 *
 * @throws UnreadableReply if a list does not end: the reply was cut off
 */
export const laddersOf = (body: string): Ladders => {
  const [bids, asks] = [spanOf(body, 'bids'), spanOf(body, 'asks')]
  const spans = [bids, asks].filter((span) => span !== null).toSorted((a, b) => a.from - b.from)
  let envelope = ''
  let at = 0
  for (const { from, to } of spans) {
    if (from < at) throw new UnreadableReply('bids and asks lie in one another')
    envelope += body.slice(at, from)
    at = to
  }
  return {
    envelope: envelope + body.slice(at),
    bids: bids && ladderOf(body, 'bids', bids),
    asks: asks && ladderOf(body, 'asks', asks),
  }
}
