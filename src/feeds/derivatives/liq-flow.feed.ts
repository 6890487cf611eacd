import { type Static, Type } from '@sinclair/typebox'
import { list, oneOf, text } from '../../canonical/token.ts'
import { HOUR_MS, MINUTE_MS } from '../../time-units.ts'
import { boundSale } from '../bound-sale.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import {
  exchangeRow,
  HeardFields,
  HEARD_EXAMPLE,
  HEARD_IN_SHORT,
  heardPart,
  NOTES,
  LiquidationSums,
  SUMS_EXAMPLE,
  SUMS_TOKENS,
  sumsPart,
} from './liquidation-answer.ts'
import { subjectAsset, FLOWS, FLOW_WINDOWS } from './liquidation-subjects.ts'
import { LIQ_FLOW } from './liquidations-published.ts'
import { heardVenues, LIQUIDATION_QUORUM, liquidationStreams, unsoldWindow } from './liquidation-venues.ts'
import { mainNumber } from '../main-value.ts'

const FlowAnswer = Type.Object({
  domain: Type.String({ description: 'Asset in dollars', examples: ['BTCUSD'] }),
  window: Type.String({ description: 'Asked for', enum: Object.keys(FLOW_WINDOWS) }),
  window_from: Type.Integer({
    description: 'Unix seconds: a full minute, so that windows end at the time of the tick',
  }),
  ...LiquidationSums,
  ...HeardFields,
})
type FlowAnswer = Static<typeof FlowAnswer>

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
    minutes: venue.gathered.minutes.filter((minute) => minute.asset === asset && minute.start >= from),
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

  sale: boundSale(
    'LIQFLOW',
    { domain: text, window: oneOf(...Object.keys(FLOW_WINDOWS)), ...SUMS_TOKENS, sources: list },
    {
      answer: FlowAnswer,
      path: '/oracle/liq-flow/{currency}',
      price: TARIFF.liqFlow,
      catalogue: '/oracle/liq-flow/catalogue',
      sellableSeconds: LIQ_FLOW.sellableSeconds,
      preview: {
        staleMinutes: 15,
        main: mainNumber('long_usd', 'USD of longs'),
        fields: ['domain', 'window', 'long_usd', 'short_usd', 'dominant_side', 'event_count', ...HEARD_IN_SHORT],
      },
    },
  ),
})
