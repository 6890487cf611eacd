import { describe, expect, test } from 'bun:test'
import { ContagionAnswer } from '../../src/feeds/equity/contagion-answer.ts'
import type { Earlier } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { contentOf } from '../support/feeds/content-of.ts'
import { lookAt } from '../support/feeds/market.ts'
import { polledBoards } from '../support/polled-world.ts'
import { stage } from '../support/sandbox/world/still-world.ts'

/** Contagion walks through its four regimes and back when the world is told how the S&P 500 moves with bitcoin. */

/** A Tuesday, 15:00 in New York. */
const AFTERNOON = Date.UTC(2026, 10, 17, 20)
const ITEM = registry.item('index/contagion/MARKET')!

const walked = async (seed: number) => {
  const on = stage({ start: AFTERNOON, seed })
  await on.post({ volatility: 0 })
  const world = polledBoards(on)
  let previous: Earlier | null = null
  const say = async (orders: object): Promise<ContagionAnswer> => {
    expect((await on.post(orders)).status).toBe(200)
    // Boards of days are polled each hour; closes of New York are asked little by little.
    on.clock.move(60_000)
    for (const board of ITEM.feed.boards(ITEM.subject)) await world.poll(board)
    const now = on.clock.now()
    const found = ITEM.feed.conclude(ITEM.subject, lookAt(world.states, now, { previous }))
    const content = contentOf(ContagionAnswer, found)
    previous = { timestamp: Math.floor(now / 1_000), content, carry: {} }
    return content
  }
  return { on, say }
}

describe('the correlation that the world is told', () => {
  test('drives contagion through its four regimes and back', async () => {
    const { say } = await walked(13)
    const regimes: string[] = []
    for (const orders of [
      { rho: -0.6 },
      { rho: 0.25 },
      { rho: 0.9 },
      { set: { 'vix.VIX': 38 } },
      { set: { 'vix.VIX': 18 } },
      { rho: 0.25 },
      { rho: -0.6 },
    ])
      regimes.push((await say(orders)).regime)
    expect(regimes).toEqual(['DECOUPLED', 'MIXED', 'COUPLED', 'CONTAGION', 'COUPLED', 'MIXED', 'DECOUPLED'])
  })

  test.each([[7], [13], [29]])(
    'is the one that is measured, within three standard errors, with seed %p',
    async (seed) => {
      const { say } = await walked(seed)
      for (const rho of [-0.9, -0.5, 0.5, 0.9]) {
        const { components, fisher_se: error } = await say({ rho })
        const off = Math.atanh(components.corr.value!) - Math.atanh(rho)
        expect([rho, Math.abs(off) < 3 * error!]).toEqual([rho, true])
        expect([rho, Math.sign(components.beta.value!)]).toEqual([rho, Math.sign(rho)])
      }
    },
  )

  test('changes the days before the world began and nothing else, and 0 is what it began with', async () => {
    const { on } = await walked(13)
    const told = async (symbol: string) =>
      on.text(`query2.finance.yahoo.com/v8/finance/chart/${symbol}?range=6mo&interval=1d`)
    const [shares, nasdaq] = [await told('%5EGSPC'), await told('%5ENDX')]
    await on.post({ rho: 0.8 })
    expect([(await told('%5EGSPC')) === shares, (await told('%5ENDX')) === nasdaq]).toEqual([false, true])
    expect(await on.json<{ rho: number }>('world')).toMatchObject({ rho: 0.8 })
    await on.post({ rho: 0 })
    expect((await told('%5EGSPC')) === shares).toBe(true)
  })

  test('is told alike by both tellers', async () => {
    const { on, say } = await walked(13)
    expect((await say({ rho: 0.8 })).components.corr.sources).toEqual(['cboe', 'yahoo'])
    expect(on.clock.now()).toBe(AFTERNOON + 60_000)
  })

  test.each([[1], [-1], ['0.5'], [null], [{}]])('is none of %p, and the world is not changed', async (rho) => {
    const { on } = await walked(13)
    const reply = await on.post({ rho, set: { 'spot.BTC': 5 } })
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('rho must be a number from')])
    expect(await on.json<{ rho: number }>('world')).toMatchObject({ rho: 0 })
  })
})
