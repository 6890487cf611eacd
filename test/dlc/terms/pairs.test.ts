import { expect, test } from 'bun:test'
import { DLC_PAIRS, DLC_PAIR_NAMES, THRESHOLD_PAIRS, isDlcPair, pairOfPath } from '../../../src/dlc/terms/pairs.ts'
import { TICK_SECONDS } from '../../../src/dlc/terms/threshold.ts'
import { registry } from '../../../src/feeds/registry.ts'

test('the seventeen pairs of the contract, in its order', () => {
  expect(DLC_PAIR_NAMES.join(', ')).toBe(
    'BTCUSD, BTCUSDVWAP, BTCEUR, BTCEURVWAP, BTCJPY, ETHUSD, ETHEUR, ETHJPY, SOLUSD, SOLEUR, SOLJPY, XAUUSD, XAUEUR, XAUJPY, XRPUSD, ADAUSD, DOGEUSD',
  )
})

test('the fifteen pairs of the threshold body', () => {
  const listed =
    'BTCUSD BTCEUR BTCJPY ETHUSD ETHEUR ETHJPY SOLUSD SOLEUR SOLJPY XRPUSD ADAUSD DOGEUSD XAUUSD XAUEUR XAUJPY'
  expect([...THRESHOLD_PAIRS].sort().join(' ')).toBe(listed.split(' ').sort().join(' '))
})

test('each pair names feed, subject and path of the same price', () => {
  expect(DLC_PAIRS.BTCUSD).toEqual({
    feed: 'price/spot',
    subject: 'BTC-USD',
    path: '/oracle/price/btc/usd',
    everySeconds: 5,
  })
  expect(DLC_PAIRS.BTCEURVWAP).toEqual({
    feed: 'price/vwap',
    subject: 'BTC-EUR',
    path: '/oracle/price/btc/eur/vwap',
    everySeconds: 15,
  })
  expect(DLC_PAIRS.XAUJPY).toEqual({
    feed: 'price/metals',
    subject: 'XAU-JPY',
    path: '/oracle/price/xau/jpy',
    everySeconds: 60,
  })
  for (const pair of DLC_PAIR_NAMES) {
    const { feed, subject, path } = DLC_PAIRS[pair]
    expect(subject.replace('-', '')).toBe(pair.replace('VWAP', ''))
    expect(feed === 'price/metals').toBe(pair.startsWith('XAU'))
    expect(feed === 'price/vwap').toBe(pair.endsWith('VWAP'))
    expect(pairOfPath(path)).toBe(pair)
    expect(pairOfPath(path.toUpperCase())).toBe(pair)
  }
})

test('each pair settles as often as its feed is computed, and no more often than each beat', () => {
  for (const pair of DLC_PAIR_NAMES) {
    const { feed, subject, everySeconds } = DLC_PAIRS[pair]
    const computed = registry.item(`${feed}/${subject}`)?.feed.everySeconds ?? 0
    expect([pair, Math.max(TICK_SECONDS, computed)]).toEqual([pair, everySeconds])
  }
})

test('other names and paths are none of ours', () => {
  for (const name of ['btcusd', 'EURUSD', 'toString', '__proto__', '']) expect(isDlcPair(name)).toBe(false)
  for (const path of ['/oracle/price/btc/usd/', '/oracle/price/btc/usd/preview', '/oracle/price/eur/usd', '/']) {
    expect(pairOfPath(path)).toBeNull()
  }
})
