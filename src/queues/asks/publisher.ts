import { Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { type Rail, RAILS } from '../../canonical/snapshot.ts'
import { askShape, type SchemaOf } from './shape.ts'

/** Questions to the publishers while a buyer waits. */

const Whole = Type.Integer({ minimum: 0 })
const RailName: SchemaOf<Rail> = Type.Union(RAILS.map((rail) => Type.Literal(rail)))

/** What buyers are told beside a refusal: members of its body. */
const Facts = Type.Record(Type.String(), Type.Unsafe<Json>(Type.Unknown()))

const Locode = Type.String({ pattern: '^[A-Z]{2}[A-Z2-9]{3}$' })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

export const PUBLISHER_ASKS = {
  /** Signs more editions of a version that sells out; returns how many. Requests for one version share a batch. */
  reprint: askShape('reprint', { version: Whole, rail: RailName, copies: Type.Integer({ minimum: 1 }) }, Whole, [
    'copies',
  ]),
  /** Starts a subject on demand, if it does not run already. */
  wake: askShape(
    'wake',
    {},
    Type.Union([
      Type.Object({ kind: Type.Literal('awake') }),
      Type.Object({
        kind: Type.Literal('no_data_here'),
        message: Type.String(),
        path: Type.Optional(Type.String()),
      }),
      Type.Object({ kind: Type.Literal('not_known'), message: Type.String() }),
      Type.Object({
        kind: Type.Literal('unavailable'),
        reason: Type.String(),
        told: Type.Optional(Type.Object({ reason: Type.String(), message: Type.String(), facts: Facts })),
      }),
      Type.Object({ kind: Type.Literal('warming'), seconds: Type.Integer({ minimum: 1 }) }),
    ]),
  ),
  /** Computes an answer from stored rows and stores it under `id`; false if there are no rows. Unix seconds. */
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
  /** Computes and signs a quote of marine insurance. `busy`: so many are computed that this one was not begun. */
  quote: askShape(
    'quote',
    { origin: Locode, destination: Locode, departure: Day, vessel_class: Type.String({ minLength: 1 }) },
    Type.Union([
      Type.Object({ kind: Type.Literal('quoted'), body: Type.String({ minLength: 1 }) }),
      Type.Object({ kind: Type.Literal('busy') }),
      Type.Object({ kind: Type.Literal('no_way') }),
    ]),
  ),
  /**
   * Concludes a price for the contract that is being cancelled, for a given time (Unix milliseconds) or now. Returns
   * the time of the price, `carried` if its market is closed, or null if there is none.
   */
  conclude: askShape(
    'conclude',
    { beat: Type.Optional(Type.Number()) },
    Type.Union([Type.Number(), Type.Literal('carried'), Type.Null()]),
  ),
  /** Signs the answer about an event; null while there is none. `manageToken` is '' for everybody but its owner. */
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
