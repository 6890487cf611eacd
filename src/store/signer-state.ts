import type { Redis } from 'ioredis'
import { names } from './names.ts'

/** What the active signer of the DLC oracle last said of itself. */
export interface SignerState {
  /** Its key, 33 bytes, hex. */
  readonly key: string
  /** Unix milliseconds. */
  readonly at: number
}

export interface SignerStates {
  write(state: SignerState): Promise<void>
  read(): Promise<SignerState | null>
}

export const signerStates = (redis: Redis): SignerStates => ({
  write: async (state) => {
    await redis.set(names.dlc.signerState(), JSON.stringify(state))
  },
  read: async () => {
    const text = await redis.get(names.dlc.signerState())
    return text === null ? null : (JSON.parse(text) as SignerState)
  },
})
