import { type Static, Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import { layout } from '../../canonical/layout.ts'
import { decimal, integer, list, oneOf, text } from '../../canonical/token.ts'
import { type Conclusion, type FeedSale, UNSIGNED_COPY } from '../feed.ts'
import type { Observed } from '../math/observed.ts'
import type { Tariff } from '../tariff.ts'
import { LegAnswer, type LegView } from './leg-answer.ts'
import type { MarketHours } from './market-hours.ts'
import type { Pair } from './pairs.ts'
import type { PriceCarry } from './price-carry.ts'
import { recountedPrice } from './recount-price.ts'
import { VOTES, type VotesAnswer } from './votes-answer.ts'
import { mainNumber } from '../main-value.ts'

/** The fields of a price besides the envelope (interface 3.1). */
export const PriceAnswer = Type.Object({
  domain: Type.String({ description: 'Pair, upper case, concatenated', examples: ['BTCUSD'] }),
  price: Type.String({ description: 'Decimal text, exactly as signed: do not cast it to a float' }),
  currency: Type.String({ description: 'The currency the price is counted in' }),
  decimals: Type.Integer({ description: 'Digits after the point' }),
  sources: Type.Array(Type.String(), { description: 'Who entered the number, ASCII-sorted' }),
  method: Type.Union([Type.Literal('median'), Type.Literal('vwap')]),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Coverage, agreement and freshness; see /methodology.json',
  }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest observation that entered' }),
  legs: Type.Array(LegAnswer),
  marketStatus: Type.Optional(
    Type.Union([Type.Literal('open'), Type.Literal('closed')], { description: 'Foreign exchange and bullion hours' }),
  ),
  marketStatusSince: Type.Optional(Type.Integer({ description: 'Unix seconds since when' })),
  ...VOTES,
})
export type PriceAnswer = Static<typeof PriceAnswer>
/** The fields of a price without its votes, which some prices show in another form. */
export type Priced = Omit<PriceAnswer, keyof VotesAnswer>

/** Positions 2 to 7 of the canonical string of a price (interface 2.5). */
export const PRICE_LAYOUT = layout(
  'PRICE',
  {
    domain: text,
    price: decimal,
    currency: text,
    decimals: integer,
    sources: list,
    method: oneOf('median', 'vwap'),
  },
  { repeats: ['domain', 'price', 'currency', 'decimals', 'sources', 'method'], recompute: recountedPrice },
)

/** The inputs of a price answer, named like its fields. */
export interface PriceConclusion {
  readonly pair: Pair
  readonly value: number
  readonly sources: readonly string[]
  readonly method: PriceAnswer['method']
  readonly confidence: number
  readonly legs: readonly LegView[]
  readonly market?: MarketHours | undefined
  /** The votes, if an agreement made the value. */
  readonly votes?: Partial<VotesAnswer>
  /** How new the value is, for breach proofs. Left out for a value that is carried, made from fixings, or a cross. */
  readonly observed?: Observed | null
  readonly now: number
}

const seconds = (ms: number): number => Math.floor(ms / 1000)

/** Makes the answer. The value is rounded once, and the carry keeps the unrounded value for feeds that read it. */
export const concludePrice = (found: PriceConclusion): Conclusion<PriceAnswer, PriceCarry> => {
  const { pair, now } = found
  const observedAt = Math.min(...found.legs.map((leg) => leg.at))
  const sources = [...new Set(found.sources)].toSorted()
  const content: PriceAnswer = {
    domain: pair.domain,
    price: fixed(found.value, pair.decimals),
    currency: pair.quote,
    decimals: pair.decimals,
    sources,
    method: found.method,
    confidence: Number(fixed(found.confidence, 2)),
    observed_at: seconds(observedAt),
    legs: found.legs.map((leg) => ({
      pair: leg.pair,
      basis: leg.basis,
      observed_at: seconds(leg.at),
      age_seconds: Math.max(0, seconds(now - leg.at)),
      ...leg.shown,
    })),
    ...(found.market && { marketStatus: found.market.status, marketStatusSince: seconds(found.market.since) }),
    ...found.votes,
  }
  const carry = { value: found.value, observedAt, sources, confidence: found.confidence }
  return { kind: 'concluded', content, carry, observed: found.observed ?? null }
}

const PricePreview = Type.Object({
  pair: Type.String({ examples: ['BTC/USD'] }),
  ...Type.Pick(PriceAnswer, ['price', 'currency', 'sources', 'method', 'confidence', 'marketStatus']).properties,
})

/** The sale of a price: all have the same layout and preview. Tariff and age differ. */
export const priceSale = (
  pairs: readonly Pair[],
  path: string,
  price: Tariff,
  sellableSeconds: number,
): FeedSale<Priced, typeof PRICE_LAYOUT.tokens> => ({
  path,
  price,
  catalogue: '/oracle/price/catalogue',
  canonical: PRICE_LAYOUT,
  tokens: ({ domain, price, currency, decimals, sources, method }) => ({
    domain,
    price,
    currency,
    decimals,
    sources,
    method,
  }),
  sellableSeconds,
  preview: {
    staleMinutes: 60,
    main: mainNumber('price', { field: 'currency' }),
    note: UNSIGNED_COPY,
    fields: (content, subject) => ({
      pair: pairs.find((each) => each.key === subject.key)!.name,
      price: content.price,
      currency: content.currency,
      sources: content.sources,
      method: content.method,
      confidence: content.confidence,
      ...(content.marketStatus !== undefined && { marketStatus: content.marketStatus }),
    }),
    shape: () => PricePreview,
  },
})
