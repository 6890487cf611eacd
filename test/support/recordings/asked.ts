import type { AnyBoard } from '../../../src/feeds/board.ts'
import { registry } from '../../../src/feeds/registry.ts'
import type { Question } from '../../../src/ports.ts'
import { DATED_VENUES } from '../../../src/sources/dated/dated-venues.ts'
import { DEPTH_VENUES } from '../../../src/sources/depth/venues.ts'
import { LLAMA_LOANS } from '../../../src/sources/lending/defillama.ts'
import { binanceOptions } from '../../../src/sources/options/binance-options.ts'
import { endpointOf, socketOf } from './endpoint.ts'

/** Every endpoint and every host that the product asks, from the boards, sockets and fills of the registry. */

/** Any time: it changes what is asked for and not where. */
const NOW = Date.UTC(2026, 10, 20, 12)
const HOUR = 3_600_000

const questionsOf = (board: AnyBoard): readonly Question[] =>
  board.asks({ now: NOW, state: board.empty, listed: null }).map(({ query }) => query)

const onDemand = (): readonly AnyBoard[] =>
  registry.onDemand.flatMap((feed) => feed.subjects.flatMap((subject) => feed.boards(subject)))

/** Questions that a board asks only when it knows something: a contract, an expiry, stress. */
const later = (): readonly Question[] => [
  ...DATED_VENUES.flatMap((venue) => venue.interest?.('BTC') ?? []),
  ...DEPTH_VENUES.flatMap((venue) => Object.values(venue.symbols).map((symbol) => venue.book(symbol, 'quick'))),
  binanceOptions.interest('BTC', NOW),
  LLAMA_LOANS,
]

const past = (): readonly Question[] =>
  registry.fills.flatMap(({ venues }) =>
    venues.map(({ venue, symbol }) => venue.minutes(symbol, NOW - HOUR, NOW - HOUR / 2)),
  )

const questions = (): readonly Question[] => [
  ...[...registry.boards, ...onDemand()].flatMap(questionsOf),
  ...later(),
  ...past(),
]

export const askedEndpoints = (): readonly string[] => [
  ...new Set([...questions().map(endpointOf), ...registry.streams.map(socketOf)]),
]
