import { expect, test } from 'bun:test'
import { nearestPaths } from '../../../src/http/app/nearest-paths.ts'

const PRICES = ['btc/usd', 'btc/eur', 'btc/jpy', 'eth/usd', 'eth/eur', 'eur/usd', 'usd/eur', 'xau/usd', 'doge/usd'].map(
  (pair) => `/oracle/price/${pair}`,
)

test.each([
  ['btc/gbp', ['btc/eur', 'btc/jpy', 'btc/usd']],
  ['bct/usd', ['btc/usd']],
  ['usd/btc', ['btc/usd']],
  ['dog/usd', ['doge/usd']],
  ['usd/eth', ['eth/usd', 'usd/eur']],
])('%s is nearest to %j', (asked, nearest) => {
  const found = nearestPaths(`/oracle/price/${asked}`, PRICES, nearest.length)
  expect(found.map((path) => path.replace('/oracle/price/', ''))).toEqual(nearest)
})

test('a word as long as a header is another word', () => {
  expect(nearestPaths(`/oracle/price/${'x'.repeat(8_000)}/jpy`, PRICES, 1)).toEqual(['/oracle/price/btc/jpy'])
})
