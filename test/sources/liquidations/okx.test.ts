import { describe, expect, test } from 'bun:test'
import { notionalOf } from '../../../src/sources/liquidations/liquidation.ts'
import { okx } from '../../../src/sources/liquidations/okx.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

describe('okx liquidations, recorded', () => {
  test.skipIf(!recordedAvailable)('the frames of the channel, and none of an older one', () => {
    const frames = JSON.parse(recorded('crypto/okx/ws_futures_liquidation_orders').body) as {
      readonly arg: { readonly channel: string }
    }[]
    const read = frames.map((frame) => okx.read(JSON.stringify(frame)))
    expect(read.map(({ kind }) => kind)).toEqual(
      frames.map(({ arg }) => (arg.channel === 'liquidation-orders' ? 'liquidations' : 'other')),
    )
    const [first] = read.filter(({ kind }) => kind === 'liquidations')
    expect(first).toEqual({
      kind: 'liquidations',
      liquidations: [{ symbol: 'XRP-USD-230929', side: 'short', price: '0.55205', size: '39', at: 1_680_173_247_614 }],
    })
  })

  test.skipIf(!recordedAvailable).each(['instruments_swap_majors_2022', 'instruments_swap_2025'])(
    'contract values are those of %s',
    (name) => {
      const { data } = JSON.parse(recorded(`crypto/okx/${name}`).body) as {
        readonly data: readonly { instId: string; ctVal: string; ctType: string }[]
      }
      const listed = data.filter(({ instId }) => instId in okx.contracts)
      expect(listed.length).toBeGreaterThan(1)
      for (const { instId, ctVal, ctType } of listed)
        expect([instId, okx.contracts[instId]]).toEqual([
          instId,
          { asset: instId.split('-')[0]!, unit: ctType === 'linear' ? 'coins' : 'dollars', worth: Number(ctVal) },
        ])
    },
  )
})

const detail = { side: 'sell', posSide: 'long', bkPx: '97000', sz: '1.5', bkLoss: '0', ccy: '', ts: '1795000000123' }
const frame = (details: readonly object[], instId = 'BTC-USDT-SWAP') =>
  JSON.stringify({
    arg: { channel: 'liquidation-orders', instType: 'SWAP' },
    data: [{ instId, instType: 'SWAP', details }],
  })

describe('okx liquidations, constructed', () => {
  test('a contract is a hundredth of a bitcoin, an inverse one a hundred dollars', () => {
    for (const [instId, usd] of [
      ['BTC-USDT-SWAP', 1455],
      ['BTC-USD-SWAP', 150],
      ['SOL-USD-SWAP', 15],
    ] as const) {
      const found = okx.read(frame([detail], instId))
      if (found.kind !== 'liquidations') throw new Error(found.kind)
      expect(notionalOf(found.liquidations[0]!, okx.contracts[instId]!)).toBeCloseTo(usd, 9)
    }
  })

  test('the order says which side died, also where the account has one direction', () => {
    expect(
      okx.read(
        frame([
          { ...detail, posSide: 'net' },
          { ...detail, side: 'buy', posSide: 'net' },
        ]),
      ),
    ).toMatchObject({
      liquidations: [{ side: 'long' }, { side: 'short' }],
    })
  })

  test('pong is no JSON and a sign of life, an error is a refusal', () => {
    expect(okx.read('pong')).toEqual({ kind: 'other' })
    expect(okx.read('{"event":"error","code":"60018","msg":"Wrong URL or channel","connId":"a"}')).toEqual({
      kind: 'refused',
      words: '60018 Wrong URL or channel',
    })
  })

  test.each(['side', 'bkPx', 'sz', 'ts'])('a detail without %s is refused by name', (name) => {
    expect(unreadable(() => okx.read(frame([{ ...detail, [name]: undefined }])))).toBe(
      `reply.data[0].details[0].${name} is missing`,
    )
  })
})
