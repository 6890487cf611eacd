import { describe, expect, test } from 'bun:test'
import { fred, fredSeries } from '../../../src/sources/statistics/fred.ts'
import { fredGraph, fredGraphSeries } from '../../../src/sources/statistics/fredgraph.ts'
import type { Frequency } from '../../../src/sources/statistics/observation.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const graph = (id: string, frequency: Frequency) => fredGraphSeries(id, frequency, NOW)

test('one series is asked for, from a day far enough back', () => {
  expect(graph('GDPC1', 'quarter').path).toBe('/graph/fredgraph.csv?id=GDPC1&cosd=2017-04-21')
  expect(graph('DFF', 'day').path).toBe('/graph/fredgraph.csv?id=DFF&cosd=2026-09-01')
  expect([fredGraph.rights, fredGraph.timeoutMs, fredGraph.keyed]).toEqual(['attribution', 20_000, undefined])
  expect(fredGraph.termsNote).toContain('not endorsed')
})

describe.skipIf(!recordedAvailable)('a recorded table', () => {
  test('of days', () => {
    const { rows } = graph('T10Y2Y', 'day').read(recorded('macro/fred/fredgraph-csv-t10y2y').body)
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([
      40,
      { period: '2026-03-06', value: '0.59' },
      { period: '2026-04-30', value: '0.52' },
    ])
    expect(graph('DGS10', 'day').read(recorded('macro/fred/fredgraph-csv-dgs10').body).rows.at(-1)).toEqual({
      period: '2026-04-29',
      value: '4.42',
    })
  })

  test('of months has no October in which nobody counted', () => {
    const { rows } = graph('UNRATE', 'month').read(recorded('macro/fred/fredgraph-csv-unrate').body)
    expect(rows.slice(-4).map(({ period, value }) => `${period} ${value}`)).toEqual([
      '2025-08 4.3',
      '2025-09 4.4',
      '2025-11 4.5',
      '2025-12 4.4',
    ])
  })

  test('from before 2025 has another name over its dates', () => {
    const { rows } = graph('CPIAUCSL', 'month').read(recorded('macro/fred/fredgraph-csv-cpiaucsl-old-header').body)
    expect([rows[0], rows.at(-1)]).toEqual([
      { period: '2020-12', value: '262.035' },
      { period: '2023-05', value: '303.294' },
    ])
  })

  test('of an index is read alike: its owner decides what may be sold, not its form', () => {
    for (const [id, file] of [
      ['SP500', 'macro/fred/fredgraph-csv-sp500'],
      ['VIXCLS', 'macro/fred/fredgraph-csv-vixcls'],
    ] as const)
      expect(
        graph(id, 'day')
          .read(recorded(file).body)
          .rows.map(({ period }) => period),
      ).not.toContain('2026-04-03')
  })

  test.each([
    ['DEXCAUS', 'macro/fred/observations-dexcaus'],
    ['DEXCHUS', 'macro/fred/observations-dexchus'],
    ['DEXJPUS', 'macro/fred/observations-dexjpus'],
    ['DEXSZUS', 'macro/fred/observations-dexszus'],
    ['DEXUSEU', 'macro/fred/observations-dexuseu'],
    ['DEXUSUK', 'macro/fred/observations-dexusuk'],
  ])('of %s by the interface with a key is oldest first, without days off', (id, file) => {
    const { body } = recorded(file)
    const told = [...body.matchAll(/"date":\s*"([\d-]+)",\s*"value":\s*"([^"]*)"/g)].map(([, day, value]) => [
      day,
      value,
    ])
    const { rows } = fredSeries(id, 'day').read(body)
    expect(rows.map(({ period, value }) => [period, value])).toEqual(
      told.filter(([, value]) => value !== '.').toSorted(([a], [b]) => (a! < b! ? -1 : 1)) as string[][],
    )
    expect(rows.length).toBeGreaterThan(2)
  })
})

describe('a constructed table', () => {
  const { read } = graph('GDPC1', 'quarter')

  test('names a quarter by its first day', () => {
    expect(read('observation_date,GDPC1\n2025-10-01,23600.250\n2026-01-01,\n2026-04-01,23876.1\n').rows).toEqual([
      { period: '2025-Q4', value: '23600.250' },
      { period: '2026-Q2', value: '23876.1' },
    ])
  })

  test.each([
    ['of months', 'observation_date,GDPC1\n2026-02-01,1\n'],
    ['of days', 'observation_date,GDPC1\n2026-01-02,1\n'],
    ['of another series', 'observation_date,GDP\n2026-01-01,1\n'],
    ['without dates', 'period,GDPC1\n2026-01-01,1\n'],
    ['without values', 'observation_date,GDPC1\n2026-01-01,.\n'],
    ['without rows', 'observation_date,GDPC1\n'],
    ['with commas between thousands', 'observation_date,GDPC1\n2026-01-01,"23,876.1"\n'],
    ['that is a page', '<!DOCTYPE html><html></html>'],
  ])('%s is refused', (_how, body) => {
    expect(() => read(body)).toThrow()
  })
})

test('with a key the last values are asked for, and without one nothing', () => {
  expect(fredSeries('GDPC1', 'quarter').path).toBe(
    '/fred/series/observations?series_id=GDPC1&file_type=json&sort_order=desc&limit=40',
  )
  expect(fred.keyed).toEqual({ origin: 'https://api.stlouisfed.org', parameter: 'api_key', needed: true })
  expect(() => fredSeries('X', 'day').read('{"error_code":400,"error_message":"Bad Request."}')).toThrow('Bad Request.')
})
