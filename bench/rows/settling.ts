import { CENT, PAY_TO } from '../../test/support/chain/chain-payer.ts'
import { openSettlingSetup, type SettlingSetup } from '../../test/support/actors/settler/settling.ts'
import type { Batch } from '../../src/actors/settler/collect.ts'
import type { Group } from '../bench.ts'
import { type Figure, percentile } from '../table.ts'

/** The cost of settling on a local chain: gas per transfer, and the time from `settle` to its answer. */

const BATCH: Batch = { windowMs: 150, max: 50 }

const claims = (setup: SettlingSetup, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => setup.claim(await (await setup.buyer()).sign({ validBefore: 4e9 }))),
  )

/** Milliseconds that each settlement took, all started at once. */
const timed = async (setup: SettlingSetup, count: number, batch: Batch | null): Promise<readonly number[]> => {
  const payments = await claims(setup, count)
  const { settle } = setup.settler({ batch, patienceMs: 30_000 })
  return Promise.all(
    payments.map(async (payment) => {
      const startedAt = performance.now()
      const { kind } = await settle(payment)
      if (kind !== 'settled') throw new Error(`a settlement came out as ${kind}`)
      return performance.now() - startedAt
    }),
  )
}

const gasOf = async (setup: SettlingSetup, size: number): Promise<number> => {
  const payments = await claims(setup, size)
  const transfers = await Promise.all(payments.map(async (each) => (await setup.book.read(each))!.transfer))
  const number = (await setup.chain.count(setup.key.address, 'pending'))!
  const signed = (await setup.chain.sign(setup.key, transfers, number))!
  await setup.chain.broadcast(signed.raw)
  await setup.chain.waitForReceipt(signed.hash, Date.now() + 5_000)
  const { gasUsed } = await setup.anvil.rpc<{ gasUsed: string }>('eth_getTransactionReceipt', [signed.hash])
  return Number(gasUsed) / size
}

const gas = async (): Promise<readonly Figure[]> => {
  const setup = await openSettlingSetup()
  try {
    // The very first transfer costs more gas, since it creates the receiver's balance.
    await timed(setup, 1, null)
    const found: Figure[] = []
    for (const size of [1, 2, 10, 50])
      found.push({
        name: `gas per transfer, ${size} in a transaction`,
        value: Math.round(await gasOf(setup, size)),
        unit: 'gas',
      })
    const received = await setup.anvil.balanceOf(PAY_TO)
    if (received !== 64 * CENT) throw new Error(`${received} units arrived instead of ${64 * CENT}`)
    return found
  } finally {
    await setup.stop()
  }
}

const latency = async (blockTime: number): Promise<readonly Figure[]> => {
  const setup = await openSettlingSetup({ blockTime })
  try {
    const found: Figure[] = []
    for (const batch of [null, BATCH]) {
      const alone: number[] = []
      for (let turn = 0; turn < 10; turn++) {
        // Start at different times relative to the blocks.
        await Bun.sleep(((turn * 7) % 10) * blockTime * 100)
        alone.push(...(await timed(setup, 1, batch)))
      }
      const crowd = await timed(setup, 100, batch)
      for (const [who, times] of [
        ['1 buyer', alone],
        ['100 buyers', crowd],
      ] as const)
        found.push({
          name: `settling, blocks of ${blockTime} s, ${batch ? `batches of ${batch.max}` : 'one by one'}, ${who}`,
          value: percentile(times, 0.5),
          unit: 'ms p50',
          note: `p99 ${percentile(times, 0.99).toFixed(0)} ms`,
        })
    }
    return found
  } finally {
    await setup.stop()
  }
}

export const settling: Group = async ({ quick, say }) => {
  say('settling: gas')
  const figures = [...(await gas())]
  for (const blockTime of quick ? [0.2] : [2, 0.2]) {
    say(`settling: blocks of ${blockTime} s`)
    figures.push(...(await latency(blockTime)))
  }
  return { figures }
}
