import { Type } from '@sinclair/typebox'
import { type Rail, RAILS } from '../../canonical/snapshot.ts'
import { askShape, type SchemaOf } from './shape.ts'

/** What the publishers are asked while a buyer waits. */

const Whole = Type.Integer({ minimum: 0 })
const RailName: SchemaOf<Rail> = Type.Union(RAILS.map((rail) => Type.Literal(rail)))

export const PUBLISHER_ASKS = {
  /** More editions of a version that is selling out; how many were added. Askers of one version share a run. */
  reprint: askShape('reprint', { version: Whole, rail: RailName, copies: Type.Integer({ minimum: 1 }) }, Whole, [
    'copies',
  ]),
  /** To bring a subject to life, or to find it alive. */
  wake: askShape(
    'wake',
    {},
    Type.Union([
      Type.Object({ kind: Type.Literal('awake') }),
      Type.Object({ kind: Type.Literal('no_data_here'), message: Type.String() }),
      Type.Object({ kind: Type.Literal('unavailable'), reason: Type.String() }),
    ]),
  ),
  /** An answer out of kept rows, put aside under `id`; false when there are no rows. Unix seconds. */
  answer: askShape(
    'answer',
    {
      rail: RailName,
      id: Type.String({ minLength: 1 }),
      wish: Type.Object({
        kind: Type.Literal('wish'),
        from: Type.Integer(),
        to: Type.Integer(),
        interval: Type.Optional(Type.String()),
        exchange: Type.Optional(Type.String()),
        last: Type.Optional(Type.Integer()),
      }),
    },
    Type.Boolean(),
  ),
  /**
   * A price for the contract that is being cancelled, at a moment (Unix milliseconds) or now; when it was concluded,
   * `carried` where its market is closed, or null.
   */
  conclude: askShape(
    'conclude',
    { beat: Type.Optional(Type.Number()) },
    Type.Union([Type.Number(), Type.Literal('carried'), Type.Null()]),
  ),
  /** The signed answer about an event; null while there is none. `manageToken` is '' for all but its owner. */
  seal: askShape(
    'seal',
    {
      rail: RailName,
      change: Type.Union([Type.Literal('CREATED'), Type.Literal('CANCELLED')]),
      manageToken: Type.String(),
      webhookSecret: Type.Optional(Type.String()),
    },
    Type.Union([Type.String(), Type.Null()]),
  ),
}
