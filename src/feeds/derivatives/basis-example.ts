import { DAY_SECONDS } from '../../time-units.ts'
import type { Subject } from '../subject.ts'
import { EXAMPLE_AT, isDegraded } from '../venue-parts.ts'
import { BASIS_PARTS } from './basis.ts'
import type { BasisAnswer } from './basis-answer.ts'
import { basisContent, type VenueBasis } from './basis-content.ts'
import { exampleCoin } from './perpetual-example.ts'

/** Plausible values, taken from no venue: the mark over the index, the funding per eight hours, how often it is paid. */
const ROWS: readonly (readonly [exchange: string, ratio: number, rate8h: number, hours: number])[] = [
  ['binance', 1.00051, 0.0001, 8],
  ['bitget', 1.00046, 0.000082, 8],
  ['bybit', 1.00022, 0.000091, 8],
  ['deribit', 1.00034, 0.0000712, 8],
  ['gateio', 1.00043, 0.000086, 8],
  ['hyperliquid', 1.00048, 0.0001, 1],
  ['kraken', 1.00029, 0.0000784, 1],
  ['okx', 1.00046, 0.000084, 8],
]

/** An example answer for any subject. It is made by the functions of the feed, so that it verifies. */
export const basisExample = (subject: Subject): BasisAnswer => {
  const { price } = exampleCoin(subject)
  const venues = ROWS.map(([exchange, ratio, rate8h, intervalHours]): VenueBasis => ({
    exchange,
    mark: Number((price * ratio).toFixed(4)),
    index: price,
    funding: { rate8h, intervalHours },
    at: EXAMPLE_AT * 1_000,
  }))
  return {
    pair: subject.domain,
    ...basisContent(venues),
    nearest_dated: { expiry: EXAMPLE_AT + 38 * DAY_SECONDS, annualized_pct: 4.3629 },
    ...BASIS_PARTS.example,
    degraded: isDegraded(BASIS_PARTS.example),
  }
}
