import { describe, expect, test } from 'bun:test'
import { cnb } from '../../../src/sources/central-banks/cnb.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const { read } = cnb.latest(Date.UTC(2026, 10, 20, 12))

test('the date in Prague is asked for', () => {
  expect(cnb.latest(Date.UTC(2026, 10, 20, 22, 59)).path).toBe('/cnbapi/exrates/daily?date=2026-11-20&lang=EN')
  expect(cnb.latest(Date.UTC(2026, 10, 20, 23, 0)).path).toBe('/cnbapi/exrates/daily?date=2026-11-21&lang=EN')
  expect(cnb.latest(Date.UTC(2026, 6, 20, 22, 0)).path).toBe('/cnbapi/exrates/daily?date=2026-07-21&lang=EN')
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('has the yen per hundred, in Czech as in English', () => {
    expect(read(recorded('macro/cnb/exrates-daily').body)).toEqual({
      base: 'CZK',
      date: '2024-05-10',
      at: Date.UTC(2024, 4, 10, 12, 15),
      rates: {
        CNY: '3.202',
        EUR: '24.935',
        JPY: '14.852',
        CAD: '16.91',
        CHF: '25.503',
        USD: '23.131',
        GBP: '28.979',
        SEK: '2.134',
      },
      quotedPerBase: false,
      units: { JPY: 100 },
    })
  })
})

describe('a made-up reply', () => {
  const row = (currencyCode: string, amount: string, rate: string, validFor = '2026-01-09') =>
    `{"validFor":"${validFor}","order":6,"amount":${amount},"currencyCode":"${currencyCode}","rate":${rate}}`
  const reply = (...rows: readonly string[]) => `{"rates":[${rows.join(',')}]}`

  test('keeps the spelling of its numbers', () => {
    expect(
      read(reply(row('USD', '1', '23.10'), row('EUR', '1', '24.935000000000000001'), row('JPY', '100', '14'))),
    ).toEqual({
      base: 'CZK',
      date: '2026-01-09',
      at: Date.UTC(2026, 0, 9, 13, 15),
      rates: { USD: '23.10', EUR: '24.935000000000000001', JPY: '14' },
      quotedPerBase: false,
      units: { JPY: 100 },
    })
  })

  test('leaves out a row of an older day', () => {
    const body = reply(row('USD', '1', '23.1'), row('EUR', '1', '24.9'), row('CNY', '1', '3.2', '2025-12-31'))
    expect(read(body).rates).toEqual({ USD: '23.1', EUR: '24.9' })
  })

  test('without the euro, or without rows, is refused', () => {
    expect(() => read(reply(row('USD', '1', '23.1')))).toThrow('no day with a rate for USD and EUR')
    expect(() => read(reply())).toThrow('no day with a rate for USD and EUR')
  })

  test('with a broken row is refused by the name of the field', () => {
    const euro = row('EUR', '1', '24.9')
    expect(() => read(reply(euro, row('USD', '0', '23.1')))).toThrow('reply.rates[1].amount')
    expect(() => read(reply(euro, row('USD', '1.5', '23.1')))).toThrow('reply.rates[1].amount')
    expect(() => read(reply(euro, row('USD', '1', 'null')))).toThrow('reply.rates[1].rate')
    expect(() => read(reply(euro, row('USD', '1', '0')))).toThrow('USD on 2026-01-09')
    expect(() => read(reply(euro, row('USD', '1', '23.1', '10.05.2024')))).toThrow(UnreadableReply)
  })

  test('that is an error is refused', () => {
    const body = '{"description":"Bad date","errorCode":"VALIDATION_ERROR","endPoint":"/exrates/daily","messageId":"1"}'
    expect(() => read(body)).toThrow('reply.rates is missing')
  })
})
