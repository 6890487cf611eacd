import {
  type BinanceBook,
  type BinanceIndex,
  type BinanceMark,
  binanceOptions,
} from '../../sources/options/binance-options.ts'
import type { Interest } from '../../sources/options/chain.ts'
import { boardQuestion, type Ask } from '../board.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { binanceChain } from './binance-chain.ts'
import { OPTION_SECONDS, type OptionBoard, type OptionState, withChain } from './option-state.ts'

/**
 * Binance tells its chain in pieces: marks and quotes of all coins at once, an index for each coin, open interest for
 * each expiry of a coin. The open interest of three dozen expiries is asked for in turns.
 */

/** The open interest of one expiry, and when it was read, Unix milliseconds; 0 before the first time. */
interface ExpiryInterest {
  readonly at: number
  readonly held: Interest
}

interface BinanceState extends OptionState {
  /** By coin and by expiry in Unix milliseconds. */
  readonly expiries?: Readonly<Record<string, Readonly<Record<string, ExpiryInterest>>>>
  /** Quotes and indices of this same poll, until the marks arrive. */
  readonly books?: Readonly<Record<string, BinanceBook>>
  readonly indices?: Readonly<Record<string, BinanceIndex>>
}

/** Questions for open interest in one poll: all expiries come round within two minutes. */
const INTEREST_ASKS = 12
/** Open interest that is older than this is not known any more (methods 0.3). */
const INTEREST_MS = LIFETIMES.funding.expireSeconds * 1_000

const knownExpiries = ({ expiries = {} }: BinanceState, coin: string): Readonly<Record<string, ExpiryInterest>> =>
  expiries[coin] ?? {}

/** Those whose open interest is oldest come first, among them the nearest. */
const interestAsks = (state: BinanceState, now: number): readonly Ask<BinanceState>[] =>
  binanceOptions.coins
    .flatMap((coin) =>
      Object.entries(knownExpiries(state, coin)).map(([expiry, { at }]) => ({ coin, expiry: Number(expiry), at })),
    )
    .filter(({ expiry }) => expiry > now)
    .toSorted((a, b) => a.at - b.at || a.expiry - b.expiry)
    .slice(0, INTEREST_ASKS)
    .map(({ coin, expiry }) =>
      boardQuestion(binanceOptions.interest(coin, expiry), (told, at, before: BinanceState) => {
        // What is not named is nothing: an option that nobody holds needs no place.
        const held = Object.fromEntries(Object.entries(told).filter(([, coins]) => Number(coins) > 0))
        const known = { ...knownExpiries(before, coin), [expiry]: { at, held } }
        return { ...before, expiries: { ...before.expiries, [coin]: known } }
      }),
    )

/** The expiries that the marks name, each with the open interest that is known of it. */
const listedExpiries = (
  marks: readonly BinanceMark[],
  known: Readonly<Record<string, ExpiryInterest>>,
  now: number,
): Readonly<Record<string, ExpiryInterest>> =>
  Object.fromEntries(
    [...new Set(marks.map(({ expiry }) => expiry))]
      .filter((expiry) => expiry > now)
      .map((expiry) => [String(expiry), known[expiry] ?? { at: 0, held: {} }]),
  )

/** A coin's chain, of the expiries whose open interest is known; without its index the last chain stays. */
const withMarks = (state: BinanceState, coin: string, marks: readonly BinanceMark[], receivedAt: number) => {
  const expiries = listedExpiries(marks, knownExpiries(state, coin), receivedAt)
  const next: BinanceState =
    marks.length === 0 ? state : { ...state, expiries: { ...state.expiries, [coin]: expiries } }
  const index = state.indices?.[coin]
  const known = Object.entries(expiries).filter(([, { at }]) => receivedAt - at < INTEREST_MS)
  if (index === undefined || known.length === 0) return next
  const counted = new Set(known.map(([expiry]) => Number(expiry)))
  const quotes = binanceChain(
    marks.filter(({ expiry }) => counted.has(expiry)),
    state.books ?? {},
    Number(index.index),
    receivedAt,
  )
  if (quotes === null) return next
  const held = Object.fromEntries(known.flatMap(([, { held: interest }]) => Object.entries(interest)))
  return withChain(next, coin, { at: index.at, quotes }, held, receivedAt)
}

export const BINANCE_OPTION_BOARD: OptionBoard = {
  id: 'options/binance',
  venue: 'binance',
  coins: binanceOptions.coins,
  source: binanceOptions.source,
  everySeconds: OPTION_SECONDS,
  empty: { chains: {}, interest: {} },
  // Answers are entered in this order: the marks come last and find the rest there.
  asks: ({ now, state }) => [
    boardQuestion(binanceOptions.books, (books, _at, before: BinanceState) => ({ ...before, books })),
    ...binanceOptions.coins.map((coin) =>
      boardQuestion(binanceOptions.index(coin), (index, _at, before: BinanceState) => ({
        ...before,
        indices: { ...before.indices, [coin]: index },
      })),
    ),
    ...interestAsks(state, now),
    boardQuestion(binanceOptions.marks, (marks, receivedAt, before: BinanceState) =>
      binanceOptions.coins.reduce((state, coin) => withMarks(state, coin, marks[coin] ?? [], receivedAt), before),
    ),
  ],
  settle: ({ books: _books, indices: _indices, ...state }: BinanceState) => state,
}
