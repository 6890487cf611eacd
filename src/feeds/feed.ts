import type { Static, TObject } from '@sinclair/typebox'
import type { Json } from '../canonical/jcs.ts'
import type { Layout, Tokens, ValuesOf } from '../canonical/layout.ts'
import type { AnyBoard, Boards } from './board.ts'
import type { Keeping } from './keeping.ts'
import type { Observed } from './math/observed.ts'
import type { NoDataHere, OnDemand } from './on-demand.ts'
import type { AnyStream } from './stream.ts'
import type { Subject } from './subject.ts'
import type { Tariff } from './tariff.ts'

/** The layers (interface 1.1). Oracle Wisdom is announced and has no feeds. */
export type Layer = 'Oracle Data' | 'Oracle Information' | 'Oracle Intelligence' | 'Oracle History'

/** Why a tick publishes nothing. The old snapshot ages until it may no longer be sold. */
export type Declined =
  | { readonly kind: 'quorum_missed'; readonly have: number; readonly need: number }
  | { readonly kind: 'disagreement'; readonly spread: number; readonly limit: number }
  | { readonly kind: 'input_missing'; readonly input: string }
  /** Too few say it, or too long ago: below the floor it is not sold. */
  | { readonly kind: 'low_confidence'; readonly found: number; readonly floor: number }
  /** Too little of a window was listened to: shares of it, 0 to 1. */
  | { readonly kind: 'little_heard'; readonly listened: number; readonly least: number }
  /** Nothing is known of this subject, and nothing will be: land for waves, sea for rain. */
  | NoDataHere

/** What a tick concluded: the fields that are sold, and what feeds that build on it may read. */
export interface Conclusion<Content, C = Carry> {
  readonly kind: 'concluded'
  readonly content: Content
  readonly carry: C
  /** Of a price: how new what stands behind it is. Left out, or `null`, no contract is breached by it. */
  readonly observed?: Observed | null
  /** Venues that lose their vote everywhere for a while, once it is published. */
  readonly silence?: readonly string[]
}

/** A state that is kept like a board's, and that nobody buys. */
export interface Aside {
  readonly id: string
  readonly state: Json
}

/** Unrounded values for feeds that build on this one. */
export type Carry = Readonly<Record<string, Json>>

/** Of a feed whose schema is not at hand: nobody can read it. */
type AnyCarry = Readonly<Record<string, unknown>>

/** The last snapshot of a feed, as another feed or the feed itself may read it. */
export interface Earlier<C = AnyCarry> {
  /** Unix seconds of its tick. */
  readonly timestamp: number
  readonly content: Readonly<Record<string, Json>>
  readonly carry: C
}

/** A feed as those know it that read what it carries. */
export interface Carrier<C extends TObject = TObject> {
  readonly id: string
  readonly carry: C
}

/** Everything a conclusion may depend on. No clock, no network, no store: a tick can be repeated on paper. */
export interface TickContext<C = AnyCarry> {
  /** Unix milliseconds of the tick. */
  readonly now: number
  readonly boards: Boards
  /** The feed's own last snapshot of this subject. `null` as well where it carries something else than it should. */
  readonly previous: Earlier<C> | null
  /** The last snapshot of an actor named in `after`, of the feed and the subject with this key; `null` as above. */
  earlier<E extends TObject>(from: Carrier<E>, key: string): Earlier<Static<E>> | null
  /** A quorum that replaces the published ones: only for replaying recordings, one venue at a time. */
  readonly quorum: number | null
}

/** What a free copy says of itself. */
export const UNSIGNED_COPY = 'Unsigned, delayed copy for integration testing. The paid path gives the signed answer.'

/** How a feed's free copy looks. */
export interface Preview<Content> {
  readonly staleMinutes: number
  readonly note: string
  fields(content: Content, subject: Subject): Readonly<Record<string, Json>>
}

/** How a feed is sold. */
export interface FeedSale<Content, T extends Tokens> {
  /** OpenAPI template of the paid path; `/preview` is appended for its free sibling. */
  readonly path: string
  readonly price: Tariff
  readonly canonical: Layout<T>
  tokens(content: Content): ValuesOf<T>
  /** How old a snapshot may be and still be sold. */
  readonly sellableSeconds: number
  readonly preview: Preview<Content>
  /** Path of a free list of what this feed sells; feeds that name the same share it. */
  readonly catalogue?: string
}

/** One thing that can be known, in three paragraphs: what it is, how it is concluded, how it is sold. */
export interface Definition<S extends TObject, T extends Tokens, C extends TObject = TObject> {
  readonly id: string
  readonly family: string
  readonly layer: Layer
  readonly summary: string
  /** What an answer about one subject is called: "BTC/USD spot price". */
  readonly noun: string
  readonly subjects: readonly Subject[]
  /** The sold fields without the envelope; `timestamp` is put in by the publisher. */
  readonly answer: S
  /** What others may read of it, and its own next tick; left out where nobody does. */
  readonly carry?: C
  /** An answer about the first subject; left out where `exampleOf` makes it. */
  readonly example?: Static<S>
  /** The same about any subject; left out where the example fits all of them. */
  exampleOf?(subject: Subject): Static<S>
  readonly methodology: Readonly<Record<string, Json>>
  /** The same for one subject, where it is handed out signed and free: at the paid path followed by `/methodology`. */
  methodologyOf?(subject: Subject): Readonly<Record<string, Json>>

  readonly everySeconds: number
  /** The boards a subject's tick looks at; none where left out. */
  boards?(subject: Subject): readonly AnyBoard[]
  /** The streams it looks at: read like boards, filled by collectors. */
  streams?(subject: Subject): readonly AnyStream[]
  /** Actor ids of feeds whose last snapshots a subject's tick looks at; none where left out. */
  after?(subject: Subject): readonly string[]
  conclude(subject: Subject, look: TickContext<Static<C>>): Conclusion<Static<S>, Static<C>> | Declined
  /** What a tick leaves for the house itself, whether or not it concludes; `null` for what lies there already. */
  aside?(subject: Subject, look: TickContext<Static<C>>): Aside | null

  readonly sale: FeedSale<Static<S>, T>
  /** What of its answers is kept for questions about the past; nothing where left out or `null`. */
  keeps?(subject: Subject): Keeping | null
  /** Left out where all subjects are known beforehand. `subjects` are examples where it is given. */
  readonly onDemand?: OnDemand
}

/** A definition with all that was left out. */
export interface Feed<S extends TObject, T extends Tokens, C extends TObject = TObject> extends Definition<S, T, C> {
  readonly example: Static<S>
  boards(subject: Subject): readonly AnyBoard[]
  after(subject: Subject): readonly string[]
}

/** A feed whatever it speaks about: what registries, schedules and routes hold. */
export type AnyFeed = Feed<TObject, Tokens>

const nothing = () => []

/** Checks a definition's types and hands it on in the form that the rest of the house reads. */
export const defineFeed = <S extends TObject, const T extends Tokens, C extends TObject = TObject>(
  feed: Definition<S, T, C>,
): AnyFeed => {
  const example = feed.example ?? feed.exampleOf?.(feed.subjects[0]!)
  if (example === undefined) throw new Error(`feed ${feed.id}: there is no example`)
  const whole: Feed<S, T, C> = { boards: nothing, after: nothing, ...feed, example }
  return Object.freeze(whole)
}

/** What documents show as an answer about this subject. */
export const exampleOf = (feed: AnyFeed, subject: Subject): Readonly<Record<string, Json>> =>
  (feed.exampleOf?.(subject) ?? feed.example) as Readonly<Record<string, Json>>

/** For people: `BTC/USD spot price`. */
export const titleOf = ({ noun }: { readonly noun: string }, subject: Subject): string => `${subject.name} ${noun}`

/** The name of one feed about one subject, everywhere: `price/spot/BTC-USD`. */
export const actorId = (feed: { readonly id: string }, subject: Pick<Subject, 'key'>): string =>
  `${feed.id}/${subject.key}`
