import { type TSchema, Type } from '@sinclair/typebox'
import type { Creator, EventRail, Terms } from './event-terms.ts'
import type { EnumDescriptor } from '../wire/event.ts'
import type { DlcPair } from './pairs.ts'
import { DLC_PAIR_NAMES } from './pairs.ts'
import { type Direction, DIRECTIONS } from './threshold.ts'

/** Schemas of the terms that one process sends to another. */

/** A schema whose valid values have this type. */
type Shape<T> = TSchema & { readonly static: T }

const oneOf = <Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>(Type.Union(words.map((word) => Type.Literal(word))))

const TextOrNull = Type.Union([Type.String(), Type.Null()])
const Seconds = Type.Integer({ minimum: 0 })
const Pair: Shape<DlcPair> = oneOf(DLC_PAIR_NAMES)
const Facing: Shape<Direction> = oneOf(DIRECTIONS)
const Words: Shape<EnumDescriptor> = Type.Object({
  kind: Type.Literal('enum'),
  outcomes: Type.Array(Type.String(), { minItems: 1 }),
})

const Origin = Type.Union([
  Type.Object({ kind: Type.Literal('feed'), given: Type.String(), pair: Pair }),
  Type.Object({ kind: Type.Literal('url'), given: Type.String() }),
])
const Buckets = Type.Object({
  kind: Type.Literal('price_buckets'),
  source: Origin,
  boundaries: Type.Array(Type.Number()),
})
const Price = Type.Object({
  kind: Type.Literal('price_source'),
  source: Origin,
  scaleFactor: Type.Union([Type.Number(), Type.Null()]),
})
const Address = Type.Object({ kind: Type.Literal('webhook'), url: Type.String() })

/** How an event of any kind is resolved by itself. */
export const ResolverShape = Type.Union([Buckets, Price, Address])

export const TermsShape: Shape<Terms> = Type.Union([
  Type.Object({
    kind: Type.Literal('threshold'),
    pair: Pair,
    strike: Type.Number(),
    strikeText: Type.String(),
    direction: Facing,
    expiry: Seconds,
    webhookUrl: TextOrNull,
    cancellable: Type.Boolean(),
    cancelUntil: Type.Union([Seconds, Type.Null()]),
    maturityTs: Seconds,
    descriptor: Words,
  }),
  Type.Object({
    kind: Type.Literal('enum'),
    label: Type.String(),
    outcomes: Type.Array(Type.String(), { minItems: 1 }),
    maturityTs: Seconds,
    resolver: Type.Union([Buckets, Address, Type.Null()]),
    descriptor: Words,
  }),
  Type.Object({
    kind: Type.Literal('numeric'),
    label: Type.String(),
    maturityTs: Seconds,
    base: Type.Integer(),
    nbDigits: Type.Integer(),
    isSigned: Type.Boolean(),
    unit: Type.String(),
    scaleFactor: Type.Number(),
    scaleText: Type.String(),
    resolver: Type.Union([Price, Address, Type.Null()]),
    descriptor: Type.Object({
      kind: Type.Literal('digits'),
      base: Type.Integer(),
      isSigned: Type.Boolean(),
      unit: Type.String(),
      precision: Type.Integer(),
      nbDigits: Type.Integer(),
    }),
  }),
])

const Rail: Shape<EventRail> = oneOf(['l402', 'x402', 'none'])

export const CreatorShape: Shape<Creator> = Type.Object({
  rail: Rail,
  payer: TextOrNull,
  manageTokenHash: Type.String(),
  sealedWebhookSecret: Type.Optional(Type.String()),
})
