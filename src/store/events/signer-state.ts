import { type TSchema, Type } from '@sinclair/typebox'
import type { Redis } from 'ioredis'
import { names } from '../redis/names.ts'
import { listOf, remade, stored } from '../redis/stored.ts'

/** What the active signer of the DLC oracle last said of itself. */
export interface SignerState {
  /** Its key, 33 bytes, hex. */
  readonly key: string
  /** Unix milliseconds. */
  readonly at: number
  /** Why it signs nothing just now, for people; `null` when it does. */
  readonly problem: string | null
  /** Events that an operator must resume: how many, and some of them. */
  readonly waiting: SomeOf<string>
  /** Events that cannot be signed, likewise. */
  readonly quarantined: SomeOf<{ readonly id: string; readonly why: string }>
}

export interface SomeOf<T> {
  readonly count: number
  readonly some: readonly T[]
}

/** Where the signer's journal stood when it last said so: its lines, and the hash of the last. */
export interface JournalEnd {
  readonly line: number
  readonly hash: string
}

export interface SignerStates {
  write(state: SignerState): Promise<void>
  read(): Promise<SignerState | null>
  /** A folder that ends before it is an older copy. */
  writeEnd(end: JournalEnd): Promise<void>
  readEnd(): Promise<JournalEnd | null>
}

const listed = <S extends TSchema>(schema: S) => Type.Object({ count: Type.Number(), some: listOf(schema) })

const STATE = remade(
  'signer',
  Type.Object({
    key: Type.String(),
    at: Type.Number(),
    // Earlier releases said less.
    problem: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    waiting: Type.Optional(listed(Type.String())),
    quarantined: Type.Optional(listed(Type.Object({ id: Type.String(), why: Type.String() }))),
  }),
)

/** Not made again: a folder that ends before it is refused. */
const END = stored('journal end', Type.Object({ line: Type.Integer({ minimum: 0 }), hash: Type.String() }))

export const signerStates = (redis: Redis): SignerStates => ({
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
