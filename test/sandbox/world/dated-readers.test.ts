import { describe, expect, test } from 'bun:test'
import { DATED_BOARDS } from '../../../src/feeds/boards/dated-boards.ts'
import { datedFutures } from '../../../src/feeds/derivatives/dated.ts'
import { maturitiesOf } from '../../../src/feeds/derivatives/maturities.ts'
import { TermStructureAnswer } from '../../../src/feeds/derivatives/term-structure-answer.ts'
import { TERM_STRUCTURE_SALE } from '../../../src/feeds/derivatives/term-structure-sale.ts'
import { actorId } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { DATED_VENUES } from '../../../src/sources/dated/dated-venues.ts'
import { contentOf, travelled } from '../../support/feeds/content-of.ts'
import { fed } from '../../support/feeds/fed-feeds.ts'
import { boardsOf } from '../../support/feeds/market.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

/** What the readers make of the simulated dated futures, venue by venue, and what becomes of them. */

const item = (key: string) => registry.item(actorId({ id: 'term-structure' }, { key }))!

/** The futures of one venue after two polls; the open interest of listed contracts is asked for in the second. */
const shown = async (name: string, world: object = { volatility: 0 }) => {
  const on = stage(world)
  const boards = polledBoards(on)
  const board = DATED_BOARDS.get(name)!
  await boards.poll(board)
  on.clock.move(60_000)
  await boards.poll(board)
  const now = on.clock.now()
  const read = (asset: 'BTC' | 'ETH' | 'SOL') => datedFutures({ boards: boardsOf(boards.states), now }, asset)
  return { on, read, now }
}

describe.each(DATED_VENUES.map((venue) => [venue.name, venue] as const))('%s', (name, venue) => {
  test('shows dated futures on each of its coins, near six per cent a year', async () => {
    const { read, now } = await shown(name)
    for (const asset of venue.assets) {
      const found = read(asset)
      expect([name, asset, found.length >= 2]).toEqual([name, asset, true])
      for (const { mark, index, expiresAt, openInterestUsd, at } of found) {
        const days = (expiresAt - now) / 86_400_000
        expect(((Number(mark) / Number(index) - 1) * 36_500) / days).toBeWithin(4, 10)
        expect(openInterestUsd).toBeWithin(1e6, 5e9)
        expect(now - at).toBeWithin(0, 1_000)
      }
    }
  })

  test('lists no perpetual', async () => {
    const { read } = await shown(name)
    for (const { symbol } of venue.assets.flatMap((asset) => read(asset)))
      expect(symbol).not.toMatch(/PERP|SWAP|^P[FI]_/)
  })
})

const content = async (key: string, change: object | null = null) => {
  const one = await fed(item(key))
  if (change) expect((await one.on.post(change)).status).toBe(200)
  await one.minute()
  return contentOf(TermStructureAnswer, one.conclude())
}

describe('the term structure of the simulated world', () => {
  test.each(['BTC-USD', 'ETH-USD', 'SOL-USD'])('%s has every venue, and rises', async (key) => {
    const found = await content(key)
    expect([found.missing, found.regime, found.degraded, found.confidence]).toEqual([[], 'CONTANGO', false, 1])
    expect(found.maturities.length).toBeGreaterThan(5)
    const again = maturitiesOf(
      found.maturities.flatMap(({ exchanges }) => exchanges),
      found.spot,
      found.fetched_at,
    )
    expect([...again]).toEqual(found.maturities)
    const { canonical, tokens } = TERM_STRUCTURE_SALE
    const written = canonical.write(tokens(found), { timestamp: found.fetched_at, nonce: 482_910 })
    const checks = canonical.recompute!(canonical.read(written).values, travelled(found))
    expect(checks.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
  })

  test('falls under spot at the near end where the perpetual does', async () => {
    const found = await content('BTC-USD', { set: { 'perp.BTC': 0.998 } })
    expect(found.nearest_annualized_pct).toBeLessThan(-40)
    expect(found.maturities.at(-1)?.annualized_pct).toBeGreaterThan(3)
    expect(found.slope_per_sqrt_day).toBeGreaterThan(1)
  })

  const FAULTS = ['halt', 'garbage', 'freeze'] as const
  test.each(DATED_VENUES.flatMap(({ name, source }) => FAULTS.map((fault) => [fault, name, source.name] as const)))(
    '%s of %s moves it by less than a quarter of a per cent a year',
    async (fault, _name, provider) => {
      const honest = await content('BTC-USD')
      const found = await content('BTC-USD', { [fault]: [provider] })
      expect(Math.abs(found.nearest_annualized_pct - honest.nearest_annualized_pct)).toBeLessThan(0.25)
      expect(found.regime).toBe(honest.regime)
    },
  )
})
