import { describe, expect, test } from 'bun:test'
import { bankOfEngland } from '../../../src/sources/central-banks/bank-of-england.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const { read } = bankOfEngland.latest(Date.UTC(2026, 10, 20, 12))

test('ten days up to the date in London are asked for, by a named browser', () => {
  const { path } = bankOfEngland.latest(Date.UTC(2026, 6, 5, 23, 30))
  expect(path).toBe(
    '/boeapps/database/_iadb-fromshowcolumns.asp?csv.x=yes&Datefrom=26/Jun/2026&Dateto=06/Jul/2026' +
      '&SeriesCodes=XUDLUSS,XUDLERS,XUDLJYS,XUDLCDS,XUDLSFS,XUDLBK89&CSVF=TN&UsingCodes=Y',
  )
  expect(bankOfEngland.source.headers).toEqual({ 'user-agent': 'Mozilla/5.0 (compatible; claros/1.0)' })
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('of four days and 26 series is read at its newest', () => {
    expect(read(recorded('macro/bank-of-england/iadb-spot-csv').body)).toEqual({
      base: 'GBP',
      date: '2026-03-20',
      at: Date.UTC(2026, 2, 20, 16, 0),
      rates: { USD: '1.3302', EUR: '1.1523', JPY: '211.833', CAD: '1.8266', CHF: '1.0496', CNY: '9.1865' },
      quotedPerBase: true,
      units: {},
    })
  })
})

describe('a made-up reply', () => {
  test('has its columns in any order', () => {
    const body = 'XUDLERS,DATE,XUDLZZZ,XUDLUSS\r\n1.15,01 Jul 2026,9,1.3300\r\n1.14,30 Jun 2026,9,1.32\r\n'
    expect(read(body)).toEqual({
      base: 'GBP',
      date: '2026-07-01',
      at: Date.UTC(2026, 6, 1, 15, 0),
      rates: { USD: '1.3300', EUR: '1.15' },
      quotedPerBase: true,
      units: {},
    })
  })

  test('leaves out empty cells and the end of a series', () => {
    const body = [
      'DATE,XUDLUSS,XUDLERS,XUDLJYS,XUDLBK89',
      '17 Mar 2026,1.33,1.15,212.1,9.1',
      '18 Mar 2026,1.34,1.16,n/a,',
    ].join('\r\n')
    expect(read(body)).toMatchObject({ date: '2026-03-18' })
    expect(read(body).rates).toEqual({ USD: '1.34', EUR: '1.16' })
  })

  test('with a newest day that lacks the dollar speaks of the day before', () => {
    const body = 'DATE,XUDLUSS,XUDLERS\r\n17 Mar 2026,1.33,1.15\r\n18 Mar 2026,,1.16\r\n'
    expect(read(body)).toMatchObject({ date: '2026-03-17', rates: { USD: '1.33', EUR: '1.15' } })
  })

  test('without rows, without a column or without dates is refused', () => {
    expect(() => read('DATE,XUDLUSS,XUDLERS\r\n')).toThrow('no day with a rate for USD and EUR')
    expect(() => read('DATE,XUDLUSS\r\n17 Mar 2026,1.33\r\n')).toThrow('no column XUDLERS')
    expect(() => read('DATE,XUDLUSS,XUDLERS\r\n2026-03-17,1.33,1.15\r\n')).toThrow('DATE is not like 17 Mar 2026')
    expect(() => read('DATE,XUDLUSS,XUDLERS\r\n31 Feb 2026,1.33,1.15\r\n')).toThrow('not a calendar date')
  })
})
