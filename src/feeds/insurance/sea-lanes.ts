import { greatCircleNm, type SpherePoint } from '../math/great-circle.ts'
import { type Graph, graphOf, waysFrom, wayTo, type WayTree } from '../math/shortest-ways.ts'
import lanes from './sea-lanes.json'

/**
 * Ways over the sea-lane graph (methods 7.6). Only workers load it: no route may compute a way. Graph and ways are made
 * once, at the first quote that needs them.
 */

/** Passages that no quoted voyage takes. */
const CLOSED: readonly string[] = ['northwest']

const VERTICES: readonly SpherePoint[] = lanes.nodes.map(([lon = Number.NaN, lat = Number.NaN]) => ({ lat, lon }))

const isOpen = (passage: number | undefined): boolean =>
  passage === undefined || !CLOSED.includes(lanes.passages[passage] ?? '')

const lanesGraph = (): Graph =>
  graphOf(
    VERTICES.length,
    lanes.edges.flatMap(([from = -1, to = -1, passage]) => {
      const [a, b] = [VERTICES[from], VERTICES[to]]
      if (!a || !b) throw new Error(`sea-lanes.json: an edge leads from ${from} to ${to}`)
      return isOpen(passage) ? [{ from, to, length: greatCircleNm(a, b) }] : []
    }),
  )

const keyOf = ({ lat, lon }: SpherePoint): string => `${lat},${lon}`

let opened: { readonly graph: Graph; readonly places: ReadonlyMap<string, number> } | null = null
const open = () =>
  (opened ??= { graph: lanesGraph(), places: new Map(VERTICES.map((vertex, at) => [keyOf(vertex), at])) })

/** At most one for each approach of a port: 39 kB each. */
const trees = new Map<number, WayTree>()

const vertexAt = (point: SpherePoint): number => {
  const found = open().places.get(keyOf(point))
  if (found === undefined) throw new Error(`${keyOf(point)} is no vertex of the sea lanes`)
  return found
}

/** The points of the shortest way between two vertices, both ends included; `null` if none leads there. */
export const seaLane = (from: SpherePoint, to: SpherePoint): readonly SpherePoint[] | null => {
  const source = vertexAt(from)
  const tree = trees.get(source) ?? waysFrom(open().graph, source)
  trees.set(source, tree)
  return wayTo(tree, vertexAt(to))?.map((at) => VERTICES[at]!) ?? null
}
