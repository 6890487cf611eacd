import { describe, expect, test } from 'bun:test'
import { sensitivities, type Sensitivities } from '../../../../src/feeds/math/straddle.ts'
import { yearsTo } from '../../../../src/feeds/options/kept/years.ts'
import { numbered, worded } from '../../../../src/sources/options/names.ts'
import { recorded, recordedAvailable } from '../../../support/recorded.ts'

/** Our greeks beside those that exchanges print about the same option, from the volatility and forward that they print. */

type Measure = keyof Sensitivities
type Fields = Readonly<Record<string, unknown>>

const fieldsIn = (value: unknown): readonly Fields[] =>
  Array.isArray(value)
    ? value.flatMap(fieldsIn)
    : typeof value === 'object' && value !== null
      ? [value as Fields, ...Object.values(value).flatMap(fieldsIn)]
      : []
const replyOf = (path: string): unknown => JSON.parse(recorded(path).body)

/** One option as an exchange prints it; `sigma` a fraction a year. */
interface Printed {
  readonly kind: 'call' | 'put'
  readonly strike: number
  readonly forward: number
  readonly sigma: number
  readonly years: number
  readonly printed: Readonly<Partial<Record<Measure, number>>>
}

const errorsOf = (measure: Measure, rows: readonly Printed[]): readonly number[] =>
  rows
    .flatMap(({ printed, ...terms }) => {
      const [ours, theirs] = [sensitivities({ ...terms, rate: 0 }), printed[measure]]
      return ours === null || theirs === undefined ? [] : [Math.abs(ours[measure] - theirs)]
    })
    .toSorted((a, b) => a - b)

/** The largest median and the largest error that were found, rounded up. */
const within = (
  rows: readonly Printed[],
  bounds: Readonly<Partial<Record<Measure, readonly [number, number]>>>,
): void => {
  for (const measure of ['delta', 'gamma', 'vega', 'theta', 'rho', 'price'] as const) {
    const bound = bounds[measure]
    if (bound === undefined) continue
    const errors = errorsOf(measure, rows)
    const [median, worst] = [errors[Math.floor(errors.length / 2)]!, errors.at(-1)!]
    expect([measure, median <= bound[0] || median, worst <= bound[1] || worst]).toEqual([measure, true, true])
  }
}

const kindOf = (word: unknown): 'call' | 'put' => (/^c/i.test(String(word)) ? 'call' : 'put')

const chain = (name: string): readonly Printed[] => {
  const {
    columns,
    rows,
    snapshot_at: at,
  } = replyOf(`crypto/deribit/${name}`) as {
    readonly columns: readonly string[]
    readonly rows: readonly (readonly unknown[])[]
    readonly snapshot_at?: string
  }
  return rows.map((row): Printed => {
    const of = (...names: readonly string[]): unknown => row[columns.findIndex((column) => names.includes(column))]
    const expiry = Date.parse(`${String(of('expiry', 'expiry_datetime')).slice(0, 10)}T08:00:00Z`)
    const forward = Number(of('forward_price', 'futures_price'))
    return {
      kind: kindOf(of('option_type')),
      strike: Number(of('strike')),
      forward,
      sigma: Number(of('implied_vol', 'implied_volatility')),
      years: yearsTo(expiry, Date.parse(at ?? String(of('snapshot_ts')))),
      printed: {
        delta: Number(of('delta')),
        vega: Number(of('vega')),
        price: Number(of('mark_price')) * forward,
        ...(columns.includes('gamma') && { gamma: Number(of('gamma')) }),
      },
    }
  })
}

describe.skipIf(!recordedAvailable)('whole chains of Deribit', () => {
  test('with greeks of the same moment, 22 August 2026: to the digits that are printed', () => {
    const rows = chain('chain_BTC_greeks_20260822T1628')
    expect(errorsOf('delta', rows)).toHaveLength(1_038)
    within(rows, { delta: [6.1e-6, 4.4e-5], gamma: [2.2e-6, 5e-6], vega: [0.0011, 0.028], price: [2.2, 20] })
  })

  test.each([
    ['chain_BTC_20260822T0350', 1_078, { delta: [2e-4, 0.018], vega: [0.04, 0.65], price: [0.2, 6.5] }],
    ['chain_BTC_20260822T0935', 1_038, { delta: [1e-4, 0.0075], vega: [0.022, 0.21], price: [0.25, 4.5] }],
    ['chain_ETH_20260822T0350', 984, { delta: [3e-4, 0.021], vega: [0.002, 0.025], price: [0.09, 1.3] }],
    ['chain_ETH_20260822T0935', 930, { delta: [2.5e-4, 0.008], vega: [0.0015, 0.015], price: [0.02, 0.25] }],
  ] as const)('with greeks some seconds apart: %s', (name, count, bounds) => {
    const rows = chain(name)
    expect(errorsOf('delta', rows)).toHaveLength(count)
    within(rows, bounds)
  })
})

/** What a ticker of Deribit prints, by REST and over its socket. */
const deribitTickers = (path: string): readonly Printed[] =>
  fieldsIn(replyOf(path)).flatMap((row): readonly Printed[] => {
    const { greeks, instrument_name: symbol, timestamp } = row
    if (typeof greeks !== 'object' || greeks === null || typeof symbol !== 'string') return []
    const name = worded(symbol, symbol.split('-')[0] ?? '')
    if (name === null) return []
    const { delta, gamma, vega, theta, rho } = greeks as Readonly<Record<Measure, number>>
    return [
      {
        kind: name.kind,
        strike: Number(name.strike),
        forward: Number(row['underlying_price']),
        sigma: Number(row['mark_iv']) / 100,
        years: yearsTo(name.expiry, Number(timestamp)),
        printed: { delta, gamma, vega, theta, rho },
      },
    ]
  })

describe.skipIf(!recordedAvailable)('single tickers', () => {
  test.each([
    [
      'ticker_option_greeks_sample',
      1,
      { delta: [7.1e-6, 7.1e-6], gamma: [5e-6, 5e-6], vega: [0.002, 0.002], theta: [7e-4, 7e-4], rho: [0.01, 0.01] },
    ],
    [
      'ws_option_tickers_2021',
      89,
      { delta: [2.9e-6, 1e-5], gamma: [2.6e-6, 5e-6], vega: [1e-4, 0.006], theta: [2e-4, 0.08], rho: [3e-5, 0.006] },
    ],
    [
      'ws_trades_liquidation_ticker_options_book',
      1,
      { delta: [1e-5, 1e-5], gamma: [5e-6, 1.4e-5], vega: [0.01, 0.01], theta: [0.01, 0.081], rho: [0.01, 0.02] },
    ],
  ] as const)('of Deribit, with theta and rho: %s', (name, least, bounds) => {
    const rows = deribitTickers(`crypto/deribit/${name}`)
    expect(errorsOf('delta', rows).length).toBeGreaterThanOrEqual(least)
    within(rows, bounds)
  })

  /** Bybit's theta of the last day is one of another rule; its gamma there is one of a day. Farther away both are ours. */
  const bybit = (path: string, at: number | null): readonly Printed[] =>
    fieldsIn(replyOf(path)).flatMap((row): readonly Printed[] => {
      const symbol = row['symbol']
      const name = typeof symbol === 'string' ? worded(symbol, symbol.split('-')[0] ?? '') : null
      if (name === null || row['underlyingPrice'] === undefined) return []
      const time = at ?? Number(fieldsIn(replyOf(path)).find(({ time, ts }) => time ?? ts)!['time'])
      return [
        {
          kind: name.kind,
          strike: Number(name.strike),
          forward: Number(row['underlyingPrice']),
          sigma: Number(row['markIv'] ?? row['markPriceIv']),
          years: yearsTo(name.expiry, time),
          printed: {
            delta: Number(row['delta']),
            gamma: Number(row['gamma']),
            vega: Number(row['vega']),
            theta: Number(row['theta']),
            price: Number(row['markPrice']),
          },
        },
      ]
    })

  test.each([
    [
      'option_tickers_sample',
      null,
      1,
      { delta: [2e-7, 2e-7], gamma: [1e-9, 1e-9], vega: [1e-4, 1e-4], theta: [3e-4, 3e-4], price: [0.17, 0.17] },
    ],
    [
      'tickers_option_fixture',
      null,
      1,
      { delta: [1e-8, 1e-8], gamma: [1e-8, 1e-8], vega: [1e-8, 1e-8], theta: [1e-8, 1e-8], price: [1e-8, 1e-8] },
    ],
    [
      'ws_option_tickers_book_trades',
      1_680_652_810_254,
      2,
      { delta: [6e-6, 6e-6], gamma: [2e-6, 2e-6], vega: [1e-5, 1e-5], theta: [1e-5, 1e-5], price: [2e-4, 2e-4] },
    ],
    [
      'ws_ticker_option_fixture',
      1_672_917_511_074,
      1,
      { delta: [4e-5, 4e-5], gamma: [4e-5, 4e-5], vega: [5e-4, 5e-4], theta: [0.02, 0.02], price: [0.01, 0.01] },
    ],
  ] as const)('of Bybit: %s', (name, at, least, bounds) => {
    const rows = bybit(`crypto/bybit/${name}`, at)
    expect(errorsOf('delta', rows).length).toBeGreaterThanOrEqual(least)
    within(rows, bounds)
  })

  const okx = (path: string): readonly Printed[] =>
    fieldsIn(replyOf(path)).flatMap((row): readonly Printed[] => {
      const { instId, deltaBS } = row
      const name = typeof instId === 'string' ? numbered(instId, instId.split('-').slice(0, 2).join('-')) : null
      if (name === null || deltaBS === undefined) return []
      return [
        {
          kind: name.kind,
          strike: Number(name.strike),
          // A frame of 2021 has no forward; the index of that minute is near it.
          forward: Number(row['fwdPx'] ?? 3_814.05),
          sigma: Number(row['markVol']),
          years: yearsTo(name.expiry, Number(row['ts'])),
          printed: { delta: Number(deltaBS), gamma: Number(row['gammaBS']), vega: Number(row['vegaBS']) },
        },
      ]
    })

  test.each([
    ['opt_summary_sample', { delta: [0.003, 0.003], gamma: [5e-7, 5e-7], vega: [2.1, 2.1] }],
    ['ws_options_opt_summary', { delta: [0.002, 0.018], vega: [0.004, 0.019] }],
  ] as const)('of OKX, nearly: it takes its own volatility level and rate (%s)', (name, bounds) => {
    const rows = okx(`crypto/okx/${name}`)
    expect(rows.length).toBeGreaterThan(0)
    within(rows, bounds)
  })

  test('an expired example and an impossible one have no greeks', () => {
    // The rows of this example stand years after their expiry.
    expect(
      okx('crypto/okx/opt_summary_fixture').map(({ printed: _printed, ...terms }) =>
        sensitivities({ ...terms, rate: 0 }),
      ),
    ).toEqual([null, null])
    const terms = { kind: 'call', strike: 100, forward: 100, sigma: 0.5, years: 0.1, rate: 0 } as const
    for (const wrong of [
      { sigma: 0 },
      { sigma: -1 },
      { sigma: Number.NaN },
      { years: 0 },
      { years: -0.1 },
      { strike: 0 },
      { forward: 0 },
    ])
      expect(sensitivities({ ...terms, ...wrong })).toBeNull()
    expect(sensitivities(terms)!.delta).toBeCloseTo(0.5315, 4)
  })
})
