import { describe, expect, test } from 'bun:test'
import { bankOfCanada } from '../../../src/sources/central-banks/bank-of-canada.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const { read } = bankOfCanada.latest(Date.UTC(2026, 10, 20, 12))

test('the last ten days, by the date in Ottawa, are asked for', () => {
  const path = '/valet/observations/group/FX_RATES_DAILY/json?start_date='
  expect(bankOfCanada.latest(Date.UTC(2026, 10, 20, 12)).path).toBe(`${path}2026-11-10`)
  expect(bankOfCanada.latest(Date.UTC(2026, 0, 5, 4, 59)).path).toBe(`${path}2025-12-25`)
  expect(bankOfCanada.latest(Date.UTC(2026, 0, 5, 5, 0)).path).toBe(`${path}2025-12-26`)
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('of five days is read at its newest, trailing zeros and all', () => {
    expect(read(recorded('macro/bank-of-canada/valet-fx-rates-daily').body)).toEqual({
      base: 'CAD',
      date: '2026-03-18',
      // New York had moved its clocks ten days before, Europe had not.
      at: Date.UTC(2026, 2, 18, 20, 30),
      rates: { CNY: '0.1994', EUR: '1.5774', JPY: '0.008590', CHF: '1.7365', GBP: '1.8258', USD: '1.3706' },
      quotedPerBase: false,
      units: {},
    })
  })
})

describe('a made-up reply', () => {
  const day = (d: string, values: Readonly<Record<string, unknown>>) => ({
    d,
    ...Object.fromEntries(Object.entries(values).map(([currency, v]) => [`FX${currency}CAD`, { v }])),
  })
  const reply = (...observations: readonly unknown[]) => JSON.stringify({ terms: {}, observations })

  test('may list its days in any order', () => {
    const [first, second] = [
      day('2026-01-08', { USD: '1.36', EUR: '1.60' }),
      day('2026-01-09', { USD: '1.37', EUR: '1.610' }),
    ]
    const expected = {
      base: 'CAD',
      date: '2026-01-09',
      at: Date.UTC(2026, 0, 9, 21, 30),
      rates: { USD: '1.37', EUR: '1.610' },
      quotedPerBase: false,
      units: {},
    }
    expect(read(reply(first, second))).toEqual(expected)
    expect(read(reply(second, first))).toEqual(expected)
  })

  test('leaves out a currency without a value that day', () => {
    const whole = { USD: '1.36', EUR: '1.6', GBP: '1.8', JPY: '0.0086', CNY: '0.2' }
    const body = reply(day('2026-01-08', whole), day('2026-01-09', { USD: '1.37', EUR: '1.61', GBP: '', JPY: null }))
    expect(read(body)).toMatchObject({ date: '2026-01-09' })
    expect(read(body).rates).toEqual({ USD: '1.37', EUR: '1.61' })
  })

  test('with a newest day that lacks the euro speaks of the day before', () => {
    const body = reply(day('2026-01-08', { USD: '1.36', EUR: '1.6' }), day('2026-01-09', { USD: '1.37', GBP: '1.8' }))
    expect(read(body)).toMatchObject({ date: '2026-01-08' })
    expect(read(body).rates).toEqual({ USD: '1.36', EUR: '1.6' })
  })

  test('without days, or with a broken one, is refused', () => {
    expect(() => read(reply())).toThrow('no day with a rate for USD and EUR')
    expect(() => read(reply({ FXUSDCAD: { v: '1.36' } }))).toThrow('reply.observations[0].d is missing')
    expect(() => read(reply(day('2026-01-09', { USD: 'closed', EUR: '1.6' })))).toThrow('USD on 2026-01-09')
    expect(() => read(reply({ d: '2026-01-09', FXUSDCAD: '1.36' }))).toThrow('reply.observations[0].FXUSDCAD')
  })

  test('that is an error is refused', () => {
    expect(() =>
      read('{"message":"The start date is invalid.","docs":"https://www.bankofcanada.ca/valet/docs"}'),
    ).toThrow('reply.observations is missing')
  })
})
