import { minHeap } from './min-heap.ts'

/** Shortest ways in an undirected graph, by Dijkstra's algorithm (1959) with a binary heap. */

export interface Edge {
  readonly from: number
  readonly to: number
  readonly length: number
}

/** The neighbours of each vertex in one row of numbers: those of `v` lie from `starts[v]` to `starts[v + 1]`. */
export interface Graph {
  readonly starts: Int32Array
  readonly neighbours: Int32Array
  readonly lengths: Float64Array
}

/** @param vertices how many there are; edges name them from 0 */
export const graphOf = (vertices: number, edges: readonly Edge[]): Graph => {
  const starts = new Int32Array(vertices + 1)
  const ends = edges.flatMap(({ from, to, length }) => [
    { from, to, length },
    { from: to, to: from, length },
  ])
  for (const { from } of ends) starts[from + 1]!++
  for (let at = 0; at < vertices; at++) starts[at + 1]! += starts[at]!
  const neighbours = new Int32Array(ends.length)
  const lengths = new Float64Array(ends.length)
  const next = starts.slice()
  for (const { from, to, length } of ends) {
    const place = next[from]!++
    neighbours[place] = to
    lengths[place] = length
  }
  return { starts, neighbours, lengths }
}

const NONE = -1

/** All shortest ways from one vertex: for each vertex the one before it, -1 where no way leads. */
export type WayTree = Int32Array

export const waysFrom = ({ starts, neighbours, lengths }: Graph, source: number): WayTree => {
  const vertices = starts.length - 1
  const before = new Int32Array(vertices).fill(NONE)
  const shortest = new Float64Array(vertices).fill(Number.POSITIVE_INFINITY)
  const heap = minHeap()
  shortest[source] = 0
  before[source] = source
  heap.push(0, source)
  for (let top = heap.pop(); top; top = heap.pop()) {
    const { key: length, value: vertex } = top
    if (length > shortest[vertex]!) continue
    for (let at = starts[vertex]!; at < starts[vertex + 1]!; at++) {
      const to = neighbours[at]!
      const through = length + lengths[at]!
      if (through >= shortest[to]!) continue
      shortest[to] = through
      before[to] = vertex
      heap.push(through, to)
    }
  }
  return before
}

/** The vertices on the way to `target`, both ends included; `null` if no way leads there. */
export const wayTo = (before: WayTree, target: number): readonly number[] | null => {
  if (before[target] === NONE || before[target] === undefined) return null
  const way = [target]
  for (let at = target; before[at] !== at; at = before[at]!) way.push(before[at]!)
  return way.reverse()
}
