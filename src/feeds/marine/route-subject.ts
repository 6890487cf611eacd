import { samplesAlong } from '../math/voyage.ts'
import type { PathRequest } from '../on-demand.ts'
import { type GridCell, cellKey, cellNear, pointOf } from '../places/cell.ts'
import type { Subject } from '../subject.ts'
import { type Ends, endsOfKeys, keyOfEnds, nameOfEnds, queryOfEnds, readEnds } from './ends.ts'

/** The great circle between two points of a grid. */
export interface RouteSubject extends Subject {
  readonly ends: Ends
  /** Of the grid to which ends and points are snapped, in ten-thousandths of a degree. Every model is asked there. */
  readonly gridStep: number
}

export const routeSubject = (ends: Ends, gridStep: number): RouteSubject => ({
  key: keyOfEnds(ends),
  domain: keyOfEnds(ends),
  name: nameOfEnds(ends),
  path: {},
  query: queryOfEnds(ends),
  ends,
  gridStep,
})

/** Reads `lat1`, `lon1`, `lat2` and `lon2`. */
export const askRoute = (gridStep: number, words: Readonly<Record<string, string>>): PathRequest<RouteSubject> => {
  const read = readEnds(words, gridStep)
  return read.kind === 'invalid' ? read : { kind: 'subject', subject: routeSubject(read.ends, gridStep) }
}

export const routeSubjectOf = (gridStep: number, key: string): RouteSubject | null => {
  const [from = '', to = '', ...more] = key.split('/')
  const ends = more.length === 0 ? endsOfKeys(from, to, gridStep) : null
  return ends && routeSubject(ends, gridStep)
}

/** The grid points of a route in the order of the way, each once. */
export const routeCells = ({ ends: { from, to }, gridStep }: RouteSubject): readonly GridCell[] => {
  const cells = samplesAlong(pointOf(from), pointOf(to)).map((point) => cellNear(point, gridStep))
  return [...new Map(cells.map((cell) => [cellKey(cell), cell])).values()]
}
