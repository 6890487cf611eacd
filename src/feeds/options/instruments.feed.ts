import { INSTRUMENT_BOARDS } from '../boards/instrument-boards.ts'
import { OPTION_BOARDS } from '../boards/option-boards.ts'
import { actorId, defineFeed } from '../feed.ts'
import { NEAR_SIGMAS } from '../math/strike-coverage.ts'
import { SPOT } from '../prices/price-carry.ts'
import type { Subject } from '../subject.ts'
import {
  concludeInstruments,
  instrumentParts,
  instrumentsFrom,
  LIST_EXPIRES_SECONDS,
} from './listed/conclude-instruments.ts'
import { exampleChain } from './chains/example-chain.ts'
import { InstrumentsAnswer, INSTRUMENTS_SALE } from './listed/instruments-answer.ts'
import { INSTRUMENT_PLACES } from './listed/instrument-rows.ts'
import { keptOptions } from './kept/kept-option.ts'
import { coinOf, OPTION_SUBJECTS } from './chains/option-subjects.ts'
import { EXAMPLE_TICK_MS } from '../venue-parts.ts'

const exampleOf = (subject: Subject): InstrumentsAnswer => {
  const coin = coinOf(subject)
  const venues = instrumentParts(coin).venues.map((source) => {
    const chain = exampleChain(coin, source)
    const options = Map.groupBy(keptOptions(chain.kept, EXAMPLE_TICK_MS), ({ expiry }) => expiry)
    const expiries = [...options].map(([expiry, same]) => ({
      expiry,
      calls: same.flatMap(({ kind, strike }) => (kind === 'call' ? [strike] : [])),
      puts: same.flatMap(({ kind, strike }) => (kind === 'put' ? [strike] : [])),
    }))
    return { chain, list: { at: chain.at, expiries } }
  })
  return instrumentsFrom(coin, venues, EXAMPLE_TICK_MS)
}

const parts = instrumentParts('BTC')

export const instruments = defineFeed({
  id: 'instruments',
  family: 'derivatives',
  layer: 'Oracle Data',
  summary: 'Which options are listed, by expiry and venue: strikes, how many are quoted, held and traded',
  noun: 'listed options',
  subjects: OPTION_SUBJECTS.map(({ path, domain: _pair, asset, ...rest }) => ({
    ...rest,
    domain: asset,
    path: { base: path['base'] ?? '' },
  })),
  answer: InstrumentsAnswer,
  exampleOf,
  methodology: {
    venues: parts.venues,
    lists: `the venues' own lists of instruments, hourly, expired after ${LIST_EXPIRES_SECONDS} s; quotes, open interest and volume from their chains`,
    entered: 'a venue whose chain is believed and at least half of whose chain stands in its list',
    tag: 'by date in UTC: last Friday of March, June, September, December quarterly, of another month monthly, other Fridays weekly, else daily',
    coverage: `strikes within ${NEAR_SIGMAS} standard deviations of ln K around the forward, sigma from the venue's volatility at the money: those quoted on both sides over those listed`,
    decimals: { ...INSTRUMENT_PLACES },
    quorum: parts.quorum,
    confidence: parts.confidenceRule,
  },

  everySeconds: 300,
  boards: () => [...OPTION_BOARDS, ...INSTRUMENT_BOARDS.values()],
  after: (subject) => [actorId(SPOT, subject)],
  conclude: concludeInstruments,

  sale: INSTRUMENTS_SALE,
})
