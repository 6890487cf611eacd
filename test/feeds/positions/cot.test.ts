import { describe, expect, test } from 'bun:test'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { concludeCot } from '../../../src/feeds/positions/conclude-cot.ts'
import { COT_LAYOUT, cotTokens } from '../../../src/feeds/positions/cot-answer.ts'
import { COT_BOARDS } from '../../../src/feeds/positions/cot-board.ts'
import { cot } from '../../../src/feeds/positions/cot.feed.ts'
import type { CotReport, Positions } from '../../../src/sources/positions/cot.ts'
import { JUNE_9 } from '../../support/cot-report.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

const DAY = 86_400_000
/** Friday evening after that Tuesday. */
const NOW = Date.UTC(2026, 5, 12, 21)

/** With a change that is not told. */
const REPORT: CotReport = {
  ...JUNE_9,
  traders: { ...JUNE_9.traders, leveraged_funds: { ...JUNE_9.traders.leveraged_funds, changeShort: null } },
}

type Two = { readonly cftc?: CotReport; readonly cftctext?: CotReport }

const concluded = ({ cftc, cftctext }: Two, now = NOW) => {
  const states = new Map(
    Object.entries({ 'cot/cftc': cftc, 'cot/cftctext': cftctext }).flatMap(([id, report]) =>
      report ? [[id, { report, checkedAt: now - 60_000 }] as const] : [],
    ),
  )
  const found = concludeCot('BTCUSD', lookAt(states, now))
  return found.kind === 'concluded' ? found.content : found
}

const BOTH = { cftc: REPORT, cftctext: REPORT }

describe('the commitments of traders', () => {
  test('are the positions of the report, with nets and percentages worked out', () => {
    expect(concluded(BOTH)).toEqual({
      pair: 'BTCUSD',
      report_date: '2026-06-09',
      open_interest: 19_776,
      leveraged_funds: {
        long: 6_153,
        short: 12_148,
        net: -5_995,
        change_long: -116,
        change_short: null,
        pct_long: 31.1,
        pct_short: 61.4,
      },
      asset_managers: {
        long: 5_330,
        short: 2_442,
        net: 2_888,
        change_long: 74,
        change_short: 289,
        pct_long: 27,
        pct_short: 12.3,
      },
      dealers: {
        long: 5_679,
        short: 1_990,
        net: 3_689,
        change_long: 175,
        change_short: -43,
        pct_long: 28.7,
        pct_short: 10.1,
      },
      source: 'CFTC',
      report_type: 'TFF futures only',
      cftc_code: '133741',
      lag_note: 'Positions as of Tuesday, published Friday.',
      stale: false,
      sources: ['cftc', 'cftctext'],
      missing: [],
      compared: { source: 'cftctext', agrees: true },
      confidence: 1,
      degraded: false,
      observed_at: Date.UTC(2026, 5, 9) / 1_000,
      checked_at: NOW / 1_000 - 60,
      fetched_at: NOW / 1_000,
    })
  })

  test('have no change where the report has none: null, and never 0', () => {
    const first = (positions: Positions) => ({ ...positions, changeLong: null, changeShort: null })
    const { leveraged_funds, asset_managers, dealers } = REPORT.traders
    const traders = {
      leveraged_funds: first(leveraged_funds),
      asset_managers: first(asset_managers),
      dealers: first(dealers),
    }
    const none = { change_long: null, change_short: null }
    expect(concluded({ cftc: { ...REPORT, traders }, cftctext: REPORT })).toMatchObject({
      leveraged_funds: none,
      asset_managers: none,
      dealers: none,
      compared: { agrees: true },
    })
  })

  test('are signed as the contract writes them, without a free copy', () => {
    const content = concluded(BOTH)
    if ('kind' in content) throw new Error(content.kind)
    expect(COT_LAYOUT.write(cotTokens(content), { timestamp: 1_781_298_000, nonce: 482_910 })).toBe(
      'v1|COT|BTCUSD|LEV:-5995|AM:2888|DEALER:3689|OI:19776|DATE:2026-06-09|1781298000|482910',
    )
    expect([cot.sale.preview, cot.sale.price]).toEqual([null, { sats: 1_000, microUsd: 1_000_000 }])
  })

  test('a net or a percentage that does not follow from its positions is found by whoever verifies', () => {
    const failing = (body: object) => {
      const whole = { ...concluded(BOTH), ...body }
      const { canonical, tokens } = cot.sale
      const written = canonical.write(tokens(whole), { timestamp: 1_781_298_000, nonce: 482_910 })
      return verifyAnswer({ ...whole, canonical: written }, { layouts: [canonical] }).checks.filter(
        ({ what, ok }) => !ok && what.includes('positions'),
      ).length
    }
    const { dealers } = { dealers: { long: 1, short: 2, net: 1, change_long: 0, change_short: 0 } }
    expect(failing({})).toBe(0)
    expect(failing({ dealers: { ...dealers, pct_long: 0, pct_short: 0 } })).toBe(1)
    expect(failing({ dealers: { ...dealers, net: -1, pct_long: 0.1, pct_short: 0 } })).toBe(1)
  })

  test('the newer report is printed, whichever place has it, and then stands alone', () => {
    const newer = { ...REPORT, date: '2026-06-16' }
    const now = NOW + 7 * DAY
    for (const [places, place] of [
      [{ cftc: REPORT, cftctext: newer }, 'cftctext'],
      [{ cftc: newer, cftctext: REPORT }, 'cftc'],
    ] as const)
      expect(concluded(places, now)).toMatchObject({
        report_date: '2026-06-16',
        sources: [place],
        missing: [place === 'cftc' ? 'cftctext' : 'cftc'],
        compared: null,
        confidence: 0.7,
        degraded: true,
      })
  })

  test('two places that print other positions for one day are both told of', () => {
    const wrong = { ...REPORT, traders: { ...REPORT.traders, dealers: { ...REPORT.traders.dealers, short: 1_991 } } }
    expect(concluded({ cftc: REPORT, cftctext: wrong })).toMatchObject({
      dealers: { short: 1_990 },
      sources: ['cftc'],
      missing: [],
      compared: { source: 'cftctext', agrees: false },
      confidence: 0.7,
      degraded: true,
    })
  })

  test('another number of open contracts is another report', () => {
    const other = { ...REPORT, openInterest: 19_777 }
    expect(concluded({ cftc: REPORT, cftctext: other })).toMatchObject({ compared: { agrees: false }, degraded: true })
  })

  test('a percentage that the report prints otherwise, or not at all, degrades', () => {
    const dealers = { ...REPORT.traders.dealers }
    for (const pctLong of ['28.8', null]) {
      const report = { ...REPORT, traders: { ...REPORT.traders, dealers: { ...dealers, pctLong } } }
      expect(concluded({ cftc: report, cftctext: report })).toMatchObject({
        dealers: { pct_long: 28.7 },
        degraded: true,
      })
    }
  })

  test('an old report is told as such, and not sold after ninety days', () => {
    const at = (days: number) => concluded(BOTH, Date.UTC(2026, 5, 9) + days * DAY)
    expect(at(11)).toMatchObject({ stale: false, degraded: false, confidence: 1 })
    expect(at(21)).toMatchObject({ stale: false })
    expect(at(22)).toMatchObject({ stale: true, degraded: true, confidence: 0.86 })
    expect(at(90)).toMatchObject({ stale: true, confidence: 0 })
    expect(at(91)).toEqual({ kind: 'input_missing', input: 'a report of the last 90 days' })
  })

  test('a report about a day to come is none', () => {
    expect(concluded(BOTH, Date.UTC(2026, 5, 8))).toMatchObject({ kind: 'input_missing' })
  })
})

describe('the board of reports', () => {
  const ask = (board: (typeof COT_BOARDS)[number], now: number, checkedAt: number) =>
    board.asks({ now, listed: null, state: { report: null, checkedAt } }).length

  test('asks every six hours, and hourly while the authority publishes', () => {
    const [board] = COT_BOARDS
    const thursday = Date.UTC(2026, 10, 19, 20)
    // A tick that comes some minutes early is that of the sixth hour.
    const asked = [1, 5, 5.8, 5.9, 6].map((hours) => ask(board!, thursday, thursday - hours * 3_600_000))
    expect(asked).toEqual([0, 0, 0, 1, 1])
    const friday = (hour: number) => Date.UTC(2026, 10, 20, hour)
    expect([18, 19, 22, 23].map((hour) => ask(board!, friday(hour), friday(hour) - 3_600_000))).toEqual([0, 1, 1, 0])
  })

  test('keeps the newer report, and refuses one of a day that is not over', async () => {
    const [board] = COT_BOARDS
    const on = stage()
    const world = polledBoards(on)
    await world.poll(board!)
    const first = world.states.get('cot/cftc') as { report: CotReport; checkedAt: number }
    const enter = (date: string, receivedAt: number) =>
      board!
        .asks({ now: receivedAt, listed: null, state: { report: null, checkedAt: 0 } })[0]!
        .enter(
          JSON.stringify([{ ...rowOf(first.report), report_date_as_yyyy_mm_dd: `${date}T00:00:00.000` }]),
          receivedAt,
          first,
        )
    const now = on.clock.now()
    expect(enter('2026-11-03', now)).toEqual(first)
    expect(enter('2026-11-17', now)).toMatchObject({ report: { date: '2026-11-17' }, checkedAt: now })
    expect(() => enter('2026-11-24', now)).toThrow('not over')
  })

  test('a place that lies from its first answer on is sold, contradicted by the other', async () => {
    const on = stage()
    const honest = polledBoards(on)
    for (const board of COT_BOARDS) await honest.poll(board)
    const was = concludeCot('BTCUSD', lookAt(honest.states, on.clock.now()))
    await on.post({ lie: { cftc: 1.05 } })
    const world = polledBoards(on)
    for (const board of COT_BOARDS) await world.poll(board)
    const found = concludeCot('BTCUSD', lookAt(world.states, on.clock.now()))
    if (was.kind !== 'concluded') throw new Error(was.kind)
    expect(was).toMatchObject({ content: { compared: { agrees: true }, degraded: false }, disputedBy: [] })
    expect(found).toMatchObject({
      kind: 'concluded',
      content: {
        open_interest: Math.round(was.content.open_interest * 1.05),
        sources: ['cftc'],
        compared: { source: 'cftctext', agrees: false },
        degraded: true,
        confidence: 0.7,
      },
      disputedBy: ['cftctext'],
    })
  })
})

/** The fields that the reader asks of a row, from a report. */
const rowOf = ({ openInterest, traders }: CotReport): object => ({
  cftc_contract_market_code: '133741',
  futonly_or_combined: 'FutOnly',
  open_interest_all: String(openInterest),
  ...Object.fromEntries(
    (
      [
        ['lev_money', '', traders.leveraged_funds],
        ['asset_mgr', '', traders.asset_managers],
        ['dealer', '_all', traders.dealers],
      ] as const
    ).flatMap(([group, all, { long, short }]) => [
      [`${group}_positions_long${all}`, String(long)],
      [`${group}_positions_short${all}`, String(short)],
    ]),
  ),
})
