import { HOUR_MS, MINUTE_MS } from '../../time-units.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import type { Subject } from '../subject.ts'
import { exchangeRow, HEARD_EXAMPLE, heardPart, NOTES, SUMS_EXAMPLE, sumsPart } from './liquidation-answer.ts'
import { subjectAsset, FLOWS, FLOW_WINDOWS } from './liquidation-subjects.ts'
import { LIQ_FLOW } from './liquidations-published.ts'
import { heardVenues, LIQUIDATION_QUORUM, liquidationStreams, unsoldWindow } from './liquidation-venues.ts'
import { LIQ_FLOW_SALE, FlowAnswer } from './liq-flow-sale.ts'

const windowOf = (subject: Subject): string => subject.query?.['window'] ?? ''

const conclude = (subject: Subject, context: TickContext): Conclusion<FlowAnswer> | Declined => {
  const asset = subjectAsset(subject)
  const window = windowOf(subject)
  // Sums are kept per minute. The window has the running minute as its last one.
  const from = (Math.floor(context.now / MINUTE_MS) + 1) * MINUTE_MS - (FLOW_WINDOWS[window] ?? 0) * HOUR_MS
  const heard = heardVenues(context, from)
  const unsold = unsoldWindow(heard, context.quorum)
  if (unsold) return unsold
  const byVenue = heard.venues.map((venue) => ({
    venue,
    minutes: venue.gathered.minutes
      .filter(({ start }) => start >= from && start <= context.now)
      .flatMap(({ sums }) => sums.filter((sum) => sum.asset === asset)),
  }))
  const sums = byVenue.map(({ minutes }) => ({
    longUsd: minutes.reduce((sum, minute) => sum + minute.longUsd, 0),
    shortUsd: minutes.reduce((sum, minute) => sum + minute.shortUsd, 0),
    count: minutes.reduce((sum, minute) => sum + minute.count, 0),
  }))
  const longUsd = sums.reduce((sum, each) => sum + each.longUsd, 0)
  const shortUsd = sums.reduce((sum, each) => sum + each.shortUsd, 0)
  const rows = byVenue.map(({ venue }, at) => exchangeRow(venue, sums[at] ?? { longUsd: 0, shortUsd: 0, count: 0 }))
  const content: FlowAnswer = {
    domain: subject.domain,
    window,
    window_from: from / 1000,
    ...sumsPart(
      longUsd,
      shortUsd,
      rows,
      byVenue.flatMap(({ venue, minutes }) => minutes.map(({ largest }) => ({ ...largest, exchange: venue.name }))),
    ),
    ...heardPart(rows, heard),
  }
  return { kind: 'concluded', content, carry: { longUsd, shortUsd, confidence: heard.confidence } }
}

const exampleOf = (subject: Subject): FlowAnswer => ({
  domain: subject.domain,
  window: windowOf(subject),
  window_from: 1_794_996_420,
  ...SUMS_EXAMPLE,
  ...HEARD_EXAMPLE,
})

export const liqFlow = defineFeed({
  id: LIQ_FLOW.id,
  published: LIQ_FLOW.published,
  family: 'derivatives',
  layer: 'Oracle Data',
  summary: 'Notional of positions closed by force over one, four or 24 hours, by side and exchange',
  noun: 'liquidation flow',
  subjects: FLOWS,
  answer: FlowAnswer,
  exampleOf,
  methodology: { ...NOTES, windows: Object.keys(FLOW_WINDOWS), quorum: LIQUIDATION_QUORUM },

  everySeconds: 30,
  streams: () => liquidationStreams,
  conclude,

  sale: LIQ_FLOW_SALE,
})
