import { describe, expect, test } from 'bun:test'
import { bybit } from '../../../src/sources/liquidations/bybit.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* Not read: ws_legacy_v2_liquidation (retired). */
describe('bybit liquidations, recorded', () => {
  test.skipIf(!recordedAvailable)("the vendor's example: S is the position, a short", () => {
    expect(bybit.read(recorded('crypto/bybit/ws_all_liquidation_vendor').body)).toEqual({
      kind: 'liquidations',
      liquidations: [{ symbol: 'ROSEUSDT', side: 'short', price: '0.04499', size: '20000', at: 1_739_502_302_929 }],
    })
  })

  test.skipIf(!recordedAvailable)('of a busy socket the two frames of all liquidations, and no other topic', () => {
    const { body, expected } = recorded('crypto/bybit/ws_linear_tickers_trades_all_liquidation')
    const frames = JSON.parse(body) as unknown[]
    const read = frames.map((frame) => bybit.read(JSON.stringify(frame)))
    expect(read.map(({ kind }) => kind)).toEqual(frames.map((_, at) => (at >= 14 ? 'liquidations' : 'other')))
    const pippin = {
      symbol: 'PIPPINUSDT',
      side: 'short',
      price: '0.02456',
      size: '2846',
      at: 1_740_480_207_110,
    } as const
    expect(read.slice(14)).toEqual([
      { kind: 'liquidations', liquidations: [pippin] },
      { kind: 'liquidations', liquidations: [pippin] },
    ])
    // The other reader names the order that closes it: a short is bought back.
    expect((expected as { side: string }[][])[15]).toMatchObject([{ side: 'buy' }])
  })
})

const row = { T: 1_795_000_000_000, s: 'BTCUSDT', S: 'Buy', v: '0.5', p: '97000.1' }
const frame = (...rows: object[]) =>
  JSON.stringify({ topic: 'allLiquidation.BTCUSDT', type: 'snapshot', ts: 1, data: rows })

describe('bybit liquidations, constructed', () => {
  test('every row is one, and Buy is a long', () => {
    expect(bybit.read(frame(row, { ...row, S: 'Sell' }))).toMatchObject({
      liquidations: [{ side: 'long' }, { side: 'short' }],
    })
  })

  test('a pong and an acknowledgement are signs of life, an unknown topic is a refusal', () => {
    expect(bybit.read('{"success":true,"ret_msg":"pong","conn_id":"x","req_id":"","op":"ping"}').kind).toBe('other')
    expect(bybit.read('{"success":true,"ret_msg":"","conn_id":"x","req_id":"","op":"subscribe"}').kind).toBe('other')
    expect(bybit.read('{"success":false,"ret_msg":"error:handler not found","op":"subscribe"}')).toEqual({
      kind: 'refused',
      words: 'error:handler not found',
    })
  })

  test.each(['T', 's', 'S', 'v', 'p'])('a row without %s is refused by name', (name) => {
    expect(unreadable(() => bybit.read(frame({ ...row, [name]: undefined })))).toBe(`reply.data[0].${name} is missing`)
  })

  test('asks for every symbol that it prices', () => {
    const asked = bybit.subscribe.flatMap((text) => (JSON.parse(text) as { args: string[] }).args)
    for (const symbol of Object.keys(bybit.contracts)) expect(asked).toContain(`allLiquidation.${symbol}`)
  })
})
