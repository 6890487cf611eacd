import type { Board, Boards } from '../../../src/feeds/board.ts'
import { FIXING_BOARDS } from '../../../src/feeds/boards/fixing-boards.ts'
import { GOLD_BOARD } from '../../../src/feeds/boards/gold-board.ts'
import type { BoardQuote, TickerState } from '../../../src/feeds/boards/board-quote.ts'
import { TRADE_BOARDS, type TradeState } from '../../../src/feeds/boards/trade-boards.ts'
import { readEarlier } from '../../../src/feeds/carry.ts'
import { actorId, type Earlier, type TickContext } from '../../../src/feeds/feed.ts'
import type { FxCarry } from '../../../src/feeds/prices/price-carry.ts'
import type { Fixing } from '../../../src/sources/market.ts'

/** A market in memory: what every provider last said, as boards that a conclusion reads. */

/** A Wednesday at noon in New York: every market trades. */
export const OPEN = Date.parse('2026-11-18T17:00:00Z')
/** A Saturday: foreign exchange and bullion are closed. */
export const CLOSED = Date.parse('2026-11-21T12:00:00Z')

/** A quote with a spread of one basis point around `price`, received `ageMs` ago. */
export const quoted = (price: number, now: number, ageMs = 1_000): BoardQuote => ({
  bid: String(price * 0.99995),
  ask: String(price * 1.00005),
  last: String(price),
  bookAt: null,
  lastAt: null,
  receivedAt: now - ageMs,
})

/** Prices by venue and pair: `{ kraken: { 'BTC/USD': 84000 } }`. */
export type Prices = Readonly<Record<string, Readonly<Record<string, number>>>>

/** States by board id. */
export type States = Map<string, unknown>

export const tickers = (prices: Prices, now: number, ageMs = 1_000): States =>
  new Map(
    Object.entries(prices).map(([venue, pairs]) => [
      `ticker/${venue}`,
      {
        quotes: Object.fromEntries(Object.entries(pairs).map(([pair, price]) => [pair, quoted(price, now, ageMs)])),
        changedAt: now - ageMs,
      } satisfies TickerState,
    ]),
  )

/** A bank's table: dollars, and others as the bank writes them. */
export const fixed = (fixing: Partial<Fixing> & Pick<Fixing, 'base' | 'rates'>, at: number): { fixing: Fixing } => ({
  fixing: {
    date: new Date(at).toISOString().slice(0, 10),
    at,
    quotedPerBase: false,
    units: {},
    ...fixing,
  },
})

/** Dollars per unit of each currency, the truth of these tests. */
export const USD = { EUR: 1.15, GBP: 1.32, JPY: 1 / 155, CHF: 1.25, CAD: 0.71, CNY: 0.14 } as const
type Currency = keyof typeof USD

const per = (base: Currency, currency: Currency | 'USD'): number => (currency === 'USD' ? 1 : USD[currency]) / USD[base]

/** A bank that agrees with the truth, `bias` apart: 0.01 says that the base is worth one per cent less. */
export const bank = (base: Currency, at: number, { quotedPerBase = false, bias = 0 } = {}): { fixing: Fixing } => {
  const others = (['USD', ...Object.keys(USD)] as (Currency | 'USD')[]).filter((each) => each !== base)
  const rates = others.map((each) => {
    const value = per(base, each) * (1 + bias)
    return [each, String(quotedPerBase ? 1 / value : value)]
  })
  return fixed({ base, rates: Object.fromEntries(rates) as Record<string, string>, quotedPerBase }, at)
}

/** Six central banks that agree: four opinions. */
export const fixings = (at: number, bias = 0): States => {
  const banks: Readonly<Record<string, [Currency, boolean]>> = {
    ecb: ['EUR', true],
    bankofcanada: ['CAD', false],
    bankofengland: ['GBP', true],
  }
  // Australia, Norway and Czechia count in units that this service does not price; their tables hold all of ours.
  const foreign = (usd: number, quotedPerBase: boolean, base: string): { fixing: Fixing } =>
    fixed(
      {
        base,
        quotedPerBase,
        rates: Object.fromEntries(
          (['USD', ...Object.keys(USD)] as (Currency | 'USD')[]).map((each) => {
            const value = (each === 'USD' ? 1 : USD[each] * (1 + bias)) / usd
            return [each, String(quotedPerBase ? 1 / value : value)]
          }),
        ),
      },
      at,
    )
  return new Map<string, unknown>([
    ...Object.entries(banks).map(
      ([name, [base, quotedPerBase]]) => [`fixing/${name}`, biased(bank(base, at, { quotedPerBase }), bias)] as const,
    ),
    ['fixing/rba', foreign(0.65, true, 'AUD')],
    ['fixing/norgesbank', foreign(0.098, false, 'NOK')],
    ['fixing/cnb', foreign(0.047, false, 'CZK')],
  ])
}

/** The dollar of a table moved, so that every other currency is worth `bias` more of it. */
const biased = ({ fixing }: { fixing: Fixing }, bias: number): { fixing: Fixing } => {
  const usd = Number(fixing.rates['USD']) * (fixing.quotedPerBase ? 1 + bias : 1 / (1 + bias))
  return { fixing: { ...fixing, rates: { ...fixing.rates, USD: String(usd) } } }
}

export const gold = (price: number, at: number): States =>
  new Map([[GOLD_BOARD.id, { quote: { price: String(price), at } }]])

/** The state of a venue's executions of a pair. */
export const traded = (venue: string, pair: string, state: TradeState): States =>
  new Map([[TRADE_BOARDS.get(`${venue}|${pair}`)!.id, state]])

export const both = (...states: readonly States[]): States => new Map(states.flatMap((each) => [...each]))

export const boardsOf = (states: States): Boards => ({
  read: <State>(board: Board<State>) => (states.get(board.id) ?? null) as State | null,
})

/** What a tick sees. */
export const lookAt = (
  states: States,
  now: number,
  more: {
    readonly previous?: Earlier | null
    readonly earlier?: Readonly<Record<string, Earlier>>
    readonly quorum?: number
    readonly silenced?: ReadonlyMap<string, number>
    /** Boards that may not be asked. */
    readonly refused?: readonly string[]
  } = {},
): TickContext => ({
  now,
  boards: {
    ...boardsOf(states),
    ...(more.silenced && { silenced: more.silenced }),
    ...(more.refused && { refused: new Set(more.refused) }),
  },
  previous: more.previous ?? null,
  earlier: (from, key) => {
    const found = more.earlier?.[actorId(from, { key })]
    return found ? readEarlier(from, found) : null
  },
  quorum: more.quorum ?? null,
})

/** The last snapshot of a leg, as carried over a weekend. */
export const leftBehind = (value: number, observedAt: number, sources: readonly string[] = ['bitstamp', 'kraken']) =>
  ({
    timestamp: Math.floor(observedAt / 1000),
    content: {},
    carry: { value, observedAt, sources: [...sources], basis: 'live', confidence: 1 },
  }) satisfies Earlier<FxCarry>

/** The fixing boards that exist, so that a table forgotten here is noticed. */
export const FIXING_NAMES = [...FIXING_BOARDS.keys()]
