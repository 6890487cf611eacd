import { UnreadableReply } from '../query.ts'
import type { ReadCall } from './contract-calls.ts'
import { type ContractForm, isRegistry, type LendingMarket } from './lending-markets.ts'
import { type LendingRate, percentOfSeconds, plausibleRate, unitsText, yearlyPercent } from './lending-rate.ts'
import { callName, type SaidWords, saidTo } from './said-words.ts'
import { addressAt, addressWord, flagAt, sizeAt, abiText, uintAt, abiWord } from './words.ts'

/** How the contracts of one form are asked, and what their words mean. */
interface MarketReader {
  /** Asked once an hour: who the contracts are, and of what. */
  readonly confirming: (market: LendingMarket) => readonly ReadCall[]
  /**
   * The calls that follow from what is known: some need the answer of another.
   *
   * @throws NodesDiffer or UnreadableReply like `saidTo`
   */
  readonly reading: (market: LendingMarket, words: SaidWords) => readonly ReadCall[]
  readonly read: (market: LendingMarket, words: SaidWords) => LendingRate
}

const RAY = 27
const WAD = 18

const uint = (words: SaidWords, call: ReadCall): bigint => uintAt(saidTo(words, call), 0)
const flag = (words: SaidWords, call: ReadCall): boolean => flagAt(saidTo(words, call), 0)

const symbol = ({ token }: LendingMarket): ReadCall => ({ to: token.address, data: '95d89b41' })
const decimals = ({ token }: LendingMarket): ReadCall => ({ to: token.address, data: '313ce567' })
const token = (market: LendingMarket): readonly ReadCall[] => [symbol(market), decimals(market)]

/** The token calls itself what the table says: another address or another asset gives no rate. */
const confirmToken = (market: LendingMarket, words: SaidWords): void => {
  const { address, symbols, decimals: expected } = market.token
  const called = abiText(saidTo(words, symbol(market)))
  if (!symbols.includes(called)) throw new UnreadableReply(`${address} is ${called} and not ${symbols[0]}`)
  const found = sizeAt(saidTo(words, decimals(market)), 0)
  if (found !== expected) throw new UnreadableReply(`${called} has ${found} decimals`)
}

/** A market says of which token it is. */
const confirmOwn = ({ token: { address }, contract }: LendingMarket, words: SaidWords, own: ReadCall): void => {
  const of = addressAt(saidTo(words, own), 0)
  if (of !== address.toLowerCase()) throw new UnreadableReply(`${contract} is of ${of}`)
}

const aave: MarketReader = (() => {
  const provider = ({ contract }: LendingMarket): ReadCall => ({ to: contract, data: 'e860accb' })
  const to = (market: LendingMarket, words: SaidWords): string =>
    isRegistry(market) ? addressAt(saidTo(words, provider(market)), 0) : market.contract
  const about = (selector: string) => (market: LendingMarket, words: SaidWords) => ({
    to: to(market, words),
    data: selector + addressWord(market.token.address),
  })
  const [reserve, settings, paused] = [about('35ea6a75'), about('3e150141'), about('b55d9904')]
  return {
    confirming: (market) => [...(isRegistry(market) ? [provider(market)] : []), ...token(market)],
    reading: (market, words) => [reserve, settings, paused].map((each) => each(market, words)),
    read: (market, words) => {
      const data = saidTo(words, reserve(market, words))
      const set = saidTo(words, settings(market, words))
      const places = market.token.decimals
      // An asset that is not listed has an index of zero.
      if (uintAt(data, 9) === 0n || sizeAt(set, 0) !== places)
        throw new UnreadableReply(`${market.name} is no reserve of ${places} decimals`)
      return {
        supplyApr: yearlyPercent(uintAt(data, 5), RAY),
        borrowApr: yearlyPercent(uintAt(data, 6), RAY),
        supplied: unitsText(uintAt(data, 2), places),
        borrowed: unitsText(uintAt(data, 3) + uintAt(data, 4), places),
        status: flag(words, paused(market, words)) ? 'paused' : flagAt(set, 8) && !flagAt(set, 9) ? 'open' : 'frozen',
      }
    },
  }
})()

/** Calls without arguments at the market's own contract. */
const own =
  (selector: string) =>
  ({ contract }: LendingMarket): ReadCall => ({ to: contract, data: selector })

const comet: MarketReader = (() => {
  const [base, use, supply, borrow] = [own('c55dae63'), own('7eb71131'), own('18160ddd'), own('8285ef40')]
  const [supplyPaused, withdrawPaused] = [own('0bc47ad1'), own('67800b5f')]
  // Rates are functions of the utilisation, which is asked first, at the same block.
  const rate = (selector: string, market: LendingMarket, words: SaidWords): ReadCall =>
    own(selector + abiWord(uint(words, use(market))))(market)
  const [paid, taken] = ['d955759d', '9fa83b5a']
  return {
    confirming: (market) => [base(market), ...token(market)],
    reading: (market, words) => {
      const first = [use, supply, borrow, supplyPaused, withdrawPaused].map((each) => each(market))
      return first.every((call) => words[callName(call)] !== undefined)
        ? [...first, rate(paid, market, words), rate(taken, market, words)]
        : first
    },
    read: (market, words) => {
      confirmOwn(market, words, base(market))
      const places = market.token.decimals
      return {
        supplyApr: percentOfSeconds(uint(words, rate(paid, market, words)), WAD),
        borrowApr: percentOfSeconds(uint(words, rate(taken, market, words)), WAD),
        supplied: unitsText(uint(words, supply(market)), places),
        borrowed: unitsText(uint(words, borrow(market)), places),
        status: flag(words, withdrawPaused(market)) ? 'paused' : flag(words, supplyPaused(market)) ? 'frozen' : 'open',
      }
    },
  }
})()

const moonwell: MarketReader = (() => {
  const [underlying, comptroller, paid, taken] = [own('6f307dc3'), own('5fe3b567'), own('d3bd2c72'), own('cd91801c')]
  const [cash, borrows, reserves] = [own('3b1d21a2'), own('47bd3718'), own('8f840ddd')]
  const closed = (market: LendingMarket, words: SaidWords): ReadCall => ({
    to: addressAt(saidTo(words, comptroller(market)), 0),
    data: `731f0c2b${addressWord(market.contract)}`,
  })
  return {
    confirming: (market) => [underlying(market), comptroller(market), ...token(market)],
    reading: (market, words) => [
      ...[paid, taken, cash, borrows, reserves].map((each) => each(market)),
      closed(market, words),
    ],
    read: (market, words) => {
      confirmOwn(market, words, underlying(market))
      const places = market.token.decimals
      const borrowed = uint(words, borrows(market))
      const supplied = uint(words, cash(market)) + borrowed - uint(words, reserves(market))
      if (supplied < 0n) throw new UnreadableReply(`${market.name} keeps more than it has`)
      return {
        supplyApr: percentOfSeconds(uint(words, paid(market)), WAD),
        borrowApr: percentOfSeconds(uint(words, taken(market)), WAD),
        supplied: unitsText(supplied, places),
        borrowed: unitsText(borrowed, places),
        status: flag(words, closed(market, words)) ? 'frozen' : 'open',
      }
    },
  }
})()

const savings: MarketReader = (() => {
  const [asset, rate, held] = [own('38d52e0f'), own('03607ceb'), own('01e1d114')]
  const ONE = 10n ** BigInt(RAY)
  return {
    confirming: (market) => [asset(market), ...token(market)],
    reading: (market) => [rate(market), held(market)],
    read: (market, words) => {
      confirmOwn(market, words, asset(market))
      // What one becomes in a second.
      const grown = uint(words, rate(market))
      if (grown < ONE) throw new UnreadableReply(`${market.name} shrinks`)
      return {
        supplyApr: percentOfSeconds(grown - ONE, RAY),
        borrowApr: null,
        supplied: unitsText(uint(words, held(market)), market.token.decimals),
        borrowed: '0',
        status: 'open',
      }
    },
  }
})()

const READERS: Readonly<Record<Exclude<ContractForm, 'none'>, MarketReader>> = { aave, comet, moonwell, savings }

const readerOf = ({ form, name }: LendingMarket): MarketReader => {
  if (form === 'none') throw new Error(`${name} is not read from contracts`)
  return READERS[form]
}

/** What is asked once an hour of a market. */
export const confirmingCalls = (market: LendingMarket): readonly ReadCall[] => readerOf(market).confirming(market)

/** What is asked of it at each poll, as far as that follows from what is known. */
export const readingCalls = (market: LendingMarket, words: SaidWords): readonly ReadCall[] =>
  readerOf(market).reading(market, words)

/**
 * The rate of a market.
 *
 * @throws NodesDiffer where the nodes differ
 * @throws UnreadableReply where a contract has moved, is of another token, or says what no market can
 */
export const readMarket = (market: LendingMarket, words: SaidWords): LendingRate => {
  confirmToken(market, words)
  return plausibleRate(readerOf(market).read(market, words))
}
