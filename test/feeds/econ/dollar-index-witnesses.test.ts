import { describe, expect, test } from 'bun:test'
import { concludeDollarIndex, MARKET_CURRENCIES } from '../../../src/feeds/econ/conclude-dollar-index.ts'
import { FIXING_BOARDS } from '../../../src/feeds/boards/fixing-boards.ts'
import { FIXED_DAYS_BOARD } from '../../../src/feeds/econ/dollar-index-days.ts'
import { kronaNow } from '../../../src/feeds/econ/krona.ts'
import { legActor } from '../../../src/feeds/prices/cross.ts'
import type { Fixing } from '../../../src/sources/market.ts'
import { leftBehind, lookAt } from '../../support/feeds/market.ts'
import { unreadable } from '../../support/unreadable.ts'

/** Who speaks about the krona and about the days before, and what an index is worth if they lie or fall silent. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Saturday: the markets stood still on Friday evening. */
const NOW = Date.UTC(2026, 10, 21, 12)
const FRIDAY = Date.UTC(2026, 10, 20, 21, 50)
const FIXED = Date.UTC(2026, 10, 20, 15)

const RATES: Readonly<Record<string, number>> = { EUR: 1.15, JPY: 154.8, GBP: 1.31, CAD: 1.4, CHF: 0.806 }
const earlier = Object.fromEntries(
  MARKET_CURRENCIES.map((currency) => [legActor(currency), leftBehind(RATES[currency]!, FRIDAY)]),
)

/** The ECB in units per euro, of which a dollar costs `perDollar` kronor. */
const table = (perDollar: number, at = FIXED): Fixing => ({
  base: 'EUR',
  date: '2026-11-20',
  at,
  rates: { USD: '1.15', SEK: String(1.15 * perDollar) },
  quotedPerBase: true,
  units: {},
})

const banks = (told: Readonly<Record<string, Fixing>>) =>
  Object.entries(told).map(([bank, fixing]) => [`fixing/${bank}`, { fixing }] as const)

const RATES_OF_DAY = { USD: '1.15', JPY: '178.02', GBP: '0.8779', CAD: '1.61', SEK: '10.925', CHF: '0.9269' }
const days = (...dates: readonly string[]) => ({ days: dates.map((date) => ({ date, rates: RATES_OF_DAY })) })

const concluded = (told: Readonly<Record<string, Fixing>>, kept = days('2026-11-19', '2026-11-20')) => {
  const states = new Map<string, unknown>([...banks(told), [FIXED_DAYS_BOARD.id, kept]])
  return concludeDollarIndex({ domain: 'DXY', region: 'X', indicator: 'DXY' }, lookAt(states, NOW, { earlier }))
}
const content = (...args: Parameters<typeof concluded>) => {
  const found = concluded(...args)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content
}

const HONEST = { ecb: table(9.5), norgesbank: table(9.52) }

test('over a weekend it is that of Friday, with the fixings of the day before', () => {
  expect(content(HONEST)).toMatchObject({
    period: '2026-11-20',
    previous: { period: '2026-11-19' },
    checked_by: ['ecb'],
    degraded: false,
    observed_at: FIXED / 1_000,
  })
  expect(content(HONEST).parts).toContainEqual({ name: 'USDSEK', value: '9.510000' })
})

test('over legs of central banks alone it is degraded', () => {
  const whole: Fixing = {
    ...table(9.5),
    rates: { USD: '1.15', JPY: '178.02', GBP: '0.8779', CAD: '1.61', CHF: '0.9269', SEK: '10.925' },
  }
  const all = Object.fromEntries([...FIXING_BOARDS.keys()].map((bank) => [bank, whole]))
  const states = new Map<string, unknown>([...banks(all), [FIXED_DAYS_BOARD.id, days('2026-11-20')]])
  const found = concludeDollarIndex({ domain: 'DXY', region: 'X', indicator: 'DXY' }, lookAt(states, NOW))
  expect(found).toMatchObject({ kind: 'concluded', content: { degraded: true, disputed_by: [], missing: [] } })
})

describe('the krona', () => {
  const krona = (told: Readonly<Record<string, Fixing>>, now = NOW) =>
    kronaNow(lookAt(new Map<string, unknown>(banks(told)), now).boards, now)

  test('of three banks one may lie by half, and the middle one is meant', () => {
    expect(krona({ ...HONEST, cnb: table(14) })).toMatchObject({ isAgreed: true })
    expect(krona({ ...HONEST, cnb: table(14) })!.value).toBeCloseTo(9.52, 9)
  })

  test('of two banks that quarrel nobody is right: the index is degraded and trusted less', () => {
    const trust = content(HONEST).confidence
    const quarrel = content({ ecb: table(9.5), norgesbank: table(10.2) })
    expect(quarrel.degraded).toBe(true)
    expect(quarrel.confidence).toBeCloseTo(0.7 * trust, 2)
    // Two tables of different days.
    expect(content({ ecb: table(9.5), norgesbank: table(9.7) }).degraded).toBe(false)
  })

  test('of one bank degrades, and without any there is no index', () => {
    expect(content({ ecb: table(9.5) }).degraded).toBe(true)
    expect(concluded({})).toEqual({ kind: 'input_missing', input: 'a fixing of SEK' })
  })

  test('is not that of another unit, of last week, or of tomorrow', () => {
    const { ecb } = HONEST
    for (const wrong of [table(950), table(0.95), table(9.5, NOW - 121 * HOUR), table(9.5, NOW + HOUR)])
      expect(krona({ ecb, norgesbank: wrong })).toMatchObject({ banks: ['ecb'], silent: ['norgesbank'] })
  })

  test('is as old as the oldest table in it', () => {
    const old = NOW - 100 * HOUR
    expect(krona({ ecb: table(9.5), norgesbank: table(9.5, old) })!.at).toBe(old)
    const { confidence, observed_at } = content({ ...HONEST, norgesbank: table(9.5, old) })
    expect(observed_at).toBe(old / 1_000)
    expect(confidence).toBeLessThan(content(HONEST).confidence)
  })
})

describe('the fixings of the days before', () => {
  test('of last week check nothing', () => {
    expect(content(HONEST, days('2026-11-12'))).toMatchObject({ checked_by: [], disputed_by: [] })
  })

  test('that lie elsewhere dispute the index and take trust from it', () => {
    const lying = { days: [{ date: '2026-11-20', rates: { ...RATES_OF_DAY, USD: '1.21' } }] }
    expect(content(HONEST, lying)).toMatchObject({ disputed_by: ['ecb'], degraded: true, previous: null })
    expect(content(HONEST, lying).confidence).toBeCloseTo(0.7 * content(HONEST).confidence, 2)
  })

  const [ask] = FIXED_DAYS_BOARD.asks({ now: NOW, listed: null, state: { days: [] } })
  const csv = (date: string) =>
    [
      'CURRENCY,TIME_PERIOD,OBS_VALUE',
      ...Object.entries(RATES_OF_DAY).map(([to, rate]) => `${to},${date},${rate}`),
    ].join('\n')

  test('of a day to come are refused, or they would stand against every honest table until then', () => {
    expect(unreadable(() => ask!.enter(csv('2026-11-23'), NOW, { days: [] }))).toContain('which has not come')
    expect(ask!.enter(csv('2026-11-21'), NOW, { days: [] }).days).toHaveLength(1)
  })

  test('of an older table take nothing away', () => {
    const kept = days('2026-11-20')
    expect(ask!.enter(csv('2026-11-19'), NOW, kept)).toEqual(kept)
    expect(NOW - FRIDAY).toBeLessThan(DAY)
  })
})
