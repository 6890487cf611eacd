import { type Static, type TProperties, Type } from '@sinclair/typebox'
import { share, word } from '../answer-fields.ts'
import { LEAST_PARTS, SYNOPSIS_NAMES, SYNOPSIS_PARTS, type SynopsisName } from './synopsis-parts.ts'

/** The answer that repeats fifteen others. */

/** Why a part is not repeated. */
const ABSENCES = ['no_answer', 'too_old'] as const

/** What every part says beside the values that it repeats. */
const ORIGIN = {
  confidence: share('Of the answer that is repeated'),
  timestamp: Type.Integer({ description: 'Unix seconds of that answer' }),
  age_seconds: Type.Integer({ minimum: 0, description: 'Its age at the time of the synopsis' }),
  actor: Type.String({ description: 'Who published it' }),
  contentHash: Type.String({ description: 'Of that answer: whoever buys it alone gets the same hash' }),
}

const partSchema = (fields: TProperties) =>
  Type.Union([Type.Object({ ...fields, ...ORIGIN }), Type.Null()], { description: 'null: see absent' })

const Snapshot = Type.Object(
  Object.fromEntries(SYNOPSIS_NAMES.map((name) => [name, partSchema(SYNOPSIS_PARTS[name].fields)])),
)

const Absent = Type.Object(
  Object.fromEntries(
    SYNOPSIS_NAMES.map((name) => [
      name,
      Type.Optional(word(ABSENCES, 'no_answer: there is none, or its feed is closed; too_old: it may not be sold now')),
    ]),
  ),
  { description: 'Parts that are null, with the reason' },
)

const textOrNull = Type.Union([Type.String(), Type.Null()])

export const SynopsisAnswer = Type.Object({
  layer: Type.Literal('Oracle Information'),
  scope: Type.Literal('MARKET'),
  snapshot: Snapshot,
  absent: Absent,
  present: Type.Integer({ minimum: LEAST_PARTS, maximum: SYNOPSIS_NAMES.length, description: 'Parts that are there' }),
  confidence: share('The least confidence of a part, times the share of the parts that are there'),
  degraded: Type.Boolean({ description: 'A part is absent' }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest part; max_age counts from it' }),
  regimes: Type.Object(
    { mssi: textOrNull, msti: textOrNull, msxi_btc: textOrNull },
    { description: 'The regimes of the snapshot, as the free copy has them' },
  ),
  spot_btc: Type.Union([Type.String(), Type.Null()], { description: 'The price of the snapshot, decimal text' }),
})
export type SynopsisAnswer = Static<typeof SynopsisAnswer>

export type AbsentParts = Partial<Record<SynopsisName, (typeof ABSENCES)[number]>>
