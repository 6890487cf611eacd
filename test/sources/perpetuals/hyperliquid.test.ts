import { describe, expect, test } from 'bun:test'
import type { Said } from '../../../src/sources/perpetual.ts'
import { hyperliquid } from '../../../src/sources/perpetuals/hyperliquid.ts'
import { asExpected, asking, expectedSettlements, readHistory } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const contexts = asking(hyperliquid, 'metaAndAssetCtxs')

/* Not read: allMids, candleSnapshot, l2Book, meta, predictedFundings, recent_trades, userFills and ws_* (other calls). */
describe('hyperliquid, recorded', () => {
  const said = (funding: string, mark: string, index: string, amount: string): Said => ({
    funding: { rate: funding, unit: 'fraction', isExpected: true, estimate: null, nextAt: null },
    intervalHours: 1,
    mark,
    index,
    openInterest: { amount, unit: 'coins' },
    at: null,
  })

  test.skipIf(!recordedAvailable)(
    'contexts of September 2026 are joined to their names, and a fourth coin is left out',
    () => {
      expect(contexts.read(recorded('crypto/hyperliquid/metaAndAssetCtxs_BTC_ETH_SOL_2026').body)).toEqual({
        BTC: said('0.0000125', '84981.0', '85005.0', '38359.47984'),
        ETH: said('0.0000125', '2707.04', '2707.22', '1109512.2197999998'),
        SOL: said('0.0000125', '122.9927', '122.995', '5671239.4199999981'),
      })
    },
  )

  test.skipIf(!recordedAvailable)('the samples of documentation and client', () => {
    expect(contexts.read(recorded('crypto/hyperliquid/metaAndAssetCtxs_sample_SOL').body)).toEqual({
      SOL: said('0.0000198', '108.04', '107.99', '10764.48'),
    })
    expect(Object.keys(contexts.read(recorded('crypto/hyperliquid/metaAndAssetCtxs_vendor_example').body))).toEqual([
      'BTC',
      'ETH',
    ])
  })

  test.skipIf(!recordedAvailable)('what was paid is what ccxt reads', () => {
    const { body, expected } = recorded('crypto/hyperliquid/funding_history_BTC')
    expect(asExpected(readHistory(hyperliquid, 'BTC', body))).toEqual(expectedSettlements(expected))
  })

  test.skipIf(!recordedAvailable).each([
    ['fundingHistory_BTC_2023', 34, { at: 1_684_800_000_022, rate: '-0.00018991' }],
    ['fundingHistory_BTC_long_2023', 800, { at: 1_688_770_800_007, rate: '0.00004966' }],
  ] as const)('%s is whole and in order', (name, count, last) => {
    const read = readHistory(hyperliquid, 'BTC', recorded(`crypto/hyperliquid/${name}`).body)
    expect([read.length, read[0], read.at(-1)]).toEqual([count, { at: 1_683_849_600_048, rate: '-0.00061334' }, last])
    expect(read.every(({ at }, index) => index === 0 || at > read[index - 1]!.at)).toBe(true)
  })
})

describe('hyperliquid, constructed', () => {
  const ROW = { funding: '0.00001', markPx: '1.1', oraclePx: '1', openInterest: '5' }
  const answer = (names: readonly string[], rows: readonly object[]) =>
    JSON.stringify([{ universe: names.map((name) => ({ name })) }, rows])

  test('a delisted coin between ours takes its place in both lists', () => {
    const gone = { ...ROW, markPx: '99' }
    const read = contexts.read(answer(['BTC', 'MATIC', 'SOL'], [ROW, gone, { ...ROW, markPx: '3' }]))
    expect([read.BTC!.mark, read.SOL!.mark, read.ETH]).toEqual(['1.1', '3', undefined])
  })

  test('lists out of step are refused: every coin would be somebody else', () => {
    expect(unreadable(() => contexts.read(answer(['MATIC', 'BTC'], [ROW])))).toBe('2 names for 1 contexts')
  })

  test.each(Object.keys(ROW))('a context without %s is refused by name', (name) => {
    expect(unreadable(() => contexts.read(answer(['BTC'], [{ ...ROW, [name]: undefined }])))).toBe(
      `reply[1][0].${name} is missing`,
    )
  })

  test('every question is a POST with its words in the body', () => {
    const { method, path, body } = hyperliquid.history('SOL', 5, 9)
    expect([method, path, body]).toEqual(['POST', '/info', '{"type":"fundingHistory","coin":"SOL","startTime":5}'])
  })
})
