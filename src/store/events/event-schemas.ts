import { Type } from '@sinclair/typebox'
import { DIRECTIONS } from '../../dlc/terms/threshold.ts'
import { EVENT_KINDS, EVENT_STATES, REASONS } from '../../dlc/terms/lifecycle.ts'
import { DLC_PAIR_NAMES } from '../../dlc/terms/pairs.ts'
import { ResolverShape } from '../../dlc/terms/terms-shape.ts'
import { AnyJson, oneOf, stored } from '../redis/stored.ts'

/** The form of an event in the store, for all releases: a field that an earlier release did not write is optional. */

const Pair = oneOf(DLC_PAIR_NAMES)
const Kind = oneOf(EVENT_KINDS)
const Rail = oneOf(['l402', 'x402', 'none'])
const Whole = Type.Integer({ minimum: 0 })
const Hex = Type.String({ pattern: '^(?:[0-9a-f]{2})+$' })
const Decimal = Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })

export const Watch = Type.Object({ direction: oneOf(DIRECTIONS), strike: Decimal })

const Config = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])

const Shown = Type.Union([
  Type.Object({
    kind: Type.Literal('threshold'),
    pair: Pair,
    strike: Type.Number(),
    direction: oneOf(DIRECTIONS),
    rail: Rail,
    cancellable: Type.Optional(Type.Boolean()),
    cancelUntil: Type.Optional(Type.Union([Whole, Type.Null()])),
  }),
  Type.Object({ kind: Type.Literal('enum'), label: Type.String(), resolverConfig: Config, rail: Rail }),
  Type.Object({
    kind: Type.Literal('numeric'),
    label: Type.String(),
    scaleFactor: Type.Number(),
    resolverConfig: Config,
    rail: Rail,
  }),
])

const Resolver = Type.Union([ResolverShape, Type.Null()])

const TextOrNull = Type.Union([Type.String(), Type.Null()])

const Hidden = Type.Object({
  webhookUrl: TextOrNull,
  payer: TextOrNull,
  manageTokenHash: Type.String(),
  sealedWebhookSecret: Type.Optional(Type.String()),
  resolver: Resolver,
  scale: Type.String(),
})

const EvidenceSeal = Type.Object({ hash: Type.String(), conclusions: Type.Array(TextOrNull) })

const DecisionShape = Type.Object({
  outcome: Type.Array(Type.String(), { minItems: 1 }),
  reason: oneOf(REASONS),
  evidence: AnyJson,
  decidedAt: Whole,
  seal: Type.Optional(EvidenceSeal),
})

const facts = {
  id: Type.String({ minLength: 1 }),
  kind: Kind,
  pair: Type.Union([Pair, Type.Null()]),
  watch: Type.Union([Watch, Type.Null()]),
  maturityTs: Whole,
  payment: Type.String(),
}

const EventShape = Type.Object({
  ...facts,
  salt: Hex,
  announcement: Hex,
  terms: Shown,
  hidden: Hidden,
  offeredAt: Whole,
  state: oneOf(EVENT_STATES),
  order: Whole,
  activatedAt: Whole,
  watchedFrom: Whole,
  decision: Type.Union([DecisionShape, Type.Null()]),
  attestation: Type.Union([Type.Object({ serialized: Hex, counted: Hex, attestedAt: Whole }), Type.Null()]),
  journaled: Type.Boolean(),
  cancelling: Type.Union([Type.Object({ payment: Type.String(), until: Whole }), Type.Null()]),
})

export const EVENT = stored('event', EventShape)
export const FACTS_OF_EVENT = stored('event', Type.Object(facts))
export const DECISION_OF_EVENT = stored('decision', DecisionShape)
export const SEAL_OF_EVENT = stored('seal', EvidenceSeal)
/** States that the reply of a script may name for an event. */
export const STATE_OF_EVENT = stored('event', oneOf(EVENT_STATES))
