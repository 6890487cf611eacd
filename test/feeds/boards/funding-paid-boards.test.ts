import { describe, expect, test } from 'bun:test'
import type { Board } from '../../../src/feeds/board.ts'
import { PERPETUAL_BOARDS } from '../../../src/feeds/boards/perpetual-boards.ts'
import { FUNDING_PAID_BOARDS, type FundingPaidState } from '../../../src/feeds/boards/funding-paid-boards.ts'
import { hoursBefore } from '../../../src/feeds/derivatives/hourly.ts'
import { venueFundings } from '../../../src/feeds/derivatives/funding.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { boardsOf, both, OPEN } from '../../support/feeds/market.ts'
import { hourly, perpetuals } from '../../support/feeds/perpetuals.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const dydx: Board<FundingPaidState> = FUNDING_PAID_BOARDS.get('dydx')!

const told = (rates: readonly (readonly [at: number, rate: string])[]): string =>
  JSON.stringify({
    historicalFunding: rates.map(([at, rate]) => ({
      ticker: 'BTC-USD',
      rate,
      effectiveAt: new Date(at).toISOString(),
    })),
  })
/** What the venue's answer about bitcoin makes of a state. */
const entered = (state: FundingPaidState, now: number, rates: Parameters<typeof told>[0]): FundingPaidState =>
  dydx.asks({ now, state, listed: null })[0]!.enter(told(rates), now, state)
const since = (name: string, state: FundingPaidState, now: number): number => {
  const { path } = FUNDING_PAID_BOARDS.get(name)!.asks({ now, state, listed: null })[0]!.query
  return Number(/startTime=(\d+)/.exec(path)?.[1])
}

describe('a board of paid rates', () => {
  test('is one per venue of perpetuals', () => {
    expect([...FUNDING_PAID_BOARDS.keys()]).toEqual([...PERPETUAL_BOARDS.keys()])
  })

  test('asks for all that is sold at the first start, and then for what came since, however long the pause', () => {
    expect(since('binance', { paid: {} }, OPEN)).toBe(OPEN - 18 * DAY - 8 * HOUR)
    const known = { paid: { BTC: [{ at: OPEN - 2 * HOUR, rate: '0.0001' }] } }
    expect(since('binance', known, OPEN)).toBe(OPEN - 10 * HOUR)
    expect(since('binance', known, OPEN + 5 * DAY)).toBe(OPEN - 10 * HOUR)
    expect(since('binance', known, OPEN + 40 * DAY)).toBe(OPEN + 40 * DAY - 18 * DAY - 8 * HOUR)
  })

  test('has each settlement once, in its order, also when it is stamped anew', () => {
    const first = entered(dydx.empty, OPEN, [
      [OPEN - HOUR + 48, '0.00002'],
      [OPEN - 2 * HOUR, '0.00001'],
    ])
    const second = entered(first, OPEN + HOUR, [
      [OPEN + 219, '0.00003'],
      [OPEN - HOUR + 950, '0.000025'],
    ])
    expect(second.paid.BTC).toEqual([
      { at: OPEN - 2 * HOUR, rate: '0.00001' },
      { at: OPEN - HOUR + 950, rate: '0.000025' },
      { at: OPEN + 219, rate: '0.00003' },
    ])
  })

  test('drops what nobody sells any more, and one settlement before that is kept', () => {
    const old = [19, 18.2, 17].map((days) => [OPEN - days * DAY, '0.0001'] as const)
    expect(entered(dydx.empty, OPEN, old).paid.BTC!.map(({ at }) => (OPEN - at) / DAY)).toEqual([18.2, 17])
  })
})

describe('hours that nobody watched', () => {
  const paid = (hours: number): Map<string, unknown> =>
    new Map([
      [
        'settled/okx',
        {
          paid: {
            BTC: Array.from({ length: hours }, (_, at) => ({ at: OPEN - (hours - 1 - at) * HOUR, rate: '0.00001' })),
          },
        } satisfies FundingPaidState,
      ],
    ])
  const rowsOf = (states: Map<string, unknown>) => venueFundings(boardsOf(states), 'BTC', OPEN)[0]!.rows

  test('are filled in from what was paid: at a first start all of them', () => {
    const rows = rowsOf(both(perpetuals({ okx: { rate: '0.0001' } }, OPEN), paid(81)))
    expect(rows.map(({ hour }) => hour)).toEqual([...hoursBefore(OPEN)])
    expect(rows.every((row) => row.rate8h === 0.00008 && row.openInterestUsd === null)).toBe(true)
  })

  test('after a pause those between, and none that was watched', () => {
    const watched = hourly(Array<number>(72).fill(0.0007), OPEN).filter((_, at) => at < 40 || at >= 50)
    const rows = rowsOf(both(perpetuals({ okx: { rate: '0.0001', rows: watched } }, OPEN), paid(81)))
    expect(rows.filter(({ rate8h }) => rate8h === 0.00008)).toHaveLength(10)
    expect(rows.filter(({ rate8h }) => rate8h === 0.0007)).toHaveLength(62)
  })
})

test('every venue of the simulated world tells what it paid on every coin', async () => {
  const on = stage()
  on.clock.move(1_000)
  const { poll, states } = polledBoards(on)
  for (const board of FUNDING_PAID_BOARDS.values()) expect(await poll(board)).toEqual({ kind: 'published' })
  for (const [id, state] of states) {
    for (const [coin, paid] of Object.entries((state as FundingPaidState).paid)) {
      const days = (on.clock.now() - paid[0]!.at) / DAY
      // Those that tell a hundred at most and pay every hour reach back four days.
      expect([id, coin, days >= 4 && days < 18.4]).toEqual([id, coin, true])
    }
    expect(Object.keys((state as FundingPaidState).paid)).toEqual(['BTC', 'ETH', 'SOL'])
  }
})
