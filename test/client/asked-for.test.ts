import { describe, expect, test } from 'bun:test'
import { askedChecks } from '../../client/src/asked-for.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { SOLD_STRINGS } from '../../client/src/sold-strings.ts'
import { soldStrings, soldStringsModule } from '../support/client/sold-strings.ts'

/** That an answer is the one that was asked for: of this path, of this time, and as the guards want it. */

const FILE = `${import.meta.dir}/../../client/src/sold-strings.ts`
const NOW = 1_795_000_000

test('the client knows what every path sells as the registry has it', async () => {
  if (Bun.env['UPDATE_GOLDEN'] === '1') await Bun.write(FILE, soldStringsModule())
  expect(Bun.env['UPDATE_GOLDEN'] === '1' ? soldStrings() : SOLD_STRINGS).toEqual(soldStrings())
})

test('no two subjects of one price are told apart by nothing', () => {
  const prices = Object.entries(soldStrings()).filter(([path]) => /^\/oracle\/price\/\w+\/\w+$/.test(path))
  expect(prices.length).toBeGreaterThan(30)
  expect(new Set(prices.map(([, [, start]]) => start)).size).toBe(prices.length)
})

const failed = (path: string, askedAt: number | null, body: Readonly<Record<string, Json>>) => {
  const checks = askedChecks({ url: `https://oracle.example${path}`, askedAt }, body)
  return checks.filter(({ ok }) => !ok).map(({ what }) => what)
}
const PRICE = {
  canonical: 'v1|PRICE|BTCUSD|97012.30|USD|2|kraken|median|1795000000|482910',
  timestamp: NOW,
  confidence: 0.9,
}
const SPOT = '/oracle/price/btc/usd'
const [PATH, TIME] = ['answer is of the path that was asked', 'answer is of the time when it was asked']

describe('an answer', () => {
  test.each([
    [SPOT, PRICE, []],
    ['/ORACLE/PRICE/BTC/USD', PRICE, []],
    [`${SPOT}?max_age=60`, PRICE, []],
    ['/oracle/price/eth/usd', PRICE, [PATH]],
    ['/oracle/price/btc/eur', PRICE, [PATH]],
    ['/oracle/volatility/btc/usd', PRICE, [PATH]],
    ['/oracle/weather/51.5/0.1/rainfall/30d', PRICE, [PATH]],
    [SPOT, { ...PRICE, canonical: PRICE.canonical.replace('BTCUSD', 'BTCUSDT') }, [PATH]],
    [SPOT, { ...PRICE, canonical: null }, [PATH]],
    ['/oracle/nothing/known', PRICE, []],
    ['/__proto__', PRICE, []],
    ['/constructor', PRICE, []],
  ])('of %s', (path, body, what) => expect(failed(path, NOW, body)).toEqual(what))

  test.each([
    [0, []],
    [-600, []],
    [-630, []],
    [-631, [TIME]],
    [-86_400, [TIME]],
    [3_600, []],
  ])('that is %d s from the time of asking', (seconds, what) =>
    expect(failed(SPOT, NOW, { ...PRICE, timestamp: NOW + seconds })).toEqual(what),
  )

  test('is held against no time where none is known', () =>
    expect(failed(`${SPOT}?max_age=1`, null, { ...PRICE, timestamp: 1 })).toEqual([]))

  test.each([
    ['min_confidence=0.9', { confidence: 0.9 }, []],
    ['min_confidence=0.9', { confidence: 0.8999 }, ['confidence is what was asked for']],
    ['min_confidence=0.1', { confidence: null }, ['confidence is what was asked for']],
    ['max_age=10', { observed_at: NOW - 610 }, []],
    ['max_age=10', { observed_at: NOW - 611 }, ['age is what was asked for']],
    ['max_age=10', { observed_at: null }, ['age is what was asked for']],
  ])('asked with %s', (query, more, what) =>
    expect(failed(`${SPOT}?${query}`, NOW, { ...PRICE, ...more })).toEqual(what),
  )
})
