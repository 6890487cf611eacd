import { describe, expect, test } from 'bun:test'
import { okxOptions } from '../../../src/sources/options/okx-options.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/* instruments_option_* are read in test/feeds/options. Not read: mark_price_*, index_*, ws_* frames other than the summary. */
const chain = (body: string, coin = 'BTC') => okxOptions.chain(coin).read(body)
const interest = (body: string, coin = 'BTC') => okxOptions.interest!(coin).read(body)
const said = (...data: readonly object[]): string => JSON.stringify({ code: '0', msg: '', data })
const row = (fields: object) => ({
  instId: 'BTC-USD-240329-32000-C',
  markVol: '0.59',
  bidVol: '0.58',
  askVol: '0.6',
  fwdPx: '37675.8',
  ts: '1699586421976',
  ...fields,
})

describe('okx options, recorded', () => {
  test.skipIf(!recordedAvailable)('one of 2023: fractions become per cent, digit by digit; zero is no quote', () => {
    expect(chain(recorded('crypto/okx/opt_summary_sample').body)).toEqual({
      at: 1_699_586_421_976,
      quotes: [
        {
          symbol: 'BTC-USD-240329-32000-C',
          expiry: Date.parse('2024-03-29T08:00:00Z'),
          strike: '32000',
          kind: 'call',
          markIv: '59.1625355453987600',
          twoSided: false,
          forward: '37675.80158694987186',
          bidIv: null,
          askIv: null,
          bid: null,
          ask: null,
          volume: null,
        },
      ],
      interest: null,
    })
  })

  test.skipIf(!recordedAvailable)('two of the documentation: the one without a forward is left out', () => {
    const { quotes } = chain(recorded('crypto/okx/opt_summary_fixture').body)
    expect(quotes).toEqual([
      {
        symbol: 'BTC-USD-200103-6500-C',
        expiry: Date.parse('2020-01-03T08:00:00Z'),
        strike: '6500',
        kind: 'call',
        markIv: '99.8700',
        twoSided: false,
        forward: '39016.8143629068452065',
        bidIv: null,
        askIv: '156.2500',
        bid: null,
        ask: null,
        volume: null,
      },
    ])
  })

  test.skipIf(!recordedAvailable)('frames of the same summary, of 2021, have no forward either', () => {
    const frames = JSON.parse(recorded('crypto/okx/ws_options_opt_summary').body) as {
      readonly arg: { readonly channel: string }
      readonly data: readonly object[]
    }[]
    const summaries = frames.filter(({ arg }) => arg.channel === 'opt-summary').flatMap(({ data }) => data)
    expect(summaries).toHaveLength(3)
    expect(chain(said(...summaries), 'ETH').quotes).toEqual([])
    const forward = '4000'
    const read = chain(said(...summaries.map((summary) => ({ ...summary, fwdPx: forward }))), 'ETH').quotes
    expect(read.map(({ kind, markIv, bidIv, askIv }) => [kind, markIv, bidIv, askIv])).toEqual([
      ['call', '77.9450775800', '74.2196015600', '82.0320859300'],
      ['call', '188.8039919400', null, '195.3131093700'],
      ['put', '130.71092700', null, '500'],
    ])
    const held = frames.filter(({ arg }) => arg.channel === 'open-interest').flatMap(({ data }) => data)
    expect(interest(said(...held), 'ETH')).toEqual({ 'ETH-USD-211231-9600-C': '3.6' })
  })

  test.skipIf(!recordedAvailable)('open interest is that in coins, not in contracts', () => {
    expect(interest(recorded('crypto/okx/open_interest_ETH_2026').body)).toEqual({
      'ETH-USDT-SWAP': '609913.9870000016',
    })
    expect(interest(recorded('crypto/okx/open_interest_fixture').body)).toEqual({ 'BTC-USDT-SWAP': '555.55' })
  })
})

describe('okx options', () => {
  test('asks twice for a chain', () => {
    expect(okxOptions.chain('BTC').path).toBe('/api/v5/public/opt-summary?instFamily=BTC-USD')
    expect(okxOptions.interest!('BTC').path).toBe('/api/v5/public/open-interest?instType=OPTION&instFamily=BTC-USD')
  })

  test.each(['', '0'])('a side of %p is nobody’s', (nothing) => {
    for (const side of ['bidVol', 'askVol'])
      expect(chain(said(row({ [side]: nothing }))).quotes[0]?.twoSided).toBe(false)
    expect(chain(said(row({}))).quotes[0]?.twoSided).toBe(true)
    expect(chain(said(row({ markVol: nothing }))).quotes[0]?.markIv).toBeNull()
  })

  test.each([
    ['{"code":"51001","msg":"no such family","data":[]}', 'the provider answered: 51001 no such family'],
    [said(row({ askVol: undefined })), 'reply.data[0].askVol is missing'],
    [said(row({ markVol: '-0.5' })), 'reply.data[0].markVol is not a price: "-0.5"'],
    [said(row({ ts: 'soon' })), 'reply.data[0].ts is not a whole number: "soon"'],
  ])('names what is wrong: %s', (body, message) => {
    expect(unreadable(() => chain(body))).toBe(message)
  })
})
