import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { remade } from '../redis/stored.ts'

/** The last report of the settling worker about itself. */
export interface SettlerState {
  /** Whether it can pay for gas; a worker that only watches needs no gas. */
  readonly open: boolean
  /** Its account, so that an operator can send ether to it; '' for a worker that only watches. */
  readonly address: string
  /** Balance in wei, decimal text. */
  readonly wei: string
  /** Unix milliseconds. */
  readonly at: number
  /** When its node last answered, Unix milliseconds; 0 for never. */
  readonly heardAt: number
}

export interface SettlerStates {
  write(state: SettlerState): Promise<void>
  read(): Promise<SettlerState | null>
}

const STATE = remade(
  'settler',
  Type.Object({
    open: Type.Boolean(),
    address: Type.String(),
    wei: Type.String({ pattern: '^[0-9]+$' }),
    at: Type.Number(),
    // Earlier releases did not say it.
    heardAt: Type.Optional(Type.Number()),
  }),
)

export const settlerStates = (redis: RedisClient): SettlerStates => ({
  write: async (state) => {
    await redis.set(names.settlerState(), STATE.write(state))
  },
  read: async () => {
    const text = await redis.get(names.settlerState())
    const said = text === null ? null : STATE.parse(text)
    return said && { heardAt: 0, ...said }
  },
})
