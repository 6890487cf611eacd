import { describe, expect, test } from 'bun:test'
import { binance } from '../../../src/sources/liquidations/binance.ts'
import { notionalOf } from '../../../src/sources/liquidations/liquidation.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: ws_coinm_mark_liquidation (coin-margined, another host: not listened to). */
describe('binance liquidations, recorded', () => {
  test.skipIf(!recordedAvailable)(
    'a force order of a single stream: sold, so a long was closed, at its average',
    () => {
      expect(binance.read(recorded('crypto/binance/ws_usdm_force_order_fixture').body)).toEqual({
        kind: 'liquidations',
        liquidations: [
          { symbol: 'BTCUSDT', side: 'long', price: '9910.12345678', size: '0.014', at: 1_568_014_460_893 },
        ],
      })
    },
  )

  test.skipIf(!recordedAvailable)('of a combined stream the one force order is read, and nothing else', () => {
    const frames = JSON.parse(recorded('crypto/binance/ws_usdm_mark_funding_oi_liquidation').body) as unknown[]
    const read = frames.map((frame) => binance.read(JSON.stringify(frame)))
    expect(read.map(({ kind }) => kind)).toEqual(frames.map((_, at) => (at === 8 ? 'liquidations' : 'other')))
    expect(read[8]).toEqual({
      kind: 'liquidations',
      liquidations: [{ symbol: 'BTCUSDT', side: 'short', price: '4706.04', size: '0.014', at: 1_584_059_031_421 }],
    })
  })
})

const order = (fields: object = {}) =>
  JSON.stringify({
    e: 'forceOrder',
    E: 2,
    o: {
      s: 'ETHUSDC',
      S: 'BUY',
      p: '3500',
      ap: '3400.5',
      q: '3',
      z: '2',
      X: 'FILLED',
      T: 1_795_000_000_123,
      ...fields,
    },
  })

describe('binance liquidations, constructed', () => {
  test('what was filled counts, at the average price; without one at the limit', () => {
    const found = binance.read(order())
    if (found.kind !== 'liquidations') throw new Error(found.kind)
    const [first] = found.liquidations
    expect(first).toEqual({ symbol: 'ETHUSDC', side: 'short', price: '3400.5', size: '2', at: 1_795_000_000_123 })
    expect(notionalOf(first!, binance.contracts['ETHUSDC']!)).toBe(6801)
    expect(binance.read(order({ ap: '0' }))).toMatchObject({ liquidations: [{ price: '3500' }] })
  })

  test('an order without a fill has closed nothing', () => {
    expect(binance.read(order({ z: '0', X: 'NEW' }))).toEqual({ kind: 'liquidations', liquidations: [] })
  })

  test('several in one frame are several', () => {
    expect(binance.read(`[${order()},${order({ s: 'XRPUSDT' })}]`)).toMatchObject({
      liquidations: [{ symbol: 'ETHUSDC' }, { symbol: 'XRPUSDT' }],
    })
  })

  test('an error is a refusal, an acknowledgement is not', () => {
    expect(binance.read('{"error":{"code":2,"msg":"Invalid request"},"id":1}').kind).toBe('refused')
    expect(binance.read('{"result":null,"id":1}')).toEqual({ kind: 'other' })
  })

  test.each(['s', 'S', 'T', 'z'])('a force order without %s is refused by name', (name) => {
    expect(unreadable(() => binance.read(order({ [name]: undefined })))).toBe(`reply.o.${name} is missing`)
  })

  test('a third side is no side', () => {
    expect(unreadable(() => binance.read(order({ S: 'BOTH' })))).toBe('reply.o.S is neither SELL nor BUY: BOTH')
  })
})
