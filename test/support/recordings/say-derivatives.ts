import type { DatedAnswer, DatedList } from '../../../src/sources/dated/dated.ts'
import type { Interest, OptionChain } from '../../../src/sources/options/chain.ts'
import type { BinanceBook, BinanceIndex, BinanceMark } from '../../../src/sources/options/binance-options.ts'
import type { InstrumentPage } from '../../../src/sources/options/instruments.ts'
import type { FundingPaid, PastInterest, PerpetualAnswer, Said } from '../../../src/sources/perpetual.ts'
import { count, day, first, span, time } from './words.ts'

/** What readers of derivatives give, in words and figures. */

const facts = ({ mark, index, openInterest, at, ...said }: Partial<Said>): string =>
  [
    mark && `mark ${mark}`,
    index && `index ${index}`,
    said.funding && `funding ${said.funding.rate}`,
    said.intervalHours && `every ${said.intervalHours} h`,
    openInterest && `open interest ${openInterest.amount} ${openInterest.unit}`,
    typeof at === 'number' && time(at),
  ]
    .filter(Boolean)
    .join(', ')

const named = (said: readonly (readonly [string, string])[]): string =>
  first(said.map(([name, words]) => `${name} ${words}`))

export const perpetuals = (read: PerpetualAnswer): string =>
  `${count(Object.keys(read).length, 'coin')}: ${first(
    Object.entries(read).map(([asset, said]) => `${asset} ${facts(said)}`),
    3,
  )}`

export const fundingPaid = (read: readonly FundingPaid[]): string =>
  `${count(read.length, 'rate')} paid${span(read.map(({ at }) => at))}, last ${read.at(-1)?.rate}`

export const pastInterest = (read: readonly PastInterest[]): string =>
  `${count(read.length, 'row')} of open interest${span(read.map(({ at }) => at))}, last ${read.at(-1)?.coins} coins`

export const datedList = (read: DatedList): string => {
  const ends = Object.values(read).map(({ expiresAt }) => expiresAt)
  return `${count(ends.length, 'dated future')}${span(ends, day)}`
}

export const datedFacts = (read: DatedAnswer): string => {
  const rows = Object.entries(read)
  if (rows.length === 0) return '0 rows of dated futures'
  return `${count(rows.length, 'row')}: ${named(
    rows.map(([name, { openInterest, ...said }]) => [
      name,
      [facts(said), openInterest && `open interest ${openInterest.amount} ${openInterest.unit}`]
        .filter(Boolean)
        .join(', '),
    ]),
  )}`
}

export const chain = ({ at, quotes, interest }: OptionChain): string => {
  if (quotes.length === 0) return '0 options'
  const sides = quotes.filter(({ twoSided }) => twoSided).length
  const held = interest === null ? '' : `, open interest of ${Object.keys(interest).length.toLocaleString('en-US')}`
  return `${count(quotes.length, 'option')}, ${sides} with both sides${held}; expiries${span(
    quotes.map(({ expiry }) => expiry),
    day,
  ).slice(1)}${at > 0 ? `; told ${time(at)}` : ''}`
}

export const openInterest = (read: Interest): string =>
  `open interest of ${count(Object.keys(read).length, 'name')}${Object.entries(read)
    .slice(0, 1)
    .map(([name, coins]) => `: ${name} ${coins}`)
    .join('')}`

export const optionsListed = ({ listed, cursor }: InstrumentPage): string => {
  const calls = listed.filter(({ kind }) => kind === 'call').length
  return `${count(listed.length, 'option')}, ${calls} of them calls, of ${count(new Set(listed.map(({ expiry }) => expiry)).size, 'expiry')}${span(
    listed.map(({ expiry }) => expiry),
    day,
  )}${cursor === null ? '' : ', with a next page'}`
}

export const optionMarks = (read: Readonly<Record<string, readonly BinanceMark[]>>): string => {
  const all = Object.values(read).flat()
  return `${count(all.length, 'mark')}: ${first(all.map(({ symbol, mark, markIv }) => `${symbol} ${mark}, ${markIv} %`))}`
}

export const optionBooks = (read: Readonly<Record<string, BinanceBook>>): string =>
  `${count(Object.keys(read).length, 'book')}: ${named(
    Object.entries(read).map(([name, { bid, ask, volume }]) => [
      name,
      `${bid ?? 'none'} / ${ask ?? 'none'}, volume ${volume}`,
    ]),
  )}`

export const optionIndex = ({ index, at }: BinanceIndex): string => `index ${index}, ${time(at)}`
