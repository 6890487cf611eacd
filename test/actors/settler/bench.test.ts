import { describe, expect, test } from 'bun:test'
import type { Batch } from '../../../src/actors/settler/collect.ts'
import { CENT, PAY_TO } from '../../chain/payer.ts'
import { openWorld, type World } from './world.ts'

/** Figures, printed: gas per transfer, and the time from `settle` to its answer. `BENCH=1 bun test …/bench.test.ts`. */

const line = (text: string) => process.stdout.write(`    ${text}\n`)
const sorted = (times: readonly number[]) => times.toSorted((a, b) => a - b)
const at = (times: readonly number[], share: number) => sorted(times)[Math.ceil(times.length * share) - 1]!

const claims = (world: World, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => world.claim(await (await world.buyer()).sign({ validBefore: 4e9 }))),
  )

/** Milliseconds of each settlement, all started together. */
const timed = async (world: World, count: number, batch: Batch | null): Promise<readonly number[]> => {
  const payments = await claims(world, count)
  const { settle } = world.settler({ batch, patienceMs: 30_000 })
  return Promise.all(
    payments.map(async (payment) => {
      const startedAt = performance.now()
      const settled = await settle(payment)
      expect(settled.kind).toBe('settled')
      return performance.now() - startedAt
    }),
  )
}

describe.skipIf(process.env.BENCH !== '1')('figures', () => {
  test('gas per transfer', async () => {
    const world = await openWorld()
    // The first transfer ever also pays for the receiver's first balance.
    await timed(world, 1, null)
    for (const size of [1, 2, 10, 50]) {
      const payments = await claims(world, size)
      const transfers = await Promise.all(payments.map(async (each) => (await world.book.read(each))!.transfer))
      const number = (await world.chain.count(world.key.address, 'pending'))!
      const signed = (await world.chain.sign(world.key, transfers, number))!
      await world.chain.broadcast(signed.raw)
      await world.chain.waitForReceipt(signed.hash, Date.now() + 5_000)
      const { gasUsed } = await world.anvil.rpc<{ gasUsed: string }>('eth_getTransactionReceipt', [signed.hash])
      line(
        `${size} in one transaction: ${Math.round(Number(gasUsed) / size)} gas each, ${signed.raw.length / 2 - 1} bytes`,
      )
    }
    expect(await world.anvil.balanceOf(PAY_TO)).toBe(64 * CENT)
    await world.stop()
  })

  test.each([2, 0.2])(
    'latency on blocks of %p s',
    async (blockTime) => {
      const world = await openWorld({ blockTime })
      for (const batch of [null, { windowMs: 150, max: 50 }]) {
        const alone: number[] = []
        for (let round = 0; round < 10; round++) {
          // Not in step with the blocks.
          await Bun.sleep(((round * 7) % 10) * blockTime * 100)
          alone.push(...(await timed(world, 1, batch)))
        }
        const crowd = await timed(world, 100, batch)
        const figures = (times: readonly number[]) =>
          `p50 ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms`
        line(
          `blocks of ${blockTime} s, ${batch ? 'batches of 50' : 'one by one'}: 1 buyer ${figures(alone)}; 100 buyers ${figures(crowd)}`,
        )
      }
      await world.stop()
    },
    180_000,
  )
})
