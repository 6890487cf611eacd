import { type TSchema, Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { listOf, oneOf, remade, stored } from '../redis/stored.ts'

/** What keeps a signer from signing: the settings of its store, its witness, or its own files. */
const CAUSES = ['store', 'witness', 'files'] as const
export type SignerCause = (typeof CAUSES)[number]

/** The last report of the active signer of the DLC oracle. */
export interface SignerState {
  /** Its key, 33 bytes, hex. */
  readonly key: string
  /** Unix milliseconds. */
  readonly at: number
  /** Why it signs nothing at present, as text for operators; `null` when it signs. */
  readonly problem: string | null
  /** The same in one word, for everybody. Absent when it signs, and in reports of the release before. */
  readonly cause?: SignerCause
  /** Events that an operator must resume: how many, and some of them. */
  readonly waiting: SomeOf<string>
  /** Events that cannot be signed, likewise. */
  readonly quarantined: SomeOf<{ readonly id: string; readonly why: string }>
}

export interface SomeOf<T> {
  readonly count: number
  readonly some: readonly T[]
}

/** The end of the signer's journal as last reported: number of lines, and hash of the last one. */
export interface JournalEnd {
  readonly line: number
  readonly hash: string
}

export interface SignerStates {
  write(state: SignerState): Promise<void>
  read(): Promise<SignerState | null>
  /** A data folder whose journal ends before this is an older copy. */
  writeEnd(end: JournalEnd): Promise<void>
  readEnd(): Promise<JournalEnd | null>
}

const listed = <S extends TSchema>(schema: S) => Type.Object({ count: Type.Number(), some: listOf(schema) })

const STATE = remade(
  'signer',
  Type.Object({
    key: Type.String(),
    at: Type.Number(),
    // Earlier releases wrote fewer fields.
    problem: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    cause: Type.Optional(oneOf(CAUSES)),
    waiting: Type.Optional(listed(Type.String())),
    quarantined: Type.Optional(listed(Type.Object({ id: Type.String(), why: Type.String() }))),
  }),
)

/** Cannot be made again: a data folder whose journal ends before it is refused. */
const END = stored('journal end', Type.Object({ line: Type.Integer({ minimum: 0 }), hash: Type.String() }))

export const signerStates = (redis: RedisClient): SignerStates => ({
  write: async (state) => {
    await redis.set(names.dlc.signerState(), STATE.write(state))
  },
  read: async () => {
    const text = await redis.get(names.dlc.signerState())
    const said = text === null ? null : STATE.parse(text)
    const none = { count: 0, some: [] }
    return said && { problem: null, waiting: none, quarantined: none, ...said }
  },
  writeEnd: async ({ line, hash }) => {
    await redis.set(names.dlc.journalEnd(), END.write({ line, hash }))
  },
  readEnd: async () => {
    const text = await redis.get(names.dlc.journalEnd())
    return text === null ? null : END.parse(text)
  },
})
