import { describe, expect, test } from 'bun:test'
import { type Edge, graphOf, waysFrom, wayTo } from '../../../src/feeds/math/shortest-ways.ts'
import { seedOf } from '../../support/draws.ts'
import { dice } from '../../support/dlc/random.ts'

const way = (vertices: number, edges: readonly Edge[], from: number, to: number) =>
  wayTo(waysFrom(graphOf(vertices, edges), from), to)

describe('a shortest way', () => {
  const square: readonly Edge[] = [
    { from: 0, to: 1, length: 1 },
    { from: 1, to: 2, length: 1 },
    { from: 0, to: 3, length: 1.5 },
    { from: 3, to: 2, length: 1 },
  ]

  test('is the shorter one, in either direction of its edges', () => {
    expect(way(4, square, 0, 2)).toEqual([0, 1, 2])
    expect(way(4, square, 2, 0)).toEqual([2, 1, 0])
    expect(way(4, square, 3, 1)).toEqual([3, 2, 1])
  })

  test('to where one is has one vertex; to where no edge leads there is none', () => {
    expect(way(4, square, 1, 1)).toEqual([1])
    expect([way(5, square, 0, 4), way(5, square, 4, 0), way(4, square, 0, 9)]).toEqual([null, null, null])
  })

  test('is as short as the table of all pairs says, in any graph', () => {
    const random = dice(seedOf(75))
    for (let round = 0; round < 40; round++) {
      const vertices = random.integer(2, 14)
      const edges = Array.from({ length: random.integer(1, 30) }, () => ({
        from: random.integer(0, vertices - 1),
        to: random.integer(0, vertices - 1),
        length: random.integer(0, 9),
      }))
      const lengths = Array.from({ length: vertices }, (_, a) =>
        Array.from({ length: vertices }, (_, b) => (a === b ? 0 : Number.POSITIVE_INFINITY)),
      )
      for (const { from, to, length } of edges) {
        lengths[from]![to] = Math.min(lengths[from]![to]!, length)
        lengths[to]![from] = Math.min(lengths[to]![from]!, length)
      }
      const direct = lengths.map((row) => [...row])
      for (let by = 0; by < vertices; by++)
        for (const row of lengths)
          for (let to = 0; to < vertices; to++) row[to] = Math.min(row[to]!, row[by]! + lengths[by]![to]!)
      const graph = graphOf(vertices, edges)
      for (let from = 0; from < vertices; from++)
        for (let to = 0; to < vertices; to++) {
          const found = wayTo(waysFrom(graph, from), to)
          const length = found?.slice(1).reduce((sum, vertex, at) => sum + direct[found[at]!]![vertex]!, 0)
          expect(length ?? Number.POSITIVE_INFINITY).toBe(lengths[from]![to]!)
        }
    }
  })
})
