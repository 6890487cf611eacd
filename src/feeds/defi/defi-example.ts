import { LENDING_MARKETS, type LendingMarket } from '../../sources/lending/lending-markets.ts'
import { EXAMPLE_AT, EXAMPLE_TICK_MS } from '../venue-parts.ts'
import { type RateRow, rateRow } from './rate-row.ts'
import type { RateRows } from './rate-rows.ts'
import { type LlamaWitness, type RateWitness } from './witnesses.ts'

/** Invented rates for examples; they go through the functions of the feeds, so that the examples verify. */

/** Dollars supplied to the first market of the list; each further one has a little less. */
const LARGEST = 900_000_000
const LESS = 12_000_000

const exampleRow = (market: LendingMarket, at: number): RateRow => {
  const supplyApr = Number((3 + (at % 7) * 0.25).toFixed(4))
  const supplied = LARGEST - at * LESS
  const said: RateWitness = {
    supplyApr,
    borrowApr: market.form === 'savings' ? null : Number((supplyApr * 1.4).toFixed(4)),
    supplied,
    borrowed: market.form === 'savings' ? 0 : supplied * 0.75,
    status: 'open',
    block: market.primary === 'on-chain' ? 24_000_000 + at : null,
    at: EXAMPLE_AT * 1_000,
    names: market.primary === 'on-chain' ? ['drpc', 'publicnode'] : [market.primary === 'api' ? 'morpho' : 'defillama'],
  }
  const llama: LlamaWitness = { ...said, block: null, names: ['defillama'], incentiveApr: null }
  const primary = market.primary === 'defillama' ? null : said
  const row = rateRow({ market, primary, llama, price: { usd: 1, basis: 'own' } }, EXAMPLE_TICK_MS)
  if (!row) throw new Error(`the example of ${market.name} has no row`)
  return row
}

const EXAMPLES = new Map(LENDING_MARKETS.map((market, at) => [market.name, exampleRow(market, at)]))

export const exampleOfMarket = ({ name }: LendingMarket): RateRow => EXAMPLES.get(name)!

export const exampleOfMarkets = (markets: readonly LendingMarket[] = LENDING_MARKETS): RateRows => ({
  rows: markets.map(exampleOfMarket),
  missing: [],
})
