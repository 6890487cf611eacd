import { type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { EVIDENCE_FORMAT } from './evidence.ts'
import { EVENT_ID_SPELLING } from '../terms/event-id.ts'
import { DLC_PAIR_NAMES } from '../terms/pairs.ts'

/** The schemas of what `documents.ts` writes. */

const hex = (bytes: number, description: string) => Type.String({ pattern: `^[0-9a-f]{${bytes * 2}}$`, description })
const tlv = (description: string) => Type.String({ pattern: '^(?:[0-9a-f]{2})+$', description })
const oneOf = (...words: readonly string[]) => Type.Union(words.map((word) => Type.Literal(word)))
const moment = (description: string) => Type.Integer({ minimum: 0, description: `Unix seconds; ${description}` })
const isoTime = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' })

const DlcPairName = oneOf(...DLC_PAIR_NAMES)

/** The segment of a path that names an event, in either case. */
export const EventIdWord = Type.String({
  title: 'EventId',
  pattern: EVENT_ID_SPELLING,
  examples: ['BTCUSD-ABOVE-120000-1795000000'],
})

/** Hex of 32 bytes. */
export const XOnlyKey = hex(32, 'BIP-340 x-only key of the oracle')

const Signature = hex(64, 'BIP-340 signature')

const Head = {
  eventid: Type.String(),
  maturityTs: moment('maturity, of a threshold its expiry'),
  announcementId: hex(32, 'SHA-256 of the announcement TLV'),
}

const End = {
  evidenceHash: Type.Optional(
    hex(32, 'once attested: SHA-256 of the RFC 8785 form of what stands at `…/evidence`, written down before signing'),
  ),
  override: Type.Optional(
    Type.Literal(true, { description: 'an administrator attested it while it could still have settled by itself' }),
  ),
}

const Watched = {
  pair: DlcPairName,
  strike: Type.Number({ exclusiveMinimum: 0, description: 'in the quote currency; XAU per troy ounce' }),
  direction: oneOf('above', 'below'),
}

const Compatibility = Type.Object(
  {
    wallet: Type.String(),
    usable: Type.Boolean(),
    reads: Type.String({ description: 'the field of the attestation that this wallet reads' }),
    reasons: Type.Array(Type.String()),
  },
  { title: 'WalletCompatibility' },
)

const Promised = {
  ...Head,
  oraclePubkey: XOnlyKey,
  rpoints: Type.Array(hex(32, 'nonce point'), {
    description: 'enum and threshold: the one nonce, once per outcome; numeric: one per digit, the sign first',
  }),
  announcementSignature: hex(64, 'BIP-340, over the tagged hash of the oracle_event TLV'),
  serialized: tlv('the announcement TLV (55332), hex'),
  rail: Type.Union(
    ['l402', 'x402', 'none'].map((word) => Type.Literal(word)),
    { description: 'what paid for it; none: a standing event, which nobody paid for' },
  ),
  priceUsd: Type.Number(),
  nonces: Type.Array(hex(32, 'nonce point'), { description: 'as they stand in the TLV' }),
  nonceSalt: hex(32, 'public: lets the oracle derive the nonces again'),
  cancellable: Type.Boolean({ description: 'by its creator, for the fee' }),
  ...End,
  createdAt: isoTime,
  compatibility: Type.Array(Compatibility, { description: 'which wallets can use this event' }),
  advice: Type.Array(Type.String(), {
    description:
      'what would let more wallets use it; of a new threshold contract, whether its strike is passed already',
  }),
}

const priceOrigin = {
  source: Type.String({ description: 'as given: one of our paths or pairs, or an address' }),
  settledBy: Type.Optional(Type.String({ description: 'the pair of ours that this names' })),
}
const BucketsConfig = Type.Object({
  kind: Type.Literal('price_buckets'),
  ...priceOrigin,
  boundaries: Type.Array(Type.Number(), { description: 'ascending, one fewer than the outcomes' }),
})
const PriceConfig = Type.Object({
  kind: Type.Literal('price_source'),
  ...priceOrigin,
  scaleFactor: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
})
const WebhookConfig = Type.Object({ kind: Type.Literal('webhook'), url: Type.String() })

const settling = (byItself: TSchema) => ({
  status: oneOf('pending', 'settled'),
  label: Type.String(),
  resolverConfig: Type.Union([byItself, WebhookConfig, Type.Null()], {
    description: 'how it settles by itself; null: an administrator attests it',
  }),
})

const namedPrice = {
  sequence: Type.Integer({ description: 'of the tick' }),
  at: Type.Integer({ description: 'Unix milliseconds' }),
  price: Type.String({ description: 'decimal text' }),
}

/** Records of earlier releases are kept to the letter, so every member may be absent, and others may stand there. */
const DecisionEvidence = Type.Object(
  {
    kind: Type.Optional(
      Type.String({ description: 'tick: a price of ours; webhook or url: an answer from outside; manual: by hand' }),
    ),
    pair: Type.Optional(Type.String()),
    ...Type.Partial(Type.Object(namedPrice)).properties,
    sources: Type.Optional(Type.Array(Type.String())),
    first: Type.Optional(Type.Object(namedPrice, { description: 'of a breach: the price that was confirmed' })),
    early: Type.Optional(Type.Boolean({ description: 'by hand, before maturity' })),
    override: Type.Optional(Type.Boolean({ description: 'by hand, where it would have settled by itself' })),
  },
  { title: 'DecisionEvidence', additionalProperties: true, description: 'what the decision rests on' },
)

const ThresholdAnnouncement = Type.Object(
  {
    status: oneOf('registered', 'attested'),
    type: Type.Literal('threshold'),
    ...Watched,
    expiry: moment('the contract ends `safe` then'),
    cancelUntil: Type.Union([moment('until when its creator may cancel it'), Type.Null()], {
      description: 'null: it cannot be cancelled',
    }),
    ...Promised,
    outcomes: Type.Array(Type.String()),
    settles: Type.Object({
      breached: Type.String(),
      safe: Type.String(),
      confirmations: Type.Integer({ description: 'prices at or past the strike that breach it' }),
      cadenceSeconds: Type.Integer({ description: 'how often a price settles and breaches' }),
      graceSeconds: Type.Integer({
        description:
          'how long after expiry a silent feed, or the confirmation of a first price, is waited for before `safe`',
      }),
    }),
  },
  { title: 'ThresholdAnnouncement' },
)

const EnumAnnouncement = Type.Object(
  {
    type: Type.Literal('enum'),
    ...settling(BucketsConfig),
    ...Promised,
    outcomes: Type.Array(Type.String()),
    edgeRule: Type.Optional(Type.String()),
  },
  { title: 'EnumAnnouncement' },
)

const NumericAnnouncement = Type.Object(
  {
    type: Type.Literal('numeric'),
    ...settling(PriceConfig),
    ...Promised,
    base: Type.Integer(),
    nbDigits: Type.Integer(),
    isSigned: Type.Boolean(),
    unit: Type.String(),
    precision: Type.Integer({ description: 'the number attested x base ** precision is the value in the unit' }),
    scaleFactor: Type.Number(),
    rounding: Type.String(),
  },
  { title: 'NumericAnnouncement' },
)

/** By the kind of event. */
export const ANNOUNCEMENTS = {
  threshold: ThresholdAnnouncement,
  enum: EnumAnnouncement,
  numeric: NumericAnnouncement,
} as const

export const AnyAnnouncement = Type.Union([ThresholdAnnouncement, EnumAnnouncement, NumericAnnouncement], {
  title: 'Announcement',
})

export const AttestationDocument = Type.Object(
  {
    status: oneOf('attested', 'settled'),
    type: oneOf('threshold', 'enum', 'numeric'),
    ...Head,
    ...Type.Partial(Type.Object(Watched)).properties,
    outcome: Type.String({ description: 'the word, or the digits joined by commas, sign first' }),
    outcomes: Type.Array(Type.String(), { description: 'what was signed, one signature each' }),
    signatures: Type.Array(Signature),
    signature: Type.Optional(Signature),
    oraclePubkey: XOnlyKey,
    serialized: tlv('the attestation TLV (55400) as dlcspecs writes it, hex'),
    serializedCounted: tlv('the same with a u16 count before the outcomes, as rust-dlc, DDK and kormir write it'),
    attestedAt: isoTime,
    reason: oneOf('breach', 'expiry', 'cancel', 'resolver', 'manual'),
    evidence: DecisionEvidence,
    ...End,
  },
  { title: 'Attestation' },
)

export const Evidence = Type.Object(
  {
    format: Type.Literal(EVIDENCE_FORMAT),
    eventid: Type.String(),
    type: oneOf('threshold', 'enum', 'numeric'),
    ...Type.Partial(Type.Object(Watched)).properties,
    maturityTs: Head.maturityTs,
    announcementId: Head.announcementId,
    outcome: Type.String({ description: 'as in the attestation' }),
    outcomes: Type.Array(Type.String()),
    reason: oneOf('breach', 'expiry', 'cancel', 'resolver', 'manual'),
    decidedAt: isoTime,
    evidence: DecisionEvidence,
    conclusions: Type.Array(
      Type.Object({
        sequence: Type.Integer({ description: 'of the tick that the evidence names' }),
        at: Type.Integer({ description: 'Unix milliseconds' }),
        contentHash: Type.Union([hex(32, 'that of the answers sold of this second'), Type.Null()]),
        content: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
          description: 'all votes and what they came to, as it was sold, unsigned; null: not kept',
        }),
      }),
      { description: 'of each named tick, oldest first' },
    ),
  },
  { title: 'Evidence' },
)

export const ListEntry = Type.Object(
  {
    ...Head,
    type: oneOf('threshold', 'enum', 'numeric'),
    pair: Type.Union([DlcPairName, Type.Null()], { description: 'the pair whose price settles it' }),
    status: oneOf('registered', 'attested', 'pending', 'settled'),
    settled: Type.Boolean(),
    strike: Type.Optional(Watched.strike),
    direction: Type.Optional(Watched.direction),
    expiry: Type.Optional(moment('as maturityTs')),
    label: Type.Optional(Type.String()),
    cancellable: Type.Boolean(),
    createdAt: isoTime,
  },
  { title: 'EventListEntry' },
)

/** One page of a list, its entries under `field`. */
export const pageOf = (field: string, entry: TSchema) => {
  const properties: TProperties = {
    count: Type.Integer({ description: 'entries of this page' }),
    [field]: Type.Array(entry),
    next: Type.Union([Type.Integer(), Type.Null()], { description: '`before` of the next page; null at the end' }),
  }
  return Type.Object(properties, { title: `PageOf${field[0]!.toUpperCase()}${field.slice(1)}` })
}
