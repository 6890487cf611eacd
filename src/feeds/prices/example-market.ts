import { VENUES } from '../../sources/exchanges/venues.ts'
import type { Fixing } from '../../sources/market.ts'
import type { Boards, Kept } from '../board.ts'
import { FIXING_BOARDS } from '../boards/fixing-boards.ts'
import type { BoardQuote } from '../boards/board-quote.ts'
import type { Conclusion, Declined, Look } from '../feed.ts'
import { LEG_CURRENCIES } from './fx-venues.ts'
import { exampleDollars } from './price-example.ts'
import type { PriceAnswer } from './price-answer.ts'

/** A market in which everybody says the same: what answers with many votes look like in documents. */

const NOW = 1_795_000_002_000
const AGE_MS = 2_000
const FIXED_AGO_MS = 3 * 3_600_000
/** Digits of a price, so that examples stay readable. */
const DIGITS = 7

const quote = (pair: string): BoardQuote => {
  const [base, quoted] = pair.split('/') as [string, string]
  const price = String(Number((exampleDollars(base) / exampleDollars(quoted)).toPrecision(DIGITS)))
  return { bid: price, ask: price, last: price, bookAt: null, lastAt: null, receivedAt: NOW - AGE_MS }
}

const fixing: Fixing = {
  base: 'EUR',
  date: new Date(NOW - FIXED_AGO_MS).toISOString().slice(0, 10),
  at: NOW - FIXED_AGO_MS,
  rates: Object.fromEntries(
    ['USD', ...LEG_CURRENCIES].map((currency) => [
      currency,
      (exampleDollars('EUR') / exampleDollars(currency)).toPrecision(DIGITS),
    ]),
  ),
  quotedPerBase: true,
  units: {},
}

const STATES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...VENUES.map(
    ({ source, symbols }) =>
      [
        `ticker/${source.name}`,
        {
          quotes: Object.fromEntries(Object.keys(symbols).map((pair) => [pair, quote(pair)])),
          changedAt: NOW - AGE_MS,
        },
      ] as const,
  ),
  ...[...FIXING_BOARDS.values()].map(({ id }) => [id, { fixing }] as const),
])

const boards: Boards = { read: <State>({ id }: Kept<State>) => (STATES.get(id) ?? null) as State | null }

const LOOK: Look = { now: NOW, boards, previous: null, earlier: () => null, quorum: null }

/** What a definition concludes there. Throws where it declines: the definition is wrong then. */
export const exampleBy = (conclude: (look: Look) => Conclusion<PriceAnswer> | Declined): PriceAnswer => {
  const found = conclude(LOOK)
  if (found.kind !== 'concluded') throw new Error(`the example declines: ${JSON.stringify(found)}`)
  return found.content
}
