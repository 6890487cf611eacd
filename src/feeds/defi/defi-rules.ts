import { LENDING_MARKETS, PROTOCOLS } from '../../sources/lending/lending-markets.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time-units.ts'
import { CONFIRM_MS } from '../boards/lending-boards.ts'
import { RATE_TOLERANCE } from '../math/lending.ts'
import { LEAST_RANKED, LEAST_SUPPLIED_USD } from './ranking.ts'
import { LARGE, LEAST_ROWS } from './rate-rows.ts'
import { WITNESSED } from './rate-row.ts'
import { SIZE_FACTOR } from './second-witness.ts'
import { RATE_LIFETIME, RATE_PLACES, STILL_MS } from './witnesses.ts'

const minutes = (seconds: number): number => (seconds * SECOND_MS) / MINUTE_MS

/** The methodology that all feeds of this family share. */
export const DEFI_RULES = {
  unit: `simple rates in per cent a year, ${RATE_PLACES} decimals; yields with interest added each day stand beside and are never ranked`,
  markets: Object.fromEntries(
    PROTOCOLS.map((protocol) => [
      protocol,
      LENDING_MARKETS.filter((market) => market.protocol === protocol).map(({ chain, asset, primary }) => ({
        chain,
        asset,
        primary,
      })),
    ]),
  ),
  contracts: `read at two nodes of the chain at the same block, two behind the newest of the slower one; a rate of which they differ in one word is not taken, and the former one stands until it is too old. Tokens, markets and Aave's data provider say who they are every ${CONFIRM_MS / MINUTE_MS} min; what does not answer has moved and has no rate`,
  second: `DefiLlama, its yields turned into simple rates. Within ${RATE_TOLERANCE.points} points or ${RATE_TOLERANCE.share * 100} % of both rates, and a factor of ${SIZE_FACTOR['on-chain']} (Morpho ${SIZE_FACTOR.api}) of what is supplied, it agrees and is named; else the primary's number stands, degraded, with the difference. It never moves a number that contracts or a protocol tell`,
  alone:
    'of Fluid and Euler, and of a market whose primary is silent, DefiLlama is the only witness: shown, degraded, never ranked; a rate of Morpho is ranked where DefiLlama agrees',
  still: `a list that says the same to the digit for ${STILL_MS.morpho / HOUR_MS} h (Morpho) or ${STILL_MS.defillama / HOUR_MS} h (DefiLlama) stands still and says nothing`,
  guards: 'a rate above 100 %, below 0, or paid above what is taken is no rate',
  ranked: `the highest simple rate without rewards among open markets with ${LEAST_SUPPLIED_USD} dollars supplied; ties by size. At least ${LEAST_RANKED}`,
  dollars:
    'tokens at our prices, WBTC as BTC; DAI, USDS and bridged USDC at one dollar; of others as they are reported',
  enough: `answers about all markets: ${LEAST_ROWS} rows, ${LARGE.join(' or ')} among them; sizes: half of the markets`,
  confidence: `${WITNESSED.agrees} of two that agree, ${WITNESSED.single} of one or of two that differ, ${WITNESSED.aggregator} of an aggregator alone; times freshness: 1 up to ${minutes(RATE_LIFETIME.freshSeconds)} min, 0 at ${minutes(RATE_LIFETIME.expireSeconds)} min`,
}
