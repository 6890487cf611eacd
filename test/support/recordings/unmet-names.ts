import { native } from '../../../src/feeds/prices/native.feed.ts'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import { LENDING_MARKETS } from '../../../src/sources/lending/lending-markets.ts'
import { recordedPaths } from './met.ts'
import { recordedText } from '../recorded.ts'

/**
 * Listings and contracts that are written down from documentation: their endpoints may have been met with others, and no real
 * reply names them.
 */
export interface WrittenName {
  /** The name of the source, or of the protocol. */
  readonly source: string
  readonly name: string
  readonly what: string
}

/** Coins that pay for gas and that nobody sells: they were listed by few venues when their readers were written. */
const listings = (): readonly WrittenName[] => {
  const coins = native.subjects.map(({ name }) => name.split('/')[0]!)
  return VENUES.flatMap(({ source, symbols }) =>
    Object.entries(symbols).flatMap(([pair, symbol]) =>
      coins.includes(pair.split('/')[0]!) ? [{ source: source.name, name: symbol, what: `listing of ${pair}` }] : [],
    ),
  )
}

/** Contracts of lending markets, each once. */
const contracts = (): readonly WrittenName[] => {
  const named = LENDING_MARKETS.filter(({ contract }) => contract !== '').map(({ protocol, chain, contract }) => ({
    source: protocol,
    name: contract,
    what: `contract on ${chain}`,
  }))
  return [...new Map(named.map((each) => [`${each.source} ${each.what} ${each.name}`, each])).values()]
}

export const writtenNames = (): readonly WrittenName[] => [...listings(), ...contracts()]

/** Addresses stand in words of 32 bytes too, in small letters. */
const isSaid = (text: string, name: string): boolean =>
  name.startsWith('0x')
    ? text.toLowerCase().includes(name.slice(2).toLowerCase())
    : new RegExp(`(?<![A-Za-z0-9])${RegExp.escape(name)}(?![A-Za-z0-9])`).test(text)

/** Those that no recorded reply names. */
export const namesNotMet = (texts: readonly string[] = recordedPaths().map(recordedText)): readonly WrittenName[] =>
  writtenNames().filter(({ name }) => !texts.some((text) => isSaid(text, name)))
