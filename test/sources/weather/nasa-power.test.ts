import { describe, expect, test } from 'bun:test'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { nasaPower, nasaPowerSource } from '../../../src/sources/weather/nasa-power.ts'
import { POWER_PARAMETERS, powerTable } from '../../../src/sources/weather/power-table.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const PLACE = { lat: 9, lon: 38.75 }
const query = nasaPower.days(PLACE, '2026-11-15', '2026-11-17')

test('all parameters of all days are asked for at once, in UTC and as a table', () => {
  const { searchParams, pathname } = new URL(query.path, nasaPowerSource.origin)
  expect(pathname).toBe('/api/temporal/daily/point')
  expect(Object.fromEntries(searchParams)).toEqual({
    parameters: 'PRECTOTCORR,T2M,T2M_MAX,T2M_MIN,WS10M,WS10M_MAX,ALLSKY_SFC_SW_DWN,RH2M,PS',
    community: 'AG',
    longitude: '38.75',
    latitude: '9',
    start: '20261115',
    end: '20261117',
    format: 'CSV',
    'time-standard': 'UTC',
  })
  expect([nasaPowerSource.rights, nasaPowerSource.timeoutMs, nasaPowerSource.maxBytes]).toEqual([
    'open',
    20_000,
    131_072,
  ])
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('of the community AG dates its rows by day of year', () => {
    const { body } = recorded('macro/nasa-power/daily-ag-point-csv')
    expect(powerTable(body, ['T2M', 'T2M_MIN', 'T2M_MAX', 'RH2M', 'WS10M', 'PS'])).toEqual({
      lat: -89.5,
      lon: -179.5,
      elevationM: 2885.03,
      rows: [
        {
          date: '1983-01-01',
          values: { T2M: -24.36, T2M_MIN: -25.37, T2M_MAX: -22.7, RH2M: 92.61, WS10M: 1.93, PS: 69.23 },
        },
      ],
    })
  })

  test('of the community SB dates its rows by month and day', () => {
    const { body } = recorded('macro/nasa-power/daily-sb-point-utc-csv')
    expect(powerTable(body, ['T2M', 'T2M_MIN', 'T2M_MAX', 'RH2M', 'WS10M'])).toEqual({
      lat: -89.5,
      lon: -179.5,
      elevationM: 2885.03,
      rows: [
        { date: '1983-01-01', values: { T2M: -24.36, T2M_MIN: -25.37, T2M_MAX: -22.7, RH2M: 92.61, WS10M: 1.93 } },
      ],
    })
  })

  test('without a parameter that was asked for is refused', () => {
    for (const name of ['daily-ag-point-csv', 'daily-sb-point-utc-csv'])
      expect(() => query.read(recorded(`macro/nasa-power/${name}`).body)).toThrow(
        'the header names no unit of PRECTOTCORR',
      )
  })
})

/** A made-up reply in the shape of the recorded ones, with every parameter that is asked for. */
const body = (rows: readonly string[], change: (text: string) => string = (text) => text): string =>
  change(
    [
      '-BEGIN HEADER-',
      'NASA/POWER Source Native Resolution Daily Data ',
      'Dates (month/day/year): 11/15/2026 through 11/17/2026 in UTC',
      'Location: latitude  9.0   longitude 38.75 ',
      'elevation from MERRA-2: Average for 0.5 x 0.625 degree lat/lon region = 2351.4 meters',
      'The value for missing source data that cannot be computed or is outside of the sources availability range: -999 ',
      'parameter(s): ',
      'PRECTOTCORR           MERRA-2 Precipitation Corrected (mm/day) ',
      'T2M                   MERRA-2 Temperature at 2 Meters (C) ',
      'T2M_MAX               MERRA-2 Temperature at 2 Meters Maximum (C) ',
      'T2M_MIN               MERRA-2 Temperature at 2 Meters Minimum (C) ',
      'WS10M                 MERRA-2 Wind Speed at 10 Meters (m/s) ',
      'WS10M_MAX             MERRA-2 Wind Speed at 10 Meters Maximum (m/s) ',
      'ALLSKY_SFC_SW_DWN     CERES SYN1deg All Sky Surface Shortwave Downward Irradiance (MJ/m^2/day) ',
      'RH2M                  MERRA-2 Relative Humidity at 2 Meters (%) ',
      'PS                    MERRA-2 Surface Pressure (kPa) ',
      '-END HEADER-',
      'YEAR,DOY,PRECTOTCORR,T2M,T2M_MAX,T2M_MIN,WS10M,WS10M_MAX,ALLSKY_SFC_SW_DWN,RH2M,PS',
      ...rows,
      '',
    ].join('\r\n'),
  )

const FIRST = '2026,319,4.21,16.02,24.91,7.84,2.17,5.03,21.4,63.2,76.41'
const SECOND = '2026,320,0.0,15.9,24.1,8.2,2.0,4.4,-999,61.0,76.4'
const THIRD = '2026,321,-999.0,-999,-999,-999,-999,-999,-999,-999,-999'

describe('a made-up reply', () => {
  test('is read day by day, its fill values as nothing known', () => {
    const { elevationM, days } = query.read(body([THIRD, FIRST, SECOND]))
    expect(elevationM).toBe(2351.4)
    expect(days.map(({ date }) => date)).toEqual(['2026-11-15', '2026-11-16', '2026-11-17'])
    expect(days[0]).toEqual({
      date: '2026-11-15',
      rainMm: 4.21,
      minC: 7.84,
      maxC: 24.91,
      meanC: 16.02,
      windMeanMs: 2.17,
      windMaxMs: 5.03,
      humidityPct: 63.2,
      solarMj: 21.4,
      pressureKpa: 76.41,
      et0Mm: null,
    })
    expect([days[1]?.solarMj, days[1]?.rainMm]).toEqual([null, 0])
    expect(new Set(Object.values(days[2] ?? {}).filter((value) => value !== '2026-11-17'))).toEqual(new Set([null]))
  })

  test('with extremes the other way round is not read', () => {
    const swapped = FIRST.replace('24.91,7.84', '7.84,24.91')
    expect(() => query.read(body([swapped]))).toThrow('of 2026-11-15 a mean or an extreme is 24.91')
  })

  test('may leave days out, and says nothing about days that were not asked for', () => {
    expect(query.read(body([FIRST])).days.map(({ date }) => date)).toEqual(['2026-11-15'])
    expect(query.read(body([])).days).toEqual([])
    expect(query.read(body([FIRST, FIRST.replace(',319,', ',330,')])).days).toHaveLength(1)
  })

  test('ends a leap year on its day 366, and an ordinary year on 365', () => {
    const at = (year: number, day: number) =>
      nasaPower.days(PLACE, '2024-01-01', '2027-12-31').read(body([FIRST.replace('2026,319', `${year},${day}`)]))
        .days[0]?.date
    expect([at(2024, 60), at(2024, 366), at(2026, 60), at(2026, 365)]).toEqual([
      '2024-02-29',
      '2024-12-31',
      '2026-03-01',
      '2026-12-31',
    ])
    expect(() => at(2026, 366)).toThrow('DOY is no day of 2026: 366')
    expect(() => at(2026, 0)).toThrow('DOY is no day of 2026: 0')
  })

  test('without a height above the sea is still read', () => {
    expect(query.read(body([FIRST], (text) => text.replace('2351.4 meters', 'na meters'))).elevationM).toBeNull()
  })

  test.each<[string, (text: string) => string, string]>([
    ['in local solar time', (text) => text.replace('in UTC', 'in LST'), 'not cut in UTC'],
    ['about another place', (text) => text.replace('38.75', '38.25'), 'answered 9,38.25'],
    ['with radiation in kilowatt-hours', (text) => text.replace('MJ/m^2', 'kW-hr/m^2'), 'is in kW-hr/m^2/day'],
    ['with rain by the hour', (text) => text.replace('mm/day', 'mm/hour'), 'PRECTOTCORR is in mm/hour'],
    ['without a fill value', (text) => text.replace(/The value for.*/, ''), 'names no fill value'],
    [
      'with another fill value',
      (text) => text.replace('range: -999', 'range: -9999'),
      'ALLSKY_SFC_SW_DWN of 2026-11-16 is -999',
    ],
    ['with an impossible temperature', (text) => text.replace('24.91', '124.91'), 'T2M_MAX of 2026-11-15 is 124.91'],
    ['with negative rain', (text) => text.replace('4.21', '-4.21'), 'PRECTOTCORR of 2026-11-15 is -4.21'],
    ['with a word for a number', (text) => text.replace('4.21', 'wet'), 'PRECTOTCORR of 2026-11-15 is not a decimal'],
    ['with an empty cell', (text) => text.replace('4.21', ''), 'PRECTOTCORR of 2026-11-15 is not a decimal'],
    ['with a day twice', (text) => text.replace(',320,', ',319,'), '2026-11-15 comes twice'],
    ['without a column', (text) => text.replace(',RH2M,PS', ',RH2M,P5'), 'no column PS'],
    [
      'with a book for a header',
      (text) => text.replace('-END', `${'missing:'.repeat(15_000)}\r\n-END`),
      'a header of 12',
    ],
    ['without an end of its header', (text) => text.replace('-END HEADER-', ''), 'no header'],
  ])('%s is refused', (_what, change, message) => {
    expect(() => query.read(body([FIRST, SECOND, THIRD], change))).toThrow(message)
  })

  test('that is an error, a page or nothing is refused', () => {
    for (const text of ['', 'null', '{"detail":[]}', '<html></html>', '-BEGIN HEADER-\r\n-END HEADER-\r\n'])
      expect(() => query.read(text)).toThrow(UnreadableReply)
  })
})

test('no parameter is without a unit', () => {
  for (const { unit } of Object.values(POWER_PARAMETERS)) expect(unit).not.toBe('')
})
