import { describe, expect, test } from 'bun:test'
import { endFinder, LOOK_BACK } from '../../src/chain/ends.ts'
import type { ChainLog } from '../../src/chain/receipt.ts'
import type { RpcReply, Rpc } from '../../src/chain/rpc.ts'
import type { Transfer } from '../../src/payments/transfer.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { stillClock } from '../support/still.ts'
import { PAY_TO, payer } from '../support/chain/chain-payer.ts'

/** Looking for the end of a nonce is dear: how often it is done. */

const NEWEST = 40_000_000n
const LOG: ChainLog = { address: USDC.base.asset, topics: [], data: '0x', transactionHash: `0x${'ab'.repeat(32)}` }
const WALK = LOOK_BACK.blocks / LOOK_BACK.range + 1

/** A node that has one log at a block, or none, or does not answer, from the start or from one question on. */
const node = () => {
  const seen = { asked: 0, at: null as bigint | null, away: false, awayFrom: Number.POSITIVE_INFINITY }
  const rpc: Rpc = {
    ask: async <T>(_method: string, params: readonly unknown[] = []): Promise<RpcReply<T>> => {
      seen.asked++
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      if (seen.away || seen.asked >= seen.awayFrom) return { kind: 'unreachable' }
      const here = seen.at !== null && BigInt(fromBlock) <= seen.at && seen.at <= BigInt(toBlock)
      return { kind: 'answer', value: (here ? [LOG] : []) as T }
    },
  }
  const clock = stillClock(1_795_000_000_000)
  const find = endFinder(rpc, USDC.base, clock, LOOK_BACK)
  /** What was found, and how many questions it took. */
  const ask = async (transfer: Transfer, newest = NEWEST) => {
    const before = seen.asked
    const found = await find(transfer, newest)
    return [found, seen.asked - before] as const
  }
  return { seen, clock, ask }
}

const transfer = await payer(1).sign({ to: PAY_TO })
const { authorization } = transfer
const other = await payer(1).sign()

describe('the end of a nonce', () => {
  test('that lies too far back is looked for once in a while, whatever else is signed under the nonce', async () => {
    const { ask, clock } = node()
    expect(await ask(transfer)).toEqual([null, WALK])
    expect(await ask(transfer)).toEqual([null, 1])
    const again = {
      ...transfer,
      authorization: { ...authorization, from: authorization.from.toLowerCase(), value: '2' },
    }
    expect(await ask(again, NEWEST + 30n)).toEqual([null, 1])
    expect(await ask(other)).toEqual([null, WALK])
    clock.move(1_800_000)
    expect(await ask(transfer)).toEqual([null, WALK])
  })

  test('is remembered for no longer than that when the clock is set back', async () => {
    const { ask, clock } = node()
    await ask(transfer)
    clock.move(-86_400_000)
    expect(await ask(transfer)).toEqual([null, WALK])
    expect(await ask(transfer)).toEqual([null, 1])
  })

  test('is looked for once for all who ask at the same time', async () => {
    const { ask, seen } = node()
    await Promise.all(Array.from({ length: 20 }, () => ask(transfer)))
    expect(seen.asked).toBe(20 + WALK - 1)
  })

  test('that was found far back is remembered, one that turns up late is still found', async () => {
    const { ask, seen } = node()
    seen.at = NEWEST - 50_000n
    expect((await ask(transfer))[0]).toEqual(LOG)
    expect(await ask(transfer)).toEqual([LOG, 1])
    // The node was behind its own state.
    seen.at = null
    await ask(other)
    seen.at = NEWEST
    expect(await ask(other)).toEqual([LOG, 1])
  })

  test('is looked for anew when the node fell silent on the way back: silence is not remembered', async () => {
    const { ask, seen } = node()
    seen.awayFrom = 3
    expect(await ask(transfer)).toEqual([null, 3])
    seen.awayFrom = Number.POSITIVE_INFINITY
    seen.at = NEWEST - 50_000n
    expect((await ask(transfer))[0]).toEqual(LOG)
  })

  test('is asked for again when the node did not answer', async () => {
    const { ask, seen } = node()
    seen.away = true
    expect(await ask(transfer)).toEqual([null, 1])
    seen.away = false
    seen.at = NEWEST - 50_000n
    expect((await ask(transfer))[0]).toEqual(LOG)
  })
})
