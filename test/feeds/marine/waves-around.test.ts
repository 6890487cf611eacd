import { describe, expect, test } from 'bun:test'
import { cellsAround } from '../../../src/feeds/marine/cells-around.ts'
import { wavesAround } from '../../../src/feeds/marine/waves-around.ts'
import { cellKey } from '../../../src/feeds/places/cell.ts'
import { noaaWaveWatch } from '../../../src/sources/weather/noaa-wavewatch.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'
import { lookAt } from '../../support/feeds/market.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const HOUR = Date.UTC(2026, 10, 20, 12)
const MODELS = [openMeteoMarine, noaaWaveWatch]
/** In a bay. Beside its own cell the nearest one lies to the east, then one to the north, then that between them. */
const SHIP = { lat: '54.2100', lon: '18.6600' }

const around = (lat: string, lon: string) => {
  const { own, neighbours } = cellsAround(noaaWaveWatch, { lat, lon })
  return { own: own.map(cellKey), neighbours: neighbours.map(cellKey) }
}

describe('the cells around a position', () => {
  test('are its own, and the eight beside it, the nearest first', () => {
    expect(around('54.2100', '18.6600')).toEqual({
      own: ['54.0000,18.5000'],
      neighbours: [
        '54.0000,19.0000',
        '54.5000,18.5000',
        '54.5000,19.0000',
        '54.0000,18.0000',
        '54.5000,18.0000',
        '53.5000,18.5000',
        '53.5000,19.0000',
        '53.5000,18.0000',
      ],
    })
  })

  test('go on beyond the date line and the meridian of Greenwich', () => {
    const date = around('0.2000', '179.9000')
    expect(date.own).toEqual(['0.0000,-180.0000'])
    expect(date.neighbours).toHaveLength(8)
    expect(date.neighbours.slice(0, 2)).toEqual(['0.5000,-180.0000', '0.0000,179.5000'])
    expect(around('0.1000', '-0.1000').neighbours).toContain('0.5000,-0.5000')
  })

  test('end where the model does, and are fewer at a pole', () => {
    expect(around('77.6000', '10.0000')).toMatchObject({ own: ['77.5000,10.0000'] })
    expect(around('77.6000', '10.0000').neighbours).toHaveLength(5)
    expect(around('77.8000', '10.0000').own).toEqual([])
    expect(around('89.9000', '10.0000')).toEqual({ own: [], neighbours: [] })
  })
})

/** `null`: land. */
type Told = Readonly<Record<string, readonly [waveM: number | null, swellM: number | null, hoursOff?: number]>>

/** The boards that were told of, by source and cell: `noaawavewatch/54.0000,18.5000`. */
const look = (told: Told) => {
  const states = Object.entries(told).map(([of, [waveM, swellM, hoursOff = 0]]) => {
    return [`waves/${of}`, { reading: { at: HOUR + hoursOff * 3_600_000, waveM, swellM } }] as const
  })
  return wavesAround(MODELS, SHIP, lookAt(new Map<string, unknown>(states), NOW))
}

const NOAA = (cell: string) => `noaawavewatch/${cell}`
const OPEN = (cell: string) => `openmeteomarine/${cell}`
const [OWN, ...BESIDE] = [...around(SHIP.lat, SHIP.lon).own, ...around(SHIP.lat, SHIP.lon).neighbours] as [
  string,
  ...string[],
]
const land = (cells: readonly string[]): Told => Object.fromEntries(cells.map((cell) => [NOAA(cell), [null, null]]))

describe('the waves around a ship', () => {
  test('are those of its own cell, by both models of sea states, the preferred first', () => {
    const told = { [NOAA(OWN)]: [1.4, 0.5], [OPEN(OWN)]: [1.2, 0.4] } as const
    const found = look(told)
    expect(found).toMatchObject({ kind: 'found', waves: { model: openMeteoMarine, waveM: 1.2, swellM: 0.4, at: HOUR } })
    expect(found.boards.map(({ id }) => id)).toEqual([`waves/${OPEN(OWN)}`, `waves/${NOAA(OWN)}`])
    expect(look({ [NOAA(OWN)]: [1.4, 0.5] })).toMatchObject({ kind: 'found', waves: { model: noaaWaveWatch } })
  })

  test('of a cell of which one model says land are those of the other', () => {
    expect(look({ [OPEN(OWN)]: [null, null], [NOAA(OWN)]: [1.4, 0.5] })).toMatchObject({ waves: { waveM: 1.4 } })
  })

  test('in a harbour are those of the nearest neighbour that has any; first three are asked, then five', () => {
    expect(look(land([OWN]))).toMatchObject({ kind: 'missing' })
    expect(look(land([OWN])).boards).toHaveLength(2 * 4)
    const [first, second, third, fourth, , sixth] = BESIDE as [string, string, string, string, string, string]
    const two = look({ ...land([OWN, first]), [NOAA(third)]: [2, 1], [NOAA(second)]: [1, 0.5] })
    expect(two).toMatchObject({ kind: 'found', waves: { waveM: 1 } })
    expect(two.kind === 'found' && cellKey(two.waves.cell)).toBe(second)
    const rest = land([OWN, first, second, third])
    expect(look(rest).boards).toHaveLength(2 * 9)
    expect(look({ ...rest, [NOAA(sixth)]: [2, 1], [NOAA(fourth)]: [1, 0.5] })).toMatchObject({ waves: { waveM: 1 } })
  })

  test('with nothing but land around are none', () => {
    expect(look(land([OWN, ...BESIDE]))).toMatchObject({ kind: 'land' })
    for (const silent of BESIDE)
      expect([silent, look(land([OWN, ...BESIDE].filter((cell) => cell !== silent))).kind]).toEqual([silent, 'missing'])
  })

  test('are not those of a neighbour while nobody has said that its own cell is land', () => {
    const [first] = BESIDE as [string]
    const silent = look({ [NOAA(first)]: [1, 0.5] })
    expect([silent.kind, silent.boards.length]).toEqual(['missing', 2])
    // Waves without a swell, and those of an hour that is over, are a gap and no land.
    for (const gap of [
      [1.4, null],
      [1.4, 0.5, -13],
      [null, null, -13],
      [1.4, 0.5, 14],
    ] as const)
      expect(look({ [NOAA(OWN)]: gap, [NOAA(first)]: [1, 0.5] }).kind).toBe('missing')
    expect(look({ [NOAA(OWN)]: [1.4, 0.5, -11] }).kind).toBe('found')
  })
})
