import { describe, expect, test } from 'bun:test'
import lanes from '../../../src/feeds/insurance/sea-lanes.json'
import { seaLane } from '../../../src/feeds/insurance/sea-lanes.ts'
import { SEA_PORTS, seaPortNamed } from '../../../src/feeds/insurance/sea-ports.ts'
import { seaRoute } from '../../../src/feeds/insurance/sea-route.ts'
import table from '../../vectors/port-distances.json'

/** Miles of the table are whole, and its two legs to the harbours have one decimal. */
const TABLE_NM = 0.5 + 2 * 0.05

const routeOf = (pair: string) => {
  const [from = '', to = ''] = pair.split('-')
  return seaRoute(seaPortNamed(from)!, seaPortNamed(to)!)
}

describe('the way between two ports', () => {
  const pairs = Object.entries(table.distances)

  test('exists for every pair, and is as long as the table says', () => {
    expect(pairs.length).toBe(1_770)
    const wrong = pairs.filter(([pair, [open]]) => !(Math.abs((routeOf(pair)?.distanceNm ?? NaN) - open!) <= TABLE_NM))
    expect(wrong).toEqual([])
  })

  test('is as long the other way round', () => {
    for (const pair of ['NLRTM-SGSIN', 'JPTYO-USSEA', 'GBFXT-AUSYD']) {
      const [from = '', to = ''] = pair.split('-')
      expect(routeOf(`${to}-${from}`)!.distanceNm).toBeCloseTo(routeOf(pair)!.distanceNm, 6)
    }
  })

  test('is cut into parts of at most 60 nautical miles, which together are the way', () => {
    const { parts, distanceNm } = routeOf('NLRTM-CNSHA')!
    expect(Math.max(...parts.map(({ nm }) => nm))).toBeLessThanOrEqual(60)
    expect(parts.reduce((sum, { nm }) => sum + nm, 0)).toBeCloseTo(distanceNm, 6)
  })

  test('goes through Suez, Panama and across the date line, and never through the northwest passage', () => {
    const northwest = lanes.passages.indexOf('northwest')
    const keyOf = (a: readonly number[], b: readonly number[]) => [String(a), String(b)].toSorted().join(' ')
    const passages = new Map(
      lanes.edges.map(([from = -1, to = -1, passage = -1]) => [keyOf(lanes.nodes[from]!, lanes.nodes[to]!), passage]),
    )
    const taken = (from: string, to: string) => {
      const lane = seaLane(seaPortNamed(from)!.approach, seaPortNamed(to)!.approach)!
      return lane.slice(1).map((b, at) => passages.get(keyOf([lane[at]!.lon, lane[at]!.lat], [b.lon, b.lat])))
    }
    expect(taken('NLRTM', 'SGSIN')).toContain(lanes.passages.indexOf('suez'))
    expect(taken('USNYC', 'PABLB')).toContain(lanes.passages.indexOf('panama'))
    expect(taken('NLRTM', 'JPTYO')).not.toContain(northwest)
    expect(taken('USSEA', 'NLRTM')).not.toContain(northwest)
    expect(routeOf('JPTYO-USLAX')!.distanceNm).toBeLessThan(5_000)
  })

  test('of a place that is no vertex is an error of ours, and not the nearest one', () => {
    expect(() => seaLane({ lat: 0, lon: 0.123 }, SEA_PORTS[0]!.approach)).toThrow('no vertex')
  })
})

describe('ports', () => {
  test('are sixty, each with a code and a name of its own', () => {
    expect(SEA_PORTS.length).toBe(60)
    for (const { id, name } of SEA_PORTS) {
      expect(id).toMatch(/^[A-Z]{2}[A-Z2-9]{3}$/)
      expect([seaPortNamed(id)?.id, seaPortNamed(name)?.id, seaPortNamed(` ${name.toUpperCase()} `)?.id]).toEqual(
        Array.from({ length: 3 }, () => id),
      )
    }
  })

  test('are not guessed from a part of their name', () => {
    expect(['Rotter', '', 'NLRTMX', 'Shenzhen'].map(seaPortNamed)).toEqual([null, null, null, null])
  })
})
