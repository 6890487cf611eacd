import { UnreadableReply } from '../query.ts'
import type { Piece } from '../shape.ts'

/** A row of a reply about several symbols: the asked symbol that it names, or `null` where nobody asked for that one. */
export type NamedRow = readonly [symbol: string | null, row: Piece]

/** The symbol, if it was asked for. */
export const askedSymbol = (symbol: string, asked: readonly string[]): string | null =>
  asked.includes(symbol) ? symbol : null

/**
 * What is read of the rows that were asked for, by symbol. A row too many is left out. A reply that has rows and none of
 * those asked for answers another question, and a symbol named twice has no price.
 *
 * @param reply the reply, to name it
 */
export const readAsked = <T>(reply: Piece, rows: readonly NamedRow[], read: (row: Piece) => T): Record<string, T> => {
  const found = rows.flatMap(([symbol, row]) => (symbol === null ? [] : [[symbol, row] as const]))
  if (rows.length > 0 && found.length === 0) throw new UnreadableReply(`${reply.path} has nothing that was asked for`)
  const named = new Map(found)
  if (named.size < found.length) throw new UnreadableReply(`${reply.path} names a symbol twice`)
  return Object.fromEntries([...named].map(([symbol, row]) => [symbol, read(row)]))
}
