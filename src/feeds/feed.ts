import type { Static, TObject } from '@sinclair/typebox'
import type { Json } from '../canonical/jcs.ts'
import type { Layout, Tokens, ValuesOf } from '../canonical/layout.ts'
import { oncePerPair } from '../once-per-pair.ts'
import type { AnyBoard, Boards, Kept } from './board.ts'
import type { FeedInput, OperatorFile } from './inputs.ts'
import type { Keeping } from './keeping.ts'
import type { Observed } from './math/observed.ts'
import type { NoDataHere, NotKnown, OnDemand } from './on-demand.ts'
import type { AnyStream } from './stream.ts'
import type { Subject } from './subject.ts'
import type { Tariff } from './tariff.ts'
import type { MainValue } from './main-value.ts'

/** The layers (interface 1.1). Oracle Wisdom is announced in documents and has no feeds yet. */
export type Layer = 'Oracle Data' | 'Oracle Information' | 'Oracle Intelligence' | 'Oracle History'

/** Why a tick publishes nothing. The previous snapshot stays and is sold until it is too old. */
export type Declined =
  | { readonly kind: 'quorum_missed'; readonly have: number; readonly need: number }
  | { readonly kind: 'disagreement'; readonly spread: number; readonly limit: number }
  | { readonly kind: 'input_missing'; readonly input: string }
  /** Too few sources, or too old: below the floor nothing is sold. */
  | { readonly kind: 'low_confidence'; readonly found: number; readonly floor: number }
  /** Too little of a window was received; shares of the window, 0 to 1. */
  | { readonly kind: 'little_heard'; readonly listened: number; readonly least: number }
  /** It compares with a past that we have not recorded yet; both in seconds. */
  | { readonly kind: 'needs_past'; readonly recorded: number; readonly needed: number }
  /** There is no data for this subject, now or later: land in a wave model, sea in a rain archive. */
  | NoDataHere
  | NotKnown
  /** The last that was heard is not sold: too old, or without what is asked for. `at` in Unix seconds. */
  | { readonly kind: 'last_heard'; readonly at: number; readonly message: string }

/** The result of a tick: the fields that are sold, and the values that other feeds may read. */
export interface Conclusion<Content, C = Carry> {
  readonly kind: 'concluded'
  readonly content: Content
  readonly carry: C
  /** For a price: how new its inputs are. If left out or `null`, this price cannot prove a breach of contract. */
  readonly observed?: Observed | null
  /** Venues that lose their vote in all feeds for a while, once this result is published. */
  readonly silence?: readonly string[]
  /** Second sources that contradict what is published: for the log. */
  readonly disputedBy?: readonly string[]
}

/** A state that a feed writes for other parts of the program. It is kept like a board and not sold. */
export interface Aside {
  readonly id: string
  readonly state: Json
}

/** Unrounded values for feeds that read this one. */
export type Carry = Readonly<Record<string, Json>>

/** The carry of a feed whose schema is not known here, so that its values have no type. */
type AnyCarry = Readonly<Record<string, unknown>>

/** The last snapshot of a feed, as another feed or the same feed may read it. */
export interface Earlier<C = AnyCarry> {
  /** Unix seconds of its tick. */
  readonly timestamp: number
  readonly content: Readonly<Record<string, Json>>
  readonly carry: C
  /** That of the answer that was sold; left out if nobody can buy it. */
  readonly contentHash?: string
}

/** The part of a feed that another feed needs to read its carry. */
export interface Carrier<C extends TObject = TObject> {
  readonly id: string
  readonly carry: C
}

/**
 * Everything that a conclusion may depend on. It has no clock, network or store, so that the same inputs always give
 * the same result.
 */
export interface TickContext<C = AnyCarry> {
  /** Unix milliseconds of the tick. */
  readonly now: number
  readonly boards: Boards
  /** The feed's own last snapshot of this subject; `null` if there is none or its carry does not match the schema. */
  readonly previous: Earlier<C> | null
  /**
   * The last snapshot of the feed for the subject with this key. Its actor must be named in `after`. `null` as above.
   */
  earlier<E extends TObject>(from: Carrier<E>, key: string): Earlier<Static<E>> | null
  /** A quorum instead of the published one: only for the replay of recordings, one venue at a time. */
  readonly quorum: number | null
  /** Notes for how many seconds an attestation counts here: only for whoever counts again. */
  readonly noteLife?: (actor: string, seconds: number) => void
}

/** The note in a free copy. */
export const UNSIGNED_COPY = 'Unsigned, delayed copy for integration testing. The paid path gives the signed answer.'

/** The content of a feed's free copy. */
export interface Preview<Content> {
  readonly staleMinutes: number
  readonly note: string
  fields(content: Content, subject: Subject): Readonly<Record<string, Json>>
  /** The schema of those fields, made from that of the answer. */
  shape(answer: TObject): TObject
  /** What lists and charts show of it; `null`: it has no such number or word. */
  readonly main: MainValue | null
}

/** The sale of a feed: path, price, canonical string and free copy. */
export interface FeedSale<Content, T extends Tokens> {
  /** OpenAPI template of the paid path. The free copy, if there is one, is at the same path followed by `/preview`. */
  readonly path: string
  readonly price: Tariff
  readonly canonical: Layout<T>
  /** @param hash of this content, where the caller has it already: that of a long body takes many milliseconds */
  tokens(content: Content, hash?: string): ValuesOf<T>
  /** How old a snapshot may be and still be sold. */
  readonly sellableSeconds: number
  /** `null`: there is no free copy. */
  readonly preview: Preview<Content> | null
  /** Path of a free list of what this feed sells. Feeds with the same path share one list. */
  readonly catalogue?: string
  /** Paths of other free lists that name this feed too. */
  readonly alsoListedAt?: readonly string[]
}

/** One kind of data in two parts: what it is, and how it is concluded. */
interface Known<S extends TObject, C extends TObject> {
  readonly id: string
  readonly family: string
  readonly layer: Layer
  readonly summary: string
  /** The name of an answer, used after that of its subject: "spot price" in "BTC/USD spot price". */
  readonly noun: string
  readonly subjects: readonly Subject[]
  /** The sold fields without the envelope. The publisher adds `timestamp`. */
  readonly answer: S
  /** The values that other feeds, and its own next tick, may read; left out if nothing reads them. */
  readonly carry?: C
  /** The fields of its answer that other feeds repeat, with its hash (`attested.ts`); left out if none does. */
  readonly published?: TObject
  /** An answer about the first subject; left out if `exampleOf` makes it. */
  readonly example?: Static<S>
  /** An example answer about any subject; left out if one example fits all of them. */
  exampleOf?(subject: Subject): Static<S>
  readonly methodology: Readonly<Record<string, Json>>
  /**
   * The methodology of one subject, if it is published signed and free, at the paid path followed by `/methodology`.
   */
  methodologyOf?(subject: Subject): Readonly<Record<string, Json>>

  readonly everySeconds: number
  /** The boards that a subject's tick reads; none if left out. */
  boards?(subject: Subject): readonly AnyBoard[]
  /** The streams that it reads. They are read like boards and filled by collectors. */
  streams?(subject: Subject): readonly AnyStream[]
  /** Files of the operator. They are read like boards. */
  readonly files?: readonly OperatorFile[]
  /** States that feeds of ours keep aside. They are read like boards. */
  readonly records?: readonly Kept<unknown>[]
  /**
   * The inputs without which nothing is concluded: one of each group. Left out: one of all boards, streams and files, and
   * for a feed without any, of the items in `after`.
   * Where the operator's settings allow none of a group, the feed is closed (`closed-feeds.ts`).
   */
  needs?(subject: Subject): readonly (readonly FeedInput[])[]
  /** Actor ids of the feeds whose last snapshots a subject's tick reads; none if left out. */
  after?(subject: Subject): readonly string[]
  conclude(subject: Subject, context: TickContext<Static<C>>): Conclusion<Static<S>, Static<C>> | Declined
  /** A state that a tick writes besides its result, also if it declines; `null` if the stored one is unchanged. */
  aside?(subject: Subject, context: TickContext<Static<C>>): Aside | null
}

/** A kind of data with a third part: how it is sold. */
export interface Definition<S extends TObject, T extends Tokens, C extends TObject = TObject> extends Known<S, C> {
  readonly sale: FeedSale<Static<S>, T>
  /** Which answers are kept for questions about the past; none if left out or `null`. */
  keeps?(subject: Subject): Keeping | null
  /** Left out if all subjects are known in advance. If given, `subjects` holds examples. */
  readonly onDemand?: OnDemand
}

/** Data that other feeds read, and that nobody can buy: it is scheduled and kept, never signed, routed or listed. */
export interface InternalDefinition<S extends TObject, C extends TObject> extends Known<S, C> {
  readonly carry: C
  readonly sale: null
}

/** A definition with the defaults filled in. */
export interface Feed<S extends TObject, T extends Tokens, C extends TObject = TObject> extends Definition<S, T, C> {
  readonly example: Static<S>
  boards(subject: Subject): readonly AnyBoard[]
  after(subject: Subject): readonly string[]
}

/** A feed of any content, as registries, schedules and routes hold it. */
export type AnyFeed = Feed<TObject, Tokens>

/** A feed that is not sold. */
export type InternalFeed = Omit<AnyFeed, 'sale' | 'keeps' | 'onDemand'> & { readonly sale: null }

const nothing = () => []

const shownBy = <S extends TObject, C extends TObject>(feed: Known<S, C>): Static<S> => {
  const example = feed.example ?? feed.exampleOf?.(feed.subjects[0]!)
  if (example === undefined) throw new Error(`feed ${feed.id}: there is no example`)
  return example
}

/** The paths of all free lists that name a feed. */
export const cataloguesOf = ({ sale }: Pick<AnyFeed, 'sale'>): readonly string[] => [
  ...(sale.catalogue === undefined ? [] : [sale.catalogue]),
  ...(sale.alsoListedAt ?? []),
]

/** Checks the types of a definition and fills in its defaults. */
export const defineFeed = <S extends TObject, const T extends Tokens, C extends TObject = TObject>(
  feed: Definition<S, T, C>,
): AnyFeed => {
  const example = shownBy(feed)
  const whole: Feed<S, T, C> = { boards: nothing, after: nothing, ...feed, example }
  return Object.freeze(whole)
}

/** The same for a feed that is not sold. */
export const defineInternal = <S extends TObject, C extends TObject>(feed: InternalDefinition<S, C>): InternalFeed =>
  Object.freeze({ boards: nothing, after: nothing, ...feed, example: shownBy(feed) })

/** The example answer about this subject in documents. */
export const exampleOf = oncePerPair(
  (feed: Pick<AnyFeed, 'example' | 'exampleOf'>, subject: Subject) =>
    (feed.exampleOf?.(subject) ?? feed.example) as Readonly<Record<string, Json>>,
)

/** The name in texts for people: `BTC/USD spot price`. */
export const titleOf = ({ noun }: { readonly noun: string }, subject: Pick<Subject, 'name'>): string =>
  `${subject.name} ${noun}`

/** The name of the actor of one feed and one subject: `price/spot/BTC-USD`. */
export const actorId = (feed: { readonly id: string }, subject: Pick<Subject, 'key'>): string =>
  `${feed.id}/${subject.key}`
