import { groupBy } from '../../group-by.ts'
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

/** Dollars per million tokens. What lies outside is per token, per thousand tokens or in cents, or no price. */
const RAILS = { low: 0.002, high: 1_000 } as const

/** Dollars per million within the rails; `null` of zero, of a negative sign for "depends", and of another unit. */
export const tokenPriceOf = (input: DecimalText, output: DecimalText): TokenPrice | null =>
  [input, output].every((each) => Number(each) >= RAILS.low && Number(each) <= RAILS.high) ? { input, output } : null

/**
 * A name that is told twice at two prices has none: nothing says which is meant.
 *
 * @throws UnreadableReply of an empty table: a list without any price is a provider in trouble
 */
export const filled = (rows: readonly (readonly [name: string, price: TokenPrice | null])[]): PriceTable => {
  const byName = groupBy(
    rows.flatMap(([name, price]) => (price ? [{ name, price }] : [])),
    ({ name }) => name,
  )
  const table = Object.fromEntries(
    [...byName].flatMap(([name, told]) => {
      const [{ price }] = told as [(typeof told)[number]]
      const isOne = told.every((each) => each.price.input === price.input && each.price.output === price.output)
      return isOne ? [[name, price]] : []
    }),
  )
  if (Object.keys(table).length === 0) throw new UnreadableReply('no price of any model')
  return table
}
