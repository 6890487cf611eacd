import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCENARIOS } from '../../../src/sandbox/world/scenarios.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

/** A Tuesday, 15:00 and 17:00 in New York. */
const [SESSION, EVENING] = [Date.UTC(2026, 10, 17, 20), Date.UTC(2026, 10, 17, 22)]

interface Reply {
  readonly scenario?: { readonly story: string; readonly standsStill: readonly string[] }
  readonly state: { readonly levels: Readonly<Record<string, number>> }
}

const at = async (start: number) => {
  const on = stage({ start })
  await on.post({ volatility: 0 })
  const play = async (scenario: unknown): Promise<Reply> => (await (await on.post({ scenario })).json()) as Reply
  const levels = async () => (await on.json<Reply['state']>('world')).levels
  return { on, play, levels }
}

describe('a scenario', () => {
  test('of a crash sets levels at once and lets coins fall within ten seconds', async () => {
    const { on, play, levels } = await at(SESSION)
    const before = await levels()
    const { scenario, state } = await play('crash')
    // Of shares only complete days count.
    expect(scenario).toEqual({
      story: SCENARIOS['crash']!.story,
      standsStill: ['equity.SPX', 'equity.NDX', 'equity.HYG'],
    })
    expect(state.levels['vix.VIX']).toBe(45)
    expect(state.levels['equity.SPX']).toBeCloseTo(before['equity.SPX']! * 0.96, 6)
    expect(state.levels).toMatchObject({ 'vix.VIX9D': 54, 'vix.VVIX': 148, 'peg.USDT': 0.994 })
    // Shorts pay: perpetuals stand below the coin.
    for (const coin of ['BTC', 'ETH', 'SOL']) expect(state.levels[`perp.${coin}`]).toBe(0.998)
    on.clock.move(11_000)
    expect((await levels())['spot.BTC']).toBeCloseTo(before['spot.BTC']! * 0.92, 2)
  })

  test('of recovery puts everything back to where it was', async () => {
    const { on, play, levels } = await at(SESSION)
    const before = await levels()
    await play('crash')
    on.clock.move(60_000)
    await play('recovery')
    on.clock.move(60_000)
    for (const [key, level] of Object.entries(await levels()))
      expect([key, level / before[key]!]).toEqual([key, expect.closeTo(1, 6)])
  })

  test('says what else stands still while New York is closed', async () => {
    const { play } = await at(EVENING)
    const { scenario } = await play('crash')
    expect(scenario!.standsStill).toEqual([
      'vix.VIX',
      'vix.VIX9D',
      'vix.VVIX',
      'equity.SPX',
      'equity.NDX',
      'equity.HYG',
    ])
  })

  test('of another name changes nothing and is told the names', async () => {
    const { on, levels } = await at(SESSION)
    const before = await levels()
    for (const scenario of ['boom', 'constructor', 7, null]) {
      const refused = await on.post({ scenario, set: { 'spot.BTC': 5 } })
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('it has crash, recovery')])
    }
    expect(await levels()).toEqual(before)
  })

  test('stands on the page about the simulated world', () => {
    const page = readFileSync(join(import.meta.dir, '../../../docs/simulated-world.md'), 'utf8')
    for (const [name, { story }] of Object.entries(SCENARIOS)) {
      expect(page).toContain(`\`${name}\``)
      expect(page.replaceAll(/\s+/g, ' ')).toContain(story)
    }
  })
})

describe('New York', () => {
  const price = async (start: number, order: object): Promise<string> => {
    const { on } = await at(start)
    await on.post(order)
    on.clock.move(1_000)
    const quote = await on.json<{ data: { current_price: number; last_trade_time: string } }>(
      'cdn.cboe.com/api/global/delayed_quotes/quotes/_VIX.json',
    )
    return `${quote.data.current_price} at ${quote.data.last_trade_time}`
  }

  test('tells its levels in the session, and its close after it', async () => {
    expect(await price(SESSION, { set: { 'vix.VIX': 33 } })).toBe('33 at 2026-11-17T15:00:00')
    const closed = await price(EVENING, { set: { 'vix.VIX': 33 } })
    expect(closed).toEndWith('at 2026-11-17T16:00:00')
    expect(closed).toBe(await price(EVENING, {}))
    // A Saturday: the close of Friday.
    expect(await price(Date.UTC(2026, 10, 21, 15), {})).toEndWith('2026-11-20T16:00:00')
  })
})
