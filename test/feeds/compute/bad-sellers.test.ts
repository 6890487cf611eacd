import { expect, test } from 'bun:test'
import { concludeBest } from '../../../src/feeds/compute/conclude-compute.ts'
import { GPU_BOARDS } from '../../../src/feeds/boards/gpu-boards.ts'
import { GPU_MODELS } from '../../../src/sources/compute/gpu-models.ts'
import { GPU_TELLERS } from '../../../src/sources/compute/tellers.ts'
import { euroAt } from '../../support/feeds/gpu-offers.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'
import { WRONGS } from '../law-tables.ts'

/** Every seller is wrong in every way, while the feeds run and from their first reading on. */

const SELLERS = [...new Set(GPU_TELLERS.map(({ source }) => source))]
  .filter(({ keyed }) => keyed?.needed !== true)
  .map(({ name }) => name)

const MINUTE = 60_000

const running = async () => {
  const on = stage({ volatility: 0 })
  const world = polledBoards(on)
  return {
    on,
    poll: async (): Promise<void> => {
      on.clock.move(MINUTE)
      for (const board of GPU_BOARDS.values()) await world.poll(board)
    },
    /** The best price of each model; `null` where there is none. */
    best: (): readonly (number | null)[] => {
      const now = on.clock.now()
      const context = lookAt(world.states, now, { earlier: euroAt(1.15, now) })
      return GPU_MODELS.map((model) => {
        const found = concludeBest(model, context)
        return found.kind === 'concluded' ? found.content.best.price_usd_per_gpu_hour : null
      })
    },
  }
}

const honest = (async () => {
  const one = await running()
  await one.poll()
  return one.best().map(Number)
})()

const CASES = SELLERS.flatMap((seller) => Object.entries(WRONGS).map(([what, wrong]) => [what, seller, wrong] as const))

test('the honest prices are the levels of the world', async () => {
  expect(await honest).toEqual([1.49, 2.89, 3.79, 0.89, 0.59])
})

test.each(CASES)('%s of %s moves no best price further than a small lie', async (what, seller, wrong) => {
  const one = await running()
  await one.poll()
  await one.on.post(wrong(seller))
  await one.poll()
  const before = await honest
  const most = what === 'a lie of 5 %' ? 0.051 : 0
  for (const [at, usd] of one.best().entries())
    expect([GPU_MODELS[at], Math.abs(Number(usd) / before[at]! - 1) <= most]).toEqual([GPU_MODELS[at], true])
})

test.each(CASES)('%s of %s from the first reading on makes no bargain', async (_what, seller, wrong) => {
  const one = await running()
  await one.on.post(wrong(seller))
  await one.poll()
  const before = await honest
  for (const [at, usd] of one.best().entries()) if (usd !== null) expect(usd).toBeGreaterThanOrEqual(0.99 * before[at]!)
})
