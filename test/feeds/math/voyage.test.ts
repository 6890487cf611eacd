import { describe, expect, test } from 'bun:test'
import { areOpposite, greatCircleNm } from '../../../src/feeds/math/great-circle.ts'
import { hourlyPositions, sampleCount, samplesAlong } from '../../../src/feeds/math/voyage.ts'
import { named, near } from '../../support/near.ts'
import ways from '../../vectors/insurance.json'
import vectors from '../../vectors/quant-marine.json'

const { cases, tol } = vectors.voyage

describe('a voyage', () => {
  test.each(named(cases))('%s: distance, hours, samples and positions', (_, { inputs, expected }) => {
    const [from, to] = [
      { lat: inputs.lat1, lon: inputs.lon1 },
      { lat: inputs.lat2, lon: inputs.lon2 },
    ]
    const nm = greatCircleNm(from, to)
    near(nm, expected.distance_nm, tol)
    near(nm / inputs.speed_kts, expected.voyage_hours, tol)
    expect([sampleCount(nm), samplesAlong(from, to).length]).toEqual([
      expected.waypoints_sampled,
      expected.waypoints_sampled,
    ])
    const positions = hourlyPositions(from, to, inputs.speed_kts)
    expect(positions.length).toBe(expected.hourly_positions)
    expected.positions_every_24h.forEach(([lat = 0, lon = 0], day) => {
      near(positions[day * 24]!.lat, lat, tol)
      near(positions[day * 24]!.lon, lon, tol)
    })
    expect(positions[24 * expected.positions_every_24h.length]).toBeUndefined()
  })

  test.each(named(ways.great_circle.cases))('%s is sampled from end to end', (_, { inputs }) => {
    const [from, to] = [
      { lat: inputs.lat1, lon: inputs.lon1 },
      { lat: inputs.lat2, lon: inputs.lon2 },
    ]
    const points = samplesAlong(from, to)
    expect(points.length).toBe(Math.min(Math.ceil(greatCircleNm(from, to) / 120) + 1, 50))
    for (const [end, place] of [
      [from, 0],
      [to, -1],
    ] as const)
      near(greatCircleNm(points.at(place)!, end), 0, { abs: 1e-6 })
  })

  test('is sampled five times at least and fifty times at most', () => {
    expect([0, 1, 480, 480.1, 5_880, 5_880.1, 10_000].map(sampleCount)).toEqual([5, 5, 5, 6, 50, 50, 50])
  })

  test('shorter than an hour has one position, one of whole hours has its arrival', () => {
    const [a, b] = [
      { lat: 0, lon: 0 },
      { lat: 0, lon: 1 },
    ]
    expect(hourlyPositions(a, b, 61).length).toBe(1)
    expect(hourlyPositions(a, b, greatCircleNm(a, b) / 3).at(-1)).toMatchObject({ lon: 1 })
  })

  test('to the opposite side of the earth has no one way', () => {
    expect([179.89, 179.91].map((lon) => areOpposite({ lat: 0, lon: 0 }, { lat: 0, lon }))).toEqual([false, true])
    expect(areOpposite({ lat: 45, lon: 10 }, { lat: -45, lon: -170 })).toBeTrue()
  })
})
