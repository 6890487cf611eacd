import type { Redis } from 'ioredis'
import { names } from './names.ts'

/** What the active signer of the DLC oracle last said of itself. */
export interface SignerState {
  /** Its key, 33 bytes, hex. */
  readonly key: string
  /** Unix milliseconds. */
  readonly at: number
  /** Why it signs nothing just now, for people; `null` when it does. */
  readonly problem: string | null
  /** Events that an operator must resume: how many, and some of them. */
  readonly waiting: Listed<string>
  /** Events that cannot be signed, likewise. */
  readonly quarantined: Listed<{ readonly id: string; readonly why: string }>
}

export interface Listed<T> {
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

export const signerStates = (redis: Redis): SignerStates => ({
  write: async (state) => {
    await redis.set(names.dlc.signerState(), JSON.stringify(state))
  },
  read: async () => {
    const text = await redis.get(names.dlc.signerState())
    // Earlier releases said less.
    const none = { count: 0, some: [] }
    const unsaid = { problem: null, waiting: none, quarantined: none }
    return text === null ? null : { ...unsaid, ...(JSON.parse(text) as SignerState) }
  },
  writeEnd: async ({ line, hash }) => {
    await redis.set(names.dlc.journalEnd(), JSON.stringify({ line, hash }))
  },
  readEnd: async () => {
    const text = await redis.get(names.dlc.journalEnd())
    return text === null ? null : (JSON.parse(text) as JournalEnd)
  },
})
