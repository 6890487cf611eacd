import { type Static, Type } from '@sinclair/typebox'
import { boundToBody } from '../../canonical/body-check.ts'
import { layout } from '../../canonical/layout.ts'
import { decimal, text } from '../../canonical/token.ts'
import { share } from '../answer-fields.ts'
import { type FeedSale, UNSIGNED_COPY } from '../feed.ts'
import { pick } from '../pick.ts'
import { TARIFF } from '../tariff.ts'
import { ECON_US } from './econ-published.ts'
import { recountedParts } from './recount-parts.ts'
import { mainNumber } from '../main-value.ts'

/** The fields of an economic value besides the envelope (interface 3.9). */
export const EconAnswer = Type.Object({
  domain: Type.String({
    description: 'Region and indicator; of commodities the indicator alone',
    examples: ['US_CPI'],
  }),
  region: Type.String({ examples: ['US'] }),
  indicator: Type.String({ examples: ['CPI'] }),
  value: Type.String({ description: "Decimal text: the agency's own, or computed where source_model is computed" }),
  unit: Type.String({ description: 'Small letters and digits', examples: ['index198284100'] }),
  period: Type.String({
    description: 'What the value is about: 2026-05, 2026-Q1 or 2026-11-20',
    examples: ['2026-05'],
  }),
  vintage_date: Type.String({ description: 'The day, UTC, on which this value of this period was first seen here' }),
  vintage_basis: Type.Union(
    ['observed', 'first_read', 'computed'].map((each) => Type.Literal(each)),
    {
      description:
        'observed: it appeared while this service was looking; first_read: it was there when it first looked; computed: of the tick',
    },
  ),
  source_agency: Type.String({ examples: ['BLS'] }),
  series_id: Type.String({ examples: ['CUUR0000SA0'] }),
  source_model: Type.String({ description: 'How it was read: directapi, fredcsv, fredapi or computed' }),
  revised: Type.Boolean({ description: 'This period had another value before, while this service was looking' }),
  provisional: Type.Boolean({ description: 'The agency calls it preliminary or estimated' }),
  previous: Type.Union([Type.Object({ value: Type.String(), period: Type.String() }), Type.Null()], {
    description: 'The last period before it that has a value',
  }),
  parts: Type.Union([Type.Array(Type.Object({ name: Type.String(), value: Type.String() })), Type.Null()], {
    description: 'What a computed value was made of; null of an agency’s own',
  }),
  stale: Type.Boolean({ description: 'The next period should have been published' }),
  checked_at: Type.Integer({ description: 'Unix seconds of the last successful reading of the source' }),
  checked_by: Type.Array(Type.String(), { description: 'Other sources that agree about this period' }),
  disputed_by: Type.Array(Type.String(), { description: 'Other sources that do not' }),
  sources: Type.Array(Type.String(), { description: 'Who entered the number, ASCII-sorted' }),
  missing: Type.Array(Type.String(), { description: 'Sources of the method that had nothing young enough to say' }),
  confidence: share('Age of the period, and what a second source says; see /methodology.json'),
  degraded: Type.Boolean({
    description: 'A second source disagrees, the first one is silent, or there is only one witness',
  }),
  observed_at: Type.Integer({ description: 'Unix seconds of the end of the period, of a price its own time' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
})
export type EconAnswer = Static<typeof EconAnswer>

const TOKENS = {
  region: text,
  indicator: text,
  value: decimal,
  unit: text,
  period: text,
  vintage_date: text,
  source_agency: text,
  series_id: text,
  source_model: text,
} as const

/** `v1|ECON|<region>|<indicator>|<value>|<unit>|<period>|<vintage>|<agency>|<series>|<model>|<timestamp>|<nonce>` */
const ECON_LAYOUT = layout('ECON', TOKENS, { recompute: (_values, body) => recountedParts(body) })

const tokensOf = (content: EconAnswer) => pick(content, Object.keys(TOKENS) as (keyof typeof TOKENS)[])

/** The layout, and that a body says what its string says. */
export const ECON_CANONICAL = boundToBody(ECON_LAYOUT, (body) => tokensOf(body as EconAnswer))

const { domain, value, unit, source_model, ...alike } = EconAnswer.properties
/** Its fields have the names of a price's. */
const EconPreview = Type.Object({
  pair: domain,
  price: value,
  currency: unit,
  method: source_model,
  ...pick(alike, ['sources', 'period', 'confidence', 'degraded']),
})

/** @param path of the indicators of one region */
export const econSale = (path: string): FeedSale<EconAnswer, typeof TOKENS> => ({
  path,
  price: TARIFF.econ,
  canonical: ECON_CANONICAL,
  tokens: tokensOf,
  sellableSeconds: ECON_US.sellableSeconds,
  preview: {
    staleMinutes: 60,
    main: mainNumber('price', { field: 'currency' }),
    note: UNSIGNED_COPY,
    fields: ({ domain, value, unit, sources, source_model, period, confidence, degraded }) => ({
      pair: domain,
      price: value,
      currency: unit,
      sources,
      method: source_model,
      period,
      confidence,
      degraded,
    }),
    shape: () => EconPreview,
  },
})
