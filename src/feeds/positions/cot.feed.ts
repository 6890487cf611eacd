import { defineFeed } from '../feed.ts'
import { TARIFF } from '../tariff.ts'
import { concludeCot, COT_LIFETIME, COT_WORDS, STALE_DAYS } from './conclude-cot.ts'
import { COT_BOARDS } from './cot-board.ts'
import { COT_CANONICAL, CotAnswer, cotTokens } from './cot-answer.ts'
import { cotExample } from './cot-example.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { FALLBACK } from '../reading.ts'

const BITCOIN = { key: 'BTC', domain: 'BTCUSD', name: 'BTC', path: { currency: 'btc' } }

export const cot = defineFeed({
  id: 'cot',
  family: 'cot',
  layer: 'Oracle Data',
  summary: 'Commitments of Traders on bitcoin futures: what funds, asset managers and dealers hold',
  noun: 'commitments of traders',
  subjects: [BITCOIN],
  answer: CotAnswer,
  exampleOf: ({ domain }) => cotExample(domain),
  methodology: {
    report: `${COT_WORDS.report_type}, contract ${COT_WORDS.cftc_code}, by its exact code; ${COT_WORDS.lag_note}`,
    net: 'long minus short; spreads are in neither',
    change: 'as the report prints it; null where the report leaves it out, and never 0 in its place',
    pct: '100 times position over open interest, one decimal, worked out again; degraded where the report prints another',
    places: `read at two places of the authority (${COT_BOARDS.map(({ source }) => source.name).join(', ')}): the newer report, at the same date the first; compared says whether the other prints the same positions`,
    age: `stale after ${STALE_DAYS} days, not sold after ${COT_LIFETIME.expireSeconds / DAY_SECONDS}`,
    confidence: `freshness, 1 up to ${COT_LIFETIME.freshSeconds / DAY_SECONDS} days after the report date and 0 at ${COT_LIFETIME.expireSeconds / DAY_SECONDS}; times ${FALLBACK} unless both places agree`,
  },

  everySeconds: 1_200,
  boards: () => COT_BOARDS,
  conclude: ({ domain }, context) => concludeCot(domain, context),

  sale: {
    path: '/oracle/cot/{currency}',
    price: TARIFF.cot,
    canonical: COT_CANONICAL,
    tokens: cotTokens,
    sellableSeconds: 3_000,
    preview: null,
  },
})
