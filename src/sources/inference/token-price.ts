import { decimalProduct } from '../decimal-text.ts'
import type { DecimalText } from '../market.ts'
import { decimal, type Piece } from '../shape.ts'
import { UnreadableReply } from '../query.ts'

/** What a model's tokens cost at its host: dollars per million tokens, base prices without steps for long contexts. */
export interface TokenPrice {
  readonly input: DecimalText
  readonly output: DecimalText
}

/** Prices by the source's own name of host and model. Free variants and routers are not in it. */
export type PriceTable = Readonly<Record<string, TokenPrice>>

const MILLION = '1000000'

const trimmed = (text: DecimalText): DecimalText => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Dollars per token as dollars per million, every digit. */
export const perMillion = (of: Piece): DecimalText => trimmed(decimalProduct(decimal(of), MILLION))

/** Dollars per million above zero; `null` of zero and of a negative sign for "depends". */
export const tokenPriceOf = (input: DecimalText, output: DecimalText): TokenPrice | null =>
  [input, output].every((each) => Number(each) > 0) ? { input, output } : null

/** @throws UnreadableReply of an empty table: a list without any price is a provider in trouble */
export const filled = (rows: readonly (readonly [name: string, price: TokenPrice | null])[]): PriceTable => {
  const table = Object.fromEntries(rows.flatMap(([name, price]) => (price ? [[name, price]] : [])))
  if (Object.keys(table).length === 0) throw new UnreadableReply('no price of any model')
  return table
}
