import { UnreadableReply } from '../query.ts'
import { field, items, optional, type Piece, same } from '../shape.ts'

/**
 * The row of one contract, in a reply that is this row or a list of rows. A list without it, or with two of it, is refused,
 * and so is the row of another contract.
 *
 * @param name the field that names the contract
 */
export const ownRow = (of: Piece, name: string, symbol: string): Piece => {
  const rows = Array.isArray(of.value) ? items(of).filter((row) => optional(row, name)?.value === symbol) : [of]
  const [row] = rows
  if (!row || rows.length > 1) throw new UnreadableReply(`${of.path} has ${rows.length} rows of ${symbol}`)
  same(field(row, name), symbol)
  return row
}
