import { expect, test } from 'bun:test'
import { FIXING_SOURCES, OPINION } from '../../../src/sources/central-banks/banks.ts'
import type { Fixing } from '../../../src/sources/market.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

test('the banks bear the names that stand in canonical strings', () => {
  expect(FIXING_SOURCES.map(({ source }) => source.name)).toEqual([
    'ecb',
    'bankofcanada',
    'bankofengland',
    'rba',
    'norgesbank',
    'cnb',
  ])
})

test('six banks hold four opinions', () => {
  expect(Object.keys(OPINION).toSorted()).toEqual(FIXING_SOURCES.map(({ source }) => source.name).toSorted())
  expect(new Set(Object.values(OPINION)).size).toBe(4)
  expect([OPINION.ecb, OPINION.norgesbank, OPINION.cnb]).toEqual(['ecb', 'ecb', 'ecb'])
})

test.each(FIXING_SOURCES.map((bank) => [bank.source.name, bank] as const))(
  '%s may be sold and says so',
  (_, { source }) => {
    expect(source.rights).toBe('attribution')
    expect(new URL(source.terms).protocol).toBe('https:')
    expect(new URL(source.origin).origin).toBe(source.origin)
  },
)

test.each(FIXING_SOURCES.map((bank) => [bank.source.name, bank] as const))(
  '%s asks the same at the same moment',
  (_, bank) => {
    const { path, provider } = bank.latest(NOW)
    expect(provider).toBe(bank.source)
    expect(bank.latest(NOW).path).toBe(path)
    expect(new URL(path, bank.source.origin).href).toBe(bank.source.origin + path)
  },
)

test.each(FIXING_SOURCES.map((bank) => [bank.source.name, bank] as const))('%s refuses what is no table', (_, bank) => {
  const { read } = bank.latest(NOW)
  for (const body of [
    '',
    '\r\n\r\n',
    '<!DOCTYPE html><html><body>Just a moment...</body></html>',
    '{}',
    '[]',
    'null',
    '"x"',
  ])
    expect(() => read(body)).toThrow(UnreadableReply)
})

/** How much of the bank's base one unit of a currency is worth. */
const worth = ({ rates, units, quotedPerBase }: Fixing, currency: string): number => {
  const rate = Number(rates[currency]) / (units[currency] ?? 1)
  return quotedPerBase ? 1 / rate : rate
}

test.skipIf(!recordedAvailable)(
  'recordings of one week agree on every cross through the dollar within two percent',
  () => {
    const files = [
      'ecb/exr-csvdata-recent',
      'bank-of-canada/valet-fx-rates-daily',
      'bank-of-england/iadb-spot-csv',
      'rba/f11.1-csv',
      'norges-bank/exr-csvdata',
    ]
    const fixings = FIXING_SOURCES.slice(0, 5).map((bank, at) =>
      bank.latest(NOW).read(recorded(`macro/${files[at]}`).body),
    )
    for (const currency of ['JPY', 'CHF', 'CNY']) {
      const crosses = fixings.map((fixing) => worth(fixing, 'USD') / worth(fixing, currency))
      // A direction or a unit read wrongly is off by far more than a week of trading.
      expect(Math.max(...crosses) / Math.min(...crosses)).toBeLessThan(1.02)
    }
  },
)
