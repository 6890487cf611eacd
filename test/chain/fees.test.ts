import { expect, test } from 'bun:test'
import { feesOf } from '../../src/chain/fees.ts'
import type { RpcReply, Rpc } from '../../src/chain/rpc.ts'
import { stillClock } from '../support/still.ts'

/** What gas costs is asked about once per block of Base, and is never older. */

const GWEI = 1_000_000_000n

const node = () => {
  const clock = stillClock(1_795_000_000_000)
  const seen = { blocks: 0, base: GWEI, tip: GWEI, away: false }
  const rpc: Rpc = {
    ask: async <T>(method: string): Promise<RpcReply<T>> => {
      if (seen.away) return { kind: 'unreachable' }
      if (method === 'eth_maxPriorityFeePerGas') return { kind: 'answer', value: `0x${seen.tip.toString(16)}` as T }
      seen.blocks++
      return { kind: 'answer', value: { baseFeePerGas: `0x${seen.base.toString(16)}` } as T }
    },
  }
  return { clock, seen, fees: feesOf(rpc, clock) }
}

test('three times the base fee and the tip, asked for once within two seconds', async () => {
  const { clock, seen, fees } = node()
  expect(await fees()).toEqual({ tip: GWEI, most: 4n * GWEI })
  seen.base = 5n * GWEI
  clock.move(2_000)
  expect(await fees()).toEqual({ tip: GWEI, most: 4n * GWEI })
  clock.move(1)
  expect(await fees()).toEqual({ tip: GWEI, most: 16n * GWEI })
  expect(seen.blocks).toBe(2)
  expect(await fees('anew')).not.toBeNull()
  expect(seen.blocks).toBe(3)
})

test('a clock that was set back keeps no old fee: what is sent for too little is never mined', async () => {
  const { clock, seen, fees } = node()
  await fees()
  seen.base = 50n * GWEI
  clock.move(-86_400_000)
  expect(await fees()).toEqual({ tip: GWEI, most: 151n * GWEI })
})

test('a node that suggests no tip, and one that is away', async () => {
  const { clock, seen, fees } = node()
  seen.tip = 0n
  expect(await fees()).toMatchObject({ tip: 1_000_000n })
  clock.move(3_000)
  seen.away = true
  expect(await fees()).toBeNull()
  seen.away = false
  expect(await fees()).not.toBeNull()
})
