import { describe, expect, test } from 'bun:test'
import { cftcText } from '../../../src/sources/positions/cftc-text.ts'
import { cftc } from '../../../src/sources/positions/cftc.ts'
import { JUNE_9 } from '../../support/cot-report.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const read = (body: string) => cftc.newest.read(body)
const readText = (body: string) => cftcText.newest.read(body)

/** A row of the table about bitcoin, constructed: the real one that is recorded is about another contract. */
const ROW = {
  report_date_as_yyyy_mm_dd: '2026-06-09T00:00:00.000',
  cftc_contract_market_code: '133741',
  open_interest_all: '19776',
  lev_money_positions_long: '6153',
  lev_money_positions_short: '12148',
  change_in_lev_money_long: '-116',
  change_in_lev_money_short: '-679',
  pct_of_oi_lev_money_long: '31.1',
  pct_of_oi_lev_money_short: '61.4',
  asset_mgr_positions_long: '5330',
  asset_mgr_positions_short: '2442',
  change_in_asset_mgr_long: '74',
  change_in_asset_mgr_short: '289',
  pct_of_oi_asset_mgr_long: '27.0',
  pct_of_oi_asset_mgr_short: '12.3',
  dealer_positions_long_all: '5679',
  dealer_positions_short_all: '1990',
  change_in_dealer_long_all: '175',
  change_in_dealer_short_all: '-43',
  pct_of_oi_dealer_long_all: '28.7',
  pct_of_oi_dealer_short_all: '10.1',
  futonly_or_combined: 'FutOnly',
}
const rows = (...each: readonly object[]): string => JSON.stringify(each.map((fields) => ({ ...ROW, ...fields })))

describe('the table of the CFTC', () => {
  test('asks for one contract, newest first', () => {
    expect(decodeURIComponent(cftc.newest.path).replaceAll('+', ' ')).toBe(
      "/resource/gpe5-46if.json?$where=cftc_contract_market_code='133741'&$order=report_date_as_yyyy_mm_dd DESC&$limit=2",
    )
  })

  test('is read by the names of its fields', () => {
    expect(read(rows({}))).toEqual([JUNE_9])
  })

  test('a code with trailing blanks is the same code, and one that only begins alike is refused', () => {
    expect(read(rows({ cftc_contract_market_code: '133741 ' }))).toEqual([JUNE_9])
    for (const code of ['133742', '133LM1', '1337411', '13374', ''])
      expect(unreadable(() => read(rows({ cftc_contract_market_code: code })))).toContain('is not 133741')
  })

  test('what is left out of a first week is unknown, and not zero', () => {
    const { change_in_lev_money_long: _, pct_of_oi_dealer_long_all: __, ...first } = ROW
    const [{ traders } = JUNE_9] = read(JSON.stringify([first]))
    expect(traders.leveraged_funds).toMatchObject({ changeLong: null, changeShort: -679 })
    expect(traders.dealers.pctLong).toBeNull()
  })

  test('of two reports that came at once the newer is the first', () => {
    const later = { report_date_as_yyyy_mm_dd: '2026-06-16T00:00:00.000' }
    for (const body of [rows({}, later), rows(later, {})])
      expect(read(body).map(({ date }) => date)).toEqual(['2026-06-16', '2026-06-09'])
  })

  test('two of one day are not two reports: one of them is of another contract', () => {
    expect(unreadable(() => read(rows({}, { open_interest_all: '30000' })))).toBe('two reports of 2026-06-09')
  })

  test.each<[object, string]>([
    [{ lev_money_positions_long: undefined }, 'lev_money_positions_long is missing'],
    [{ lev_money_positions_long: '6,153' }, 'lev_money_positions_long is not a whole number: 6,153'],
    [{ dealer_positions_short_all: '.' }, 'dealer_positions_short_all is not a whole number'],
    [{ asset_mgr_positions_long: '19777' }, 'asset_mgr_positions_long is 19777, and 19776 contracts are open'],
    [{ asset_mgr_positions_long: '-1' }, 'asset_mgr_positions_long is -1'],
    [{ open_interest_all: '0' }, 'open_interest_all is 0'],
    [{ pct_of_oi_dealer_long_all: '0.287%' }, 'pct_of_oi_dealer_long_all is no percentage'],
    [{ report_date_as_yyyy_mm_dd: '06/09/2026' }, 'not a calendar date: 06/09/2026'],
    [{ report_date_as_yyyy_mm_dd: '2026-02-31T00:00:00.000' }, 'not a calendar date: 2026-02-31'],
    [{ futonly_or_combined: 'Combined' }, 'is not FutOnly'],
  ])('%j is refused', (fields, why) => {
    expect(unreadable(() => read(rows(fields)))).toContain(why)
  })

  test('no row is no answer', () => {
    expect(unreadable(() => read('[]'))).toBe('no report on 133741')
    expect(unreadable(() => read('<html>'))).toContain('not JSON')
  })
})

describe.skipIf(!recordedAvailable)('real replies', () => {
  test('the table: another contract has every field, and is refused by its code alone', () => {
    const { body } = recorded('macro/cftc/tff-futures-only-socrata-emini')
    expect(unreadable(() => read(body))).toContain('is not 133741: "13874A"')
    const renamed = body.replace('"13874A"', '"133741"')
    expect(read(renamed)).toMatchObject([
      {
        date: '2026-09-15',
        openInterest: 2_446_519,
        traders: {
          leveraged_funds: { long: 161_176, short: 454_319, changeShort: -42_302, pctLong: '6.6' },
          asset_managers: { long: 1_142_075, short: 237_391, changeLong: -11_230, pctShort: '9.7' },
          dealers: { long: 220_012, short: 922_950, changeLong: 6_828, pctShort: '37.7' },
        },
      },
    ])
  })

  /** The weekly file is the yearly one without its header. */
  const yearly = (): readonly string[] => recorded('macro/cftc/tff-futures-only-year-text').body.split('\r\n')
  const weekly = (): string => yearly().slice(1).join('\r\n')

  test('the text: six weeks of bitcoin, and nothing of four other coins and sizes', () => {
    const reports = readText(weekly())
    expect(reports).toHaveLength(6)
    expect(reports[0]).toEqual(JUNE_9)
  })

  test('the text: with a column more, or another kind, no number is taken for its neighbour', () => {
    const [, line = ''] = yearly()
    expect(unreadable(() => readText(line.replace(',   19776,', ',   19776,    0,')))).toContain('a row of 88 columns')
    expect(unreadable(() => readText(line.replace('"FutOnly"', '"Combined"')))).toContain('Combined')
    expect(unreadable(() => readText(line.replace('"133741"', '"133742"')))).toContain('again 133742')
  })

  test('the text: another contract is passed over, and without ours there is nothing', () => {
    const [, line = ''] = yearly()
    const other = line.replaceAll('133741', '133742')
    expect(readText(`${other}\r\n${line}`)).toEqual([JUNE_9])
    expect(unreadable(() => readText(other))).toBe('no report on 133741')
    expect(unreadable(() => readText('<html><body>busy</body></html>'))).toContain('a page, not a table')
  })

  test('the text: a dot is no value', () => {
    const [, line = ''] = yearly()
    const [{ traders } = JUNE_9] = readText(line.replace(',    -116,', ',       .,'))
    expect(traders.leveraged_funds).toMatchObject({ changeLong: null, changeShort: -679 })
  })
})
