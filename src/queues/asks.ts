import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { PUBLISHER_ASKS } from './asks/publisher.ts'
import { INQUIRY_ASKS, SETTLEMENT_ASKS } from './asks/settler.ts'
import { type AskShape, BadMessage, jobShape, readMessage } from './asks/shape.ts'
import { OFFER_ASKS, SIGNING_ASKS } from './asks/signer.ts'
import type { AskedLane, LaneName } from './lanes.ts'

/**
 * The protocol between servers and workers: the questions of each lane, and their answers. A job is checked when it
 * arrives at a worker, and its result when it returns.
 */
export const ASKS = {
  asks: PUBLISHER_ASKS,
  settlements: SETTLEMENT_ASKS,
  inquiries: INQUIRY_ASKS,
  signing: SIGNING_ASKS,
  offers: OFFER_ASKS,
} satisfies Readonly<Record<AskedLane, Readonly<Record<string, AskShape>>>>

/** A scheduled job carries nothing but its actor. */
const Tick = Type.Object({ actor: Type.String(), wish: Type.Object({}, { additionalProperties: false }) })

/**
 * The actors that one run ticks, and the time until its next, in milliseconds. A first one, out of turn, ticks those that
 * have never worked.
 */
const GroupTick = Type.Object({
  actor: Type.String(),
  wish: Type.Object(
    {
      everyMs: Type.Integer({ minimum: 1 }),
      actors: Type.Array(Type.String(), { minItems: 1 }),
      first: Type.Optional(Type.Literal(true)),
    },
    { additionalProperties: false },
  ),
})

const JOBS = {
  ticks: Tick,
  groups: GroupTick,
  maturities: Tick,
  standing: Tick,
  asks: jobShape(PUBLISHER_ASKS),
  settlements: jobShape(SETTLEMENT_ASKS),
  inquiries: jobShape(INQUIRY_ASKS),
  signing: jobShape(SIGNING_ASKS),
  offers: jobShape(OFFER_ASKS),
} satisfies Readonly<Record<LaneName, TSchema>>

/** The data of a job of this lane: the actor it is for, and the request to it. */
export type JobOf<L extends LaneName> = Static<(typeof JOBS)[L]>

/** The names of the questions of this lane. */
export type What<L extends AskedLane> = keyof (typeof ASKS)[L] & string

/** A question of this kind. */
export type QuestionOf<L extends AskedLane, W extends What<L>> = {
  readonly actor: string
  readonly wish: Extract<JobOf<L>['wish'], { readonly what: W }>
}

type ResultIn<S> = S extends { readonly result: infer R extends TSchema } ? Static<R> : never

/** The answer to a question of this kind. */
export type ResultOf<L extends AskedLane, W extends What<L>> = ResultIn<(typeof ASKS)[L][W]>

/** Any answer of a worker of this lane. A tick has no answer. */
export type AnswerOf<L extends LaneName> = L extends AskedLane ? ResultOf<L, What<L>> : unknown

/** A job as it arrives. Throws `BadMessage`. */
export function readJob<L extends LaneName>(lane: L, data: unknown): JobOf<L>
export function readJob(lane: LaneName, data: unknown): unknown {
  return readMessage(`a job of ${lane}`, JOBS[lane], data)
}

/** The result of a question of this kind, checked. Throws `BadMessage`. */
export function readResult<L extends AskedLane, W extends What<L>>(lane: L, what: W, result: unknown): ResultOf<L, W>
export function readResult(lane: AskedLane, what: string, result: unknown): unknown {
  const shape = shapeFor(lane, what)
  if (!shape) throw new BadMessage(`${lane} knows no such question`)
  return readMessage(`the result of ${what}`, shape.result, result)
}

const shapeFor = (lane: AskedLane, what: string): AskShape | undefined => {
  const shapes: Readonly<Record<string, AskShape>> = ASKS[lane]
  return Object.hasOwn(shapes, what) ? shapes[what] : undefined
}

const without = (value: object, paths: readonly string[], at = ''): object =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, part]: readonly [string, unknown]) => {
      const path = at + name
      if (part === undefined || paths.includes(path)) return []
      const isOpen = paths.some((each) => each.startsWith(`${path}/`)) && typeof part === 'object' && part !== null
      return [[name, isOpen ? without(part, paths, `${path}/`) : part]]
    }),
  )

/** The parts by which questions of this lane differ. Throws `BadMessage`. */
const essence = (lane: AskedLane, data: unknown): object => {
  const { actor, wish } = readJob(lane, data)
  return { actor, wish: without(wish, shapeFor(lane, wish.what)?.varying ?? []) }
}

/** Whether an answer to one is an answer to the other. A question that cannot be read equals no other. */
export const isSameQuestion = (lane: AskedLane, one: unknown, other: unknown): boolean => {
  try {
    return Bun.deepEquals(essence(lane, one), essence(lane, other))
  } catch (problem) {
    if (problem instanceof BadMessage) return false
    throw problem
  }
}
