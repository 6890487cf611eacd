import { describe, expect, test } from 'bun:test'
import { greatCircleNm, pointAlong } from '../../../src/feeds/math/great-circle.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/insurance.json'

const { cases, tol } = vectors.great_circle

/** Degrees of longitude between two meridians, either way round. */
const apart = (a: number, b: number): number => Math.abs(((((a - b) % 360) + 540) % 360) - 180)

describe('a great circle', () => {
  test.each(named(cases))('%s: length and points', (_, { inputs, expected }) => {
    const { lat1, lon1, lat2, lon2, n } = inputs
    const [from, to] = [
      { lat: lat1, lon: lon1 },
      { lat: lat2, lon: lon2 },
    ]
    near(greatCircleNm(from, to), expected.distance_nm, tol)
    expect(expected.points.length).toBe(n)
    expected.points.forEach(([lat = 0, lon = 0], at) => {
      const found = pointAlong(from, to, at / (n - 1))
      near(found.lat, lat, tol)
      near(apart(found.lon, lon), 0, tol)
    })
  })

  test('crosses the date line the short way, and gives longitudes below 180', () => {
    const [west, east] = [
      { lat: 0, lon: 179.5 },
      { lat: 0, lon: -179.5 },
    ]
    near(greatCircleNm(west, east), 60.04, { abs: 0.01 })
    expect(pointAlong(west, east, 0.75).lon).toBeCloseTo(-179.75, 9)
    expect(pointAlong({ lat: 10, lon: 180 }, { lat: 20, lon: 180 }, 0.5).lon).toBe(-180)
  })

  test('of a point to itself is that point; of opposite points there is none', () => {
    const here = { lat: 51.9, lon: 4.1 }
    expect([greatCircleNm(here, here), pointAlong(here, here, 0.5)]).toEqual([0, here])
    expect(() => pointAlong({ lat: 0, lon: 0 }, { lat: 0, lon: 180 }, 0.5)).toThrow(RangeError)
  })
})
