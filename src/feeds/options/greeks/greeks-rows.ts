import { rounded } from '../../../canonical/measure.ts'
import { inSeconds } from '../../../time-units.ts'
import { GREEK_PLACES } from './greek-places.ts'
import { optionGreeks } from './greek-values.ts'
import type { GreeksAnswer } from './greeks-answer.ts'
import type { BelievedChain } from '../chains/believed-chains.ts'
import { type KeptOption, keptOptions } from '../kept/kept-option.ts'

export type GreeksRow = GreeksAnswer['options'][number]

/** The options of one chain. */
export interface ChainOptions {
  readonly chain: BelievedChain
  readonly options: readonly KeptOption[]
}

/** Chains with their options unpacked, those that expire after `now`. */
export const unpacked = (chains: readonly BelievedChain[], now: number): readonly ChainOptions[] =>
  chains.map((chain) => ({ chain, options: keptOptions(chain.kept, now) }))

const rowOf = (option: KeptOption, exchange: string, fetchedAt: number): readonly GreeksRow[] => {
  if (option.markIv === null) return []
  const terms = {
    expiry: inSeconds(option.expiry),
    fetchedAt,
    forward: rounded(option.forward, GREEK_PLACES.rest),
    iv: rounded(option.markIv, GREEK_PLACES.iv),
  }
  const { expiry, forward, iv } = terms
  const { symbol, strike, kind } = option
  const greeks = optionGreeks(terms, option)
  return greeks
    ? [
        {
          symbol,
          exchange,
          expiry,
          strike,
          kind,
          forward,
          iv,
          ...greeks,
          open_interest: rounded(option.interest, GREEK_PLACES.rest),
        },
      ]
    : []
}

const placeOf = ({ expiry, strike, kind }: Pick<GreeksRow, 'expiry' | 'strike' | 'kind'>): string =>
  `${expiry} ${strike} ${kind}`

/** Of two rows of one option at one venue, settled in two currencies, the one that more is held of. */
const mostHeld = (rows: readonly GreeksRow[]): readonly GreeksRow[] =>
  [...Map.groupBy(rows, placeOf).values()].map((same) =>
    same.reduce((most, row) => (row.open_interest > most.open_interest ? row : most)),
  )

/**
 * One row for each expiry, strike and kind that anything is held of, from the first of the chains that has a volatility
 * for it. By expiry and strike, calls before puts.
 *
 * @param fetchedAt Unix seconds of the tick
 */
export const greeksRows = (chains: readonly ChainOptions[], fetchedAt: number): readonly GreeksRow[] => {
  const found = new Map<string, GreeksRow>()
  for (const { chain, options } of chains) {
    const held = options.filter(({ interest }) => interest > 0)
    for (const row of mostHeld(held.flatMap((option) => rowOf(option, chain.source, fetchedAt))))
      if (!found.has(placeOf(row))) found.set(placeOf(row), row)
  }
  return [...found.values()].toSorted(
    (a, b) => a.expiry - b.expiry || a.strike - b.strike || (a.kind < b.kind ? -1 : 1),
  )
}
