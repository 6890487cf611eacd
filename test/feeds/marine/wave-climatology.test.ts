import { describe, expect, test } from 'bun:test'
import { type Basin, basinAt, monthlyWaves } from '../../../src/feeds/marine/wave-climatology.ts'
import vectors from '../../vectors/weather.json'

describe('the basin of a point', () => {
  test.each(vectors.basin_lookup.cases)('$id', ({ inputs: { lat, lon }, expected }) => {
    expect(basinAt(lat, lon) as string).toBe(expected.basin)
  })

  test('is found everywhere, the date line and the poles included', () => {
    for (let lat = -90; lat <= 90; lat += 2.5)
      for (let lon = -180; lon <= 180; lon += 2.5) expect(monthlyWaves(basinAt(lat, lon), 1).meanM).toBeGreaterThan(0)
    expect([150, 179.99, -180, -150].map((lon) => basinAt(25, lon))).toEqual(
      Array.from({ length: 4 }, () => 'SUBTROP_N_PACIFIC'),
    )
    expect([basinAt(-20, -150), basinAt(-20, 150)]).toEqual(['SOUTH_PACIFIC', 'SOUTH_PACIFIC'])
  })

  test('belongs to the box of its lower edges', () => {
    expect([basinAt(-40, 100), basinAt(-40.01, 100)]).toEqual(['SOUTH_INDIAN', 'SOUTHERN_OCEAN'])
    expect([basinAt(0, 60), basinAt(-0.01, 60)]).toEqual(['ARABIAN_SEA', 'TROPICAL_INDIAN'])
  })
})

describe('the waves of a month', () => {
  test.each(vectors.monthly_climatology.cases)('$id', ({ inputs: { basin, month }, expected }) => {
    const found = monthlyWaves(basin as Basin, month)
    // The vectors are printed with twelve digits, which is less than their tolerance of 1e-12: what is printed must be equal.
    expect(Number(found.meanM.toPrecision(12))).toBe(expected.mean_hs_m)
    expect(found.shape).toBe(expected.shape)
    expect(found.cyclone).toEqual(expected.tropical_cyclone)
  })

  test('join December to January', () => {
    const [autumn, winter] = [monthlyWaves('NORTH_SEA', 10).meanM, monthlyWaves('NORTH_SEA', 1).meanM]
    expect(monthlyWaves('NORTH_SEA', 12).meanM).toBeCloseTo(autumn / 3 + (2 * winter) / 3, 12)
    for (const month of [0, 13, 1.5, Number.NaN]) expect(() => monthlyWaves('NORTH_SEA', month)).toThrow(RangeError)
  })
})
