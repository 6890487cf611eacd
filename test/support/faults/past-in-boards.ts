import type { DepthBoardState } from '../../../src/feeds/boards/depth-boards.ts'
import type { OptionState } from '../../../src/feeds/boards/option-state.ts'
import type { ContractState, PerpetualState } from '../../../src/feeds/boards/perpetual-boards.ts'
import { DAY_MS, HOUR_MS, HOUR_SECONDS } from '../../../src/time-units.ts'

/** Time that has passed, as what is stored shows it. A change that is done again changes nothing. */

const contractsOf = (state: string, change: (contract: ContractState) => ContractState): string => {
  const parsed = JSON.parse(state) as PerpetualState
  const contracts = Object.entries(parsed.contracts).map(([asset, contract]) => [asset, change(contract)])
  return JSON.stringify({ ...parsed, contracts: Object.fromEntries(contracts) })
}

/** Positions were as large an hour ago. */
export const withHourAgo = (state: string): string =>
  contractsOf(state, (contract) => {
    const [first, ...more] = contract.interest ?? []
    const last = more.at(-1) ?? first
    if (!first || !last || last[0] - first[0] >= HOUR_SECONDS) return contract
    return { ...contract, interest: [[last[0] - HOUR_SECONDS, last[1], last[2]], first, ...more] }
  })

/** Nothing was heard for two hours. */
export const withOldFacts = (state: string): string =>
  contractsOf(state, (contract) => {
    const facts = Object.entries(contract.facts).map(([name, fact]) => [
      name,
      Date.now() - fact.at > HOUR_MS ? fact : { ...fact, at: fact.at - 2 * HOUR_MS },
    ])
    return { ...contract, facts: Object.fromEntries(facts) }
  })

/** Books were seen as deep in each of so many minutes before. */
export const withMinutes =
  (count: number) =>
  (state: string): string => {
    const parsed = JSON.parse(state) as DepthBoardState
    const books = Object.entries(parsed.books).map(([pair, book]) => {
      const last = book.minutes.at(-1)
      if (!last || book.minutes.length >= count) return [pair, book]
      const minutes = Array.from({ length: count }, (_, at) => [last[0] - count + 1 + at, last[1]])
      return [pair, { ...book, minutes }]
    })
    return JSON.stringify({ ...parsed, books: Object.fromEntries(books) })
  }

/** The chains of an hour ago, and what belongs to them as it is. */
export const withOldChains = (state: string): string => {
  const parsed = JSON.parse(state) as OptionState
  const chains = Object.entries(parsed.chains).map(([coin, chain]) => [
    coin,
    Date.now() - chain.at > HOUR_MS / 2 ? chain : { ...chain, at: chain.at - HOUR_MS },
  ])
  return JSON.stringify({ ...parsed, chains: Object.fromEntries(chains) })
}

/** Contracts that end on the day of this moment ended at that one. */
export const withPassed =
  (expiry: number, past: number) =>
  (state: string): string =>
    state.replaceAll(/"(expiry|expiresAt)":(\d+)/g, (written, field: string, at: string) =>
      Math.floor(Number(at) / DAY_MS) === Math.floor(expiry / DAY_MS) ? `"${field}":${past}` : written,
    )

/** Curves were fitted long ago, to other quotes. */
export const withOldFits = (snapshot: string): string =>
  snapshot.replaceAll(/"quotes":-?\d+/g, '"quotes":-1').replaceAll(/"triedAt":\d+/g, '"triedAt":0')

/** Books were asked for long ago. */
export const withOldBooks = (state: string): string => state.replaceAll(/"askedAt":\d+/g, '"askedAt":0')
