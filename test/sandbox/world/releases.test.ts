import { expect, test } from 'bun:test'
import { concludeSurprises } from '../../../src/feeds/surprises/conclude-surprises.ts'
import { RELEASES_BOARD, type ReleasesState } from '../../../src/feeds/surprises/releases-board.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

/** Results and estimates of the world, read by the board of the product. */

const MINUTE = 60_000

const opened = () => {
  const on = stage()
  const world = polledBoards(on)
  const poll = async (after = 0) => {
    on.clock.move(after)
    return (await world.poll(RELEASES_BOARD)).kind
  }
  const state = () => world.states.get(RELEASES_BOARD.id) as ReleasesState
  const conclude = () => {
    const found = concludeSurprises(lookAt(world.states, on.clock.now()))
    if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
    return found.content
  }
  return { on, world, poll, state, conclude }
}

test('a first poll reads 120 days week by week, and the board rests until the hour is over', async () => {
  const { world, poll, state, conclude } = opened()
  expect([await poll(), await poll(5 * MINUTE)]).toEqual(['published', 'rested'])
  expect([world.asked.length, new Set(world.asked).size, Object.keys(state().weeks).length]).toEqual([18, 18, 18])
  const { release_count: count, releases, degraded } = conclude()
  expect([count, degraded]).toEqual([20, false])
  expect(releases.find(({ measure }) => measure === 'jobless_claims')).toMatchObject({ sigma_basis: 'past' })
  expect(await poll(55 * MINUTE)).toBe('published')
  expect(world.asked).toHaveLength(19)
})

test('a release that is ordered enters once it is out', async () => {
  const { on, poll, conclude } = opened()
  await poll()
  const newest = () => conclude().releases[0]!.event
  await on.post({ event: { country: 'US', kind: 'cpi', inMinutes: 90 } })
  await poll(60 * MINUTE)
  expect(newest()).toBe('GB cpi_mom')
  await poll(60 * MINUTE)
  expect(newest()).toBe('US cpi_mom')
})

test('a provider that stands still is told: its values are overdue', async () => {
  const { on, poll, conclude } = opened()
  await poll()
  expect(conclude().overdue).toBe(0)
  await on.post({ stale: { tradingview: 24 * 60 * MINUTE } })
  await poll(7 * 60 * MINUTE)
  expect(conclude()).toMatchObject({ overdue: 1, degraded: true })
})
