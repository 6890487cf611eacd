import { describe, expect, test } from 'bun:test'
import { marginOf, readStanding, type StandingPlan, wantedMaturities } from '../../../src/dlc/terms/standing-plan.ts'

/** Which events stand ready follows from the setting and the time alone. */

const DAY = 86_400
const plan = (text: string): StandingPlan => {
  const read = readStanding(text)
  if (!read.ok) throw new Error(read.problems.join())
  return read.plans[0]!
}
const at = (iso: string): number => Date.parse(iso) / 1000

describe('the setting', () => {
  test('a time of day or an interval, and how far ahead', () => {
    expect(readStanding(undefined)).toEqual({ ok: true, plans: [] })
    expect(readStanding('BTCUSD@08:00Z+7d, XAUUSD@5m+15m,ETHUSD@6h+36h')).toEqual({
      ok: true,
      plans: [
        { pair: 'BTCUSD', everySeconds: DAY, offsetSeconds: 28_800, leadSeconds: 7 * DAY },
        { pair: 'XAUUSD', everySeconds: 300, offsetSeconds: 0, leadSeconds: 900 },
        { pair: 'ETHUSD', everySeconds: 21_600, offsetSeconds: 0, leadSeconds: 36 * 3_600 },
      ],
    })
  })

  test('every broken rule is named with what was found', () => {
    const broken = 'BTCUSD,DOGEEUR@25:00Z+7d,BTCUSD@7m+15m,ETHUSD@0m+1m,BTCUSD@08:60Z+366d,SOLUSD@1h+2h,SOLUSD@1h+2h'
    const read = readStanding(broken)
    expect(read.ok ? [] : read.problems).toEqual([
      'STANDING_EVENTS: "BTCUSD" must look like BTCUSD@08:00Z+7d or BTCUSD@5m+15m',
      'STANDING_EVENTS: "DOGEEUR@25:00Z+7d" names no time of day: 25:00',
      'STANDING_EVENTS: "DOGEEUR@25:00Z+7d" DOGEEUR is no pair that can settle an event',
      'STANDING_EVENTS: "BTCUSD@7m+15m" its interval must divide a day',
      'STANDING_EVENTS: "ETHUSD@0m+1m" its interval must divide a day',
      'STANDING_EVENTS: "ETHUSD@0m+1m" must be announced 120 seconds to 365 days ahead',
      'STANDING_EVENTS: "BTCUSD@08:60Z+366d" names no time of day: 08:60',
      'STANDING_EVENTS: "BTCUSD@08:60Z+366d" must be announced 120 seconds to 365 days ahead',
      'STANDING_EVENTS: "SOLUSD@1h+2h" is named more than once',
    ])
    for (const text of ['btcusd@08:00Z+7d', 'BTCUSD@08:00+7d', 'BTCUSD@08:00Z', 'BTCUSD@1.5h+3h', 'BTCUSD@1d+7d'])
      expect(readStanding(text).ok).toBe(false)
    expect(readStanding('BTCUSD@1m+1000m').ok).toBe(true)
    expect(readStanding('BTCUSD@1m+1000m,ETHUSD@08:00Z+1d')).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('1001 events would be open at once')],
    })
  })
})

describe('what is wanted', () => {
  test('each day at its time, from its lead on and up to an hour before', () => {
    const daily = plan('BTCUSD@08:00Z+7d')
    const days = (from: string, count: number) => Array.from({ length: count }, (_, n) => at(from) + n * DAY)
    expect(wantedMaturities(daily, at('2026-03-01T07:59:59Z'))).toEqual(days('2026-03-02T08:00:00Z', 6))
    expect(wantedMaturities(daily, at('2026-03-01T08:00:00Z'))).toEqual(days('2026-03-02T08:00:00Z', 7))
    expect(wantedMaturities(daily, at('2026-03-02T07:00:00Z'))).toEqual(days('2026-03-02T08:00:00Z', 7))
    expect(wantedMaturities(daily, at('2026-03-02T07:00:01Z'))).toEqual(days('2026-03-03T08:00:00Z', 6))
  })

  test('a short lead leaves half of it', () => {
    const often = plan('BTCUSD@5m+15m')
    expect(marginOf(often)).toBe(450)
    expect(wantedMaturities(often, 3_000)).toEqual([3_600, 3_900])
    expect(wantedMaturities(often, 3_150)).toEqual([3_600, 3_900])
    expect(wantedMaturities(often, 3_151)).toEqual([3_900])
  })

  test('whoever looks often enough misses none, and none twice: over a day, second by second', () => {
    const plans = [plan('BTCUSD@10m+25m'), plan('BTCUSD@1h+2m'), plan('BTCUSD@23:59Z+3h')]
    for (const each of plans) {
      const seen = new Set<number>()
      for (let now = DAY; now < 2 * DAY; now += 10)
        for (const maturity of wantedMaturities(each, now)) {
          expect(maturity - now).toBeWithin(marginOf(each), each.leadSeconds + 1)
          seen.add(maturity)
        }
      const inside = [...seen].filter((maturity) => maturity >= DAY + each.leadSeconds && maturity < 2 * DAY)
      expect(inside.length).toBe(
        Array.from({ length: DAY }, (_, n) => DAY + n).filter(
          (second) => second >= DAY + each.leadSeconds && second % each.everySeconds === each.offsetSeconds,
        ).length,
      )
    }
  })
})
