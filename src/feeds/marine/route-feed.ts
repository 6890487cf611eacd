import { Type } from '@sinclair/typebox'
import type { WaveModel, WaveReading } from '../../sources/weather/weather.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { type AnyOpenFeed, defineOpenFeed } from '../open-feed.ts'
import { type GridCell, pointOf } from '../places/cell.ts'
import { compareHighest, type Compared, SECOND_BOUNDS, secondRule, withCompared } from '../places/second-source.ts'
import { END_PARAMETERS, LEAST_POINTS } from './ends.ts'
import { isWithin } from './marine-subject.ts'
import { askRoute, routeCells, routeSubject, type RouteSubject, routeSubjectOf } from './route-subject.ts'
import { RouteAnswer, routeAnswer, type RouteReading } from './route-answer.ts'
import { ROUTE_SALE } from './route-sale.ts'
import { WAVE_LIFETIME } from './sea-state-answer.ts'
import { aboveTrigger } from './sea-state.ts'
import { waveBoard } from './wave-board.ts'
import { SAMPLES } from '../math/voyage.ts'
import { OPPOSITE_DEGREES, RADIUS_M } from '../math/great-circle.ts'

/** From Ushant to Finisterre: grid points of every model. */
export const EXAMPLE_ENDS = { from: { lat: '48.5000', lon: '-6.0000' }, to: { lat: '43.5000', lon: '-9.5000' } }

const isKnown = (reading: WaveReading | null | undefined, now: number): reading is WaveReading =>
  reading !== null && reading !== undefined && Math.abs(now - reading.at) <= WAVE_LIFETIME.expireSeconds * 1000

/** What the model says of each point; `null` for those without a present value. */
const told = (model: WaveModel, cells: readonly GridCell[], boards: Boards, now: number) =>
  cells.map((cell) => {
    if (!isWithin(model, cell)) return { ...pointOf(cell), waveM: null, at: now }
    const reading = boards.read(waveBoard(model, cell))?.reading
    return isKnown(reading, now) ? { ...pointOf(cell), waveM: reading.waveM, at: reading.at } : null
  })

const hasWaves = (each: { readonly waveM: number | null }): each is RouteReading => each.waveM !== null

/** The comparison with another model's values, where that has one for every point. */
const comparedModels = (
  model: WaveModel,
  cells: readonly GridCell[],
  own: readonly (number | null)[],
  boards: Boards,
  now: number,
): Compared => {
  const seen = told(model, cells, boards, now)
  if (seen.includes(null)) return null
  const heights = seen.map((each) => each?.waveM ?? null)
  return compareHighest(own, heights, SECOND_BOUNDS.seastate, model.described)
}

/**
 * The feed of the present sea along the great circle between two grid points, by one model.
 *
 * @param second the model to compare with, if it is read too
 */
export const routeFeed = (model: WaveModel, second: WaveModel | null = null): AnyOpenFeed =>
  defineOpenFeed<typeof RouteAnswer, typeof ROUTE_SALE.canonical.tokens, RouteSubject>({
    id: 'marine/route',
    family: 'marine',
    layer: 'Oracle Data',
    summary: 'Waves along the great circle between two points: highest, mean, and a reading for each grid point',
    noun: 'route summary',
    answer: RouteAnswer,
    exampleSubject: routeSubject(EXAMPLE_ENDS, model.gridStep),
    exampleOf: (subject) => exampleOf(model, subject),
    methodology: {
      grid: `both ends are snapped to the nearest ${model.gridStep / 10_000} degree, and so is every point of the way; two ends at one point, or opposite each other (${OPPOSITE_DEGREES} degrees), are refused`,
      points: `n = ceil(nautical miles / ${SAMPLES.apartNm}) + 1, at least ${SAMPLES.least} and at most ${SAMPLES.most}, at equal distances on the great circle of a sphere of ${RADIUS_M} m; each grid point counts once`,
      value: 'significant wave height of a global wave model for the present hour, as of the sea state of that point',
      land: `points without waves are counted and left out; fewer than ${LEAST_POINTS} with waves are no data. All others must have a present value, or nothing is sold`,
      summary: 'maximum and mean of the published heights (two decimals); sea state and flags of the maximum',
      flags: `heavy ${aboveTrigger('heavy')}, severe ${aboveTrigger('severe')}, strictly`,
      source: model.described,
      confidence: `freshness of the value furthest from now: 1 up to ${WAVE_LIFETIME.freshSeconds / HOUR_SECONDS} h, then linearly to 0 at ${WAVE_LIFETIME.expireSeconds / HOUR_SECONDS} h`,
      second: { compares: 'the highest waves over the points that both models know', ...secondRule('seastate') },
    },

    query: Type.Object(END_PARAMETERS),
    ask: (words) => askRoute(model.gridStep, words),
    subjectOf: (key) => routeSubjectOf(model.gridStep, key),
    everySeconds: 1_200,
    boards: (subject) =>
      routeCells(subject)
        .filter((cell) => isWithin(model, cell))
        .map((cell) => waveBoard(model, cell)),
    after: () => [],
    conclude: (subject, { now, boards }) => {
      const cells = routeCells(subject)
      const seen = told(model, cells, boards, now).filter((each) => each !== null)
      if (seen.length < cells.length)
        return { kind: 'input_missing', input: `waves at ${cells.length - seen.length} of ${cells.length} points` }
      const readings = seen.filter(hasWaves)
      if (readings.length < LEAST_POINTS)
        return {
          kind: 'no_data_here',
          message: `waves at ${readings.length} of ${cells.length} points ${subject.name}`,
        }
      const onLand = cells.length - readings.length
      const content = routeAnswer({ ends: subject.ends, readings, onLand, source: model.described, now })
      const heights = seen.map(({ waveM }) => waveM)
      const compared = second && comparedModels(second, cells, heights, boards, now)
      return { kind: 'concluded', content: withCompared(content, compared), carry: {} }
    },
    sale: ROUTE_SALE,
  })

const exampleOf = (model: WaveModel, subject: RouteSubject): RouteAnswer =>
  routeAnswer({
    ends: subject.ends,
    readings: routeCells(subject).map((cell, at) => ({
      ...pointOf(cell),
      waveM: 1.83 + at / 10,
      at: 1_794_999_600_000,
    })),
    onLand: 0,
    source: model.described,
    now: 1_795_000_000_000,
  })
