import { describe, expect, test } from 'bun:test'
import { bybit, singleSided } from '../../../src/sources/perpetuals/bybit.ts'
import { asking, type ExpectedFunding, readHistory } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const eth = asking(bybit, 'ETHUSDT')
const btc = asking(bybit, 'BTCUSDT')

/* Not read: instruments_*, tickers_option_*, tickers_spot_*, option_*, ws_*. */
describe('bybit linear, recorded', () => {
  test.skipIf(!recordedAvailable)('a ticker of September 2026 has one side of its open interest', () => {
    const { body, expected } = recorded('crypto/bybit/tickers_linear_ETHUSDT_2026')
    const { markPrice, indexPrice, fundingRate, fundingTimestamp, timestamp } = expected as ExpectedFunding
    expect(eth.read(body)).toEqual({
      ETH: {
        funding: { rate: fundingRate, unit: 'fraction', isExpected: true, estimate: null, nextAt: fundingTimestamp },
        intervalHours: 8,
        mark: markPrice!,
        index: indexPrice!,
        openInterest: { amount: '977321434.21', unit: 'usd' },
        at: timestamp!,
      },
    })
  })

  test.skipIf(!recordedAvailable).each([
    ['tickers_linear_fixture', 'inverse'],
    ['tickers_vendor_2026_a', 'inverse'],
    ['tickers_vendor_2026_b', 'option'],
    ['tickers_vendor_2026_c', 'spot'],
  ])('%s is of the category %s and no answer', (name, category) => {
    const { body } = recorded(`crypto/bybit/${name}`)
    expect(unreadable(() => btc.read(body))).toBe(`reply.result.category is not linear: "${category}"`)
  })

  test.skipIf(!recordedAvailable)('past open interest of June 2026 has one side, oldest first here', () => {
    const { body } = recorded('crypto/bybit/open_interest_vendor_2026')
    expect(singleSided(body, 'inverse', 'BTCUSD')).toEqual([
      { at: 1_780_617_600_000, amount: '31971156' },
      { at: 1_780_704_000_000, amount: '31971156' },
      { at: 1_780_790_400_000, amount: '31955346' },
      { at: 1_780_876_800_000, amount: '31955346' },
      { at: 1_780_963_200_000, amount: '31955346' },
    ])
    // It is the inverse contract, which counts dollars: never coins of ours.
    const [query] = bybit.interest!('BTC', 0, 300_000)
    expect(unreadable(() => query!.read(body))).toBe('reply.result.category is not linear: "inverse"')
  })

  test.skipIf(!recordedAvailable)('past open interest of before June 2026 counts both sides and tells nothing', () => {
    const { body } = recorded('crypto/bybit/open_interest_fixture')
    expect(singleSided(body, 'inverse', 'BTCUSD')).toEqual([])
  })

  test.skipIf(!recordedAvailable)('the example of what was paid names another contract', () => {
    const { body } = recorded('crypto/bybit/funding_history_fixture')
    expect(unreadable(() => readHistory(bybit, 'ETH', body))).toBe(
      'reply.result.list[0].symbol is not ETHUSDT: "ETHPERP"',
    )
    expect(readHistory(bybit, 'ETH', body.replace('ETHPERP', 'ETHUSDT'))).toEqual([
      { at: 1_672_041_600_000, rate: '0.0001' },
    ])
  })
})

const ROW = {
  symbol: 'BTCUSDT',
  markPrice: '1.1',
  indexPrice: '1.0',
  openInterest: '20',
  openInterestValue: '22',
  fundingRate: '0.0001',
  nextFundingTime: '1672387200000',
}
const answer = (list: readonly object[], retCode = 0) =>
  JSON.stringify({ retCode, retMsg: 'words', result: { category: 'linear', list }, time: 5 })

describe('bybit linear, constructed', () => {
  test('a ticker of before June 2026 says nothing of its size, rather than twice the truth', () => {
    const said = btc.read(answer([ROW])).BTC!
    expect(said).toMatchObject({ mark: '1.1', at: 5 })
    expect(said).not.toHaveProperty('openInterest')
    expect(said).not.toHaveProperty('intervalHours')
  })

  test('an empty text is as good as none', () => {
    const said = btc.read(answer([{ ...ROW, singleOpenInterestValue: '', fundingIntervalHour: '' }])).BTC!
    expect(said).not.toHaveProperty('openInterest')
    expect(said).not.toHaveProperty('intervalHours')
  })

  test('an interval may change from eight hours to four', () => {
    expect(btc.read(answer([{ ...ROW, fundingIntervalHour: '4' }])).BTC!.intervalHours).toBe(4)
  })

  test.each(['symbol', 'markPrice', 'indexPrice', 'fundingRate', 'nextFundingTime'])(
    'a ticker without %s is refused by name',
    (name) => {
      expect(unreadable(() => btc.read(answer([{ ...ROW, [name]: undefined }])))).toBe(
        `reply.result.list[0].${name} is missing`,
      )
    },
  )

  test('past open interest is read by its single side, in coins, and of our contract alone', () => {
    const [query] = bybit.interest!('BTC', 0, 300_000)
    const past = (row: object, symbol = 'BTCUSDT') =>
      JSON.stringify({ retCode: 0, result: { symbol, category: 'linear', list: [row] }, time: 5 })
    const ROW = { openInterest: '20', singleOpenInterest: '10', timestamp: '300000' }
    expect(query!.read(past(ROW))).toEqual([{ at: 300_000, coins: '10', usd: null }])
    expect(query!.read(past({ ...ROW, singleOpenInterest: '' }))).toEqual([])
    expect(query!.read(past({ ...ROW, singleOpenInterest: undefined }))).toEqual([])
    expect(unreadable(() => query!.read(past(ROW, 'ETHUSDT')))).toContain('is not BTCUSDT')
    expect(unreadable(() => query!.read(past({ ...ROW, timestamp: undefined })))).toContain('timestamp is missing')
  })

  test('past open interest is asked for in pages that leave nothing out', () => {
    const now = 1_795_000_000_000
    const since = now - 27 * 3_600_000
    const spans = bybit.interest!('ETH', since, now).map(({ path }) => {
      const query = new URLSearchParams(path.slice(path.indexOf('?')))
      expect([query.get('symbol'), query.get('category'), query.get('intervalTime')]).toEqual([
        'ETHUSDT',
        'linear',
        '5min',
      ])
      return [Number(query.get('startTime')), Number(query.get('endTime')), Number(query.get('limit'))]
    })
    const page = 200 * 300_000
    expect(spans).toEqual([
      [now - page + 1, now, 200],
      [since, now - page, 200],
    ])
  })

  test('a refusal with status 200 is the words of the venue, an empty list is no contract', () => {
    expect(unreadable(() => btc.read(answer([], 10_001)))).toContain('10001 words')
    expect(btc.read(answer([]))).toEqual({})
  })
})
