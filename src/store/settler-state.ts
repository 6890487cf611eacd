import type { Redis } from 'ioredis'
import { names } from './names.ts'

/** What the settling worker last said of itself. */
export interface SettlerState {
  /** Whether it can pay for gas. */
  readonly open: boolean
  /** Its account, for whoever has to send it ether. */
  readonly address: string
  /** Balance in wei, decimal text. */
  readonly wei: string
  /** Unix milliseconds. */
  readonly at: number
}

export interface SettlerStates {
  write(state: SettlerState): Promise<void>
  read(): Promise<SettlerState | null>
}

export const settlerStates = (redis: Redis): SettlerStates => ({
  write: async (state) => {
    await redis.set(names.settlerState(), JSON.stringify(state))
  },
  read: async () => {
    const text = await redis.get(names.settlerState())
    return text === null ? null : (JSON.parse(text) as SettlerState)
  },
})
