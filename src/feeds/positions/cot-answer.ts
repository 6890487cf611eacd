import { type Static, Type } from '@sinclair/typebox'
import { affixed } from '../../canonical/affixed.ts'
import { boundToBody } from '../../canonical/body-check.ts'
import { layout } from '../../canonical/layout.ts'
import { integer, text } from '../../canonical/token.ts'
import { number, share } from '../answer-fields.ts'
import { recountedCot } from './recount-cot.ts'

const change = Type.Union([Type.Integer(), Type.Null()], {
  description: 'Contracts since the report before; null where the report leaves it out',
})

const Held = (whose: string) =>
  Type.Object(
    {
      long: Type.Integer({ minimum: 0, description: 'Contracts' }),
      short: Type.Integer({ minimum: 0, description: 'Contracts' }),
      net: Type.Integer({ description: 'long minus short' }),
      change_long: change,
      change_short: change,
      pct_long: number('Per cent of open interest, one decimal'),
      pct_short: number('Per cent of open interest, one decimal'),
    },
    { description: whose },
  )

/** The fields of a report on positions besides the envelope. */
export const CotAnswer = Type.Object({
  pair: Type.String({ examples: ['BTCUSD'] }),
  report_date: Type.String({ description: 'The Tuesday whose positions these are', examples: ['2026-11-17'] }),
  open_interest: Type.Integer({ minimum: 1, description: 'Contracts, of five bitcoin each' }),
  leveraged_funds: Held('Hedge funds and the like'),
  asset_managers: Held('Pension funds, insurers, mutual funds'),
  dealers: Held('Banks and other sellers of financial products'),
  source: Type.String({ examples: ['CFTC'] }),
  report_type: Type.String(),
  cftc_code: Type.String({ description: 'The contract: bitcoin futures of the Chicago Mercantile Exchange' }),
  lag_note: Type.String(),
  stale: Type.Boolean({ description: 'The report is older than 21 days: the authority has paused' }),
  sources: Type.Array(Type.String(), { description: 'Where this report was read, ASCII-sorted' }),
  missing: Type.Array(Type.String(), { description: 'Places of the method without this report' }),
  compared: Type.Union(
    [
      Type.Object({
        source: Type.String({ description: 'The second place' }),
        agrees: Type.Boolean({ description: 'Whether it prints the same positions' }),
      }),
      Type.Null(),
    ],
    { description: 'What the second place says of the same day; null where it has no such report' },
  ),
  confidence: share('Freshness, less while one place stands alone; see /methodology.json'),
  degraded: Type.Boolean({
    description: 'One place alone, places that differ, percentages that do not follow from the positions, or stale',
  }),
  observed_at: Type.Integer({ description: 'Unix seconds of the start of that Tuesday, UTC' }),
  checked_at: Type.Integer({ description: 'Unix seconds of the last good answer of the place that is printed' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
})
export type CotAnswer = Static<typeof CotAnswer>

/** `v1|COT|<PAIR>|LEV:<net>|AM:<net>|DEALER:<net>|OI:<oi>|DATE:<report date>|<timestamp>|<nonce>` */
export const COT_LAYOUT = layout(
  'COT',
  {
    pair: text,
    leveraged: affixed('LEV:', integer),
    managers: affixed('AM:', integer),
    dealing: affixed('DEALER:', integer),
    open: affixed('OI:', integer),
    date: affixed('DATE:', text),
  },
  { recompute: (_values, body) => recountedCot(body) },
)

/** The tokens of the canonical string. */
export const cotTokens = (body: CotAnswer) => ({
  pair: body.pair,
  leveraged: body.leveraged_funds.net,
  managers: body.asset_managers.net,
  dealing: body.dealers.net,
  open: body.open_interest,
  date: body.report_date,
})

/** The layout, and that a body says what its string says. */
export const COT_CANONICAL = boundToBody(COT_LAYOUT, (body) => cotTokens(body as CotAnswer))
