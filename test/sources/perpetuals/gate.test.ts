import { describe, expect, test } from 'bun:test'
import { gate } from '../../../src/sources/perpetuals/gate.ts'
import { asking, readHistory } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const btc = asking(gate, 'BTC_USDT')

/* Not read: futures_liq_orders_*, futures_order_book_*, delivery_*, ws_*. */
describe('gate futures, recorded', () => {
  test.skipIf(!recordedAvailable)('contracts of May 2023, out of the whole list: sizes become coins', () => {
    const { body } = recorded('crypto/gate/futures_usdt_contracts_majors_2023')
    const read = (asset: 'BTC' | 'ETH' | 'SOL') => asking(gate, `${asset}_USDT`).read(body)[asset]
    const said = (rate: string, mark: string, index: string, coins: string) => ({
      funding: { rate, unit: 'fraction' as const, isExpected: false, estimate: rate, nextAt: 1_684_944_000_000 },
      intervalHours: 8,
      mark,
      index,
      openInterest: { amount: coins, unit: 'coins' as const },
      at: null,
    })
    expect(read('BTC')).toEqual(said('0.000086', '26704.26', '26703.16', '16953.1691'))
    expect(read('ETH')).toEqual(said('0.0001', '1815.33', '1815.24', '219775.29'))
    expect(read('SOL')).toEqual(said('0.0001', '19.4072', '19.4063', '552669'))
  })

  test.skipIf(!recordedAvailable)('the example tells the rate after the coming one', () => {
    expect(btc.read(recorded('crypto/gate/futures_contracts_contract_vendor').body)).toMatchObject({
      BTC: { funding: { rate: '0.002053', estimate: '0.000219' }, openInterest: { amount: '522.3816' } },
    })
  })

  test.skipIf(!recordedAvailable).each([
    ['futures_tickers_fixture', 'reply has 0 rows of BTC_USDT'],
    ['futures_tickers_vendor', 'reply has 0 rows of BTC_USDT'],
    ['futures_contract_stats_fixture', 'reply has 0 rows of BTC_USDT'],
    ['futures_contract_stats_vendor', 'reply has 0 rows of BTC_USDT'],
  ])('%s counts contracts without their coins, and is refused', (name, words) => {
    expect(unreadable(() => btc.read(recorded(`crypto/gate/${name}`).body))).toBe(words)
  })

  test.skipIf(!recordedAvailable)('tickers of the form of a contract still lack what makes coins of it', () => {
    const { body } = recorded('crypto/gate/futures_tickers_vendor')
    const named = body.replace('"contract"', '"name"').replace('"total_size"', '"position_size"')
    expect(unreadable(() => btc.read(named))).toBe('reply[0].funding_next_apply is missing')
    expect(body).not.toContain('quanto_multiplier')
  })

  test.skipIf(!recordedAvailable).each(['futures_funding_rate_history_fixture', 'futures_funding_rate_vendor'])(
    '%s is in seconds',
    (name) => {
      expect(readHistory(gate, 'BTC', recorded(`crypto/gate/${name}`).body)).toEqual([
        { at: 1_543_968_000_000, rate: '0.000157' },
      ])
    },
  )
})

describe('gate futures, constructed', () => {
  const ROW = {
    name: 'BTC_USDT',
    funding_rate: '0.0001',
    funding_rate_indicative: '-0.0001',
    funding_next_apply: 1_684_944_000,
    funding_interval: 14_400,
    mark_price: '1.1',
    index_price: '1',
    position_size: '1000.5',
    quanto_multiplier: '0.0001',
  }
  const read = (row: object) => btc.read(JSON.stringify(row))

  test('sizes may have a fraction, and an interval is in seconds', () => {
    expect(read(ROW).BTC).toMatchObject({ openInterest: { amount: '0.10005' }, intervalHours: 4 })
    expect(unreadable(() => read({ ...ROW, funding_interval: 0 }))).toBe('reply.funding_interval is no interval: 0')
  })

  test.each(Object.keys(ROW))('a contract without %s is refused by name', (name) => {
    expect(unreadable(() => read({ ...ROW, [name]: undefined }))).toBe(`reply.${name} is missing`)
  })

  test('another contract and an error are no answers', () => {
    expect(unreadable(() => read({ ...ROW, name: 'ETH_USDT' }))).toContain('is not BTC_USDT')
    expect(unreadable(() => read({ label: 'CONTRACT_NOT_FOUND' }))).toContain('CONTRACT_NOT_FOUND')
  })
})
