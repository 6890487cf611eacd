import { UnreadableReply } from '../query.ts'
import type { Piece } from '../shape.ts'

/**
 * A row of a reply about several symbols: the requested symbol that it is for, or `null` if that symbol was not
 * requested.
 */
export type NamedRow = readonly [symbol: string | null, row: Piece]

/** The symbol, if it was requested. */
export const askedSymbol = (symbol: string, asked: readonly string[]): string | null =>
  asked.includes(symbol) ? symbol : null

/**
 * Reads the rows of the requested symbols. Other rows are left out. A reply that has rows, but none for a requested
 * symbol, is the answer to another question and is refused. So is a reply that names a symbol twice, because it is not
 * known which row is right.
 *
 * @param reply the reply, named in the error
 */
export const readAsked = <T>(reply: Piece, rows: readonly NamedRow[], read: (row: Piece) => T): Record<string, T> => {
  const found = rows.flatMap(([symbol, row]) => (symbol === null ? [] : [[symbol, row] as const]))
  if (rows.length > 0 && found.length === 0)
    throw new UnreadableReply(`${reply.path} has none of the requested symbols`)
  const named = new Map(found)
  if (named.size < found.length) throw new UnreadableReply(`${reply.path} names a symbol twice`)
  return Object.fromEntries([...named].map(([symbol, row]) => [symbol, read(row)]))
}
