import { Type } from '@sinclair/typebox'
import type { WaveModel } from '../../sources/weather/weather.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { MOST_HOURS } from '../math/voyage.ts'
import { type AnyOpenFeed, defineOpenFeed } from '../open-feed.ts'
import { cellNear } from '../places/cell.ts'
import { compareHighest, SECOND_BOUNDS, secondRule, withCompared } from '../places/second-source.ts'
import { END_PARAMETERS, LEAST_POINTS } from './ends.ts'
import { POSITION_LIFETIME, shipBoard } from './ais-board.ts'
import { forecastBoards, type HourForecast, MOST_LEGS } from './forecast-board.ts'
import { isWithin } from './marine-subject.ts'
import { EXAMPLE_ENDS } from './route-feed.ts'
import { type AskedVoyage, isOfShip, isStartOpen, sailingOf } from './sailing.ts'
import { WAVE_LIFETIME } from './sea-state-answer.ts'
import { aboveTrigger } from './sea-state.ts'
import { askShipVoyage, shipVoyageOf } from './ship-voyage.ts'
import { SHOWN_HOURS, VoyageAnswer, voyageAnswer } from './voyage-answer.ts'
import { exampleSailing } from './voyage-example.ts'
import { voyageSale } from './voyage-sale.ts'
import {
  askVoyage,
  shipPositions,
  SPEED,
  voyageSubject,
  type VoyageSubject,
  voyageSubjectOf,
} from './voyage-subject.ts'
import { OPPOSITE_DEGREES } from '../math/great-circle.ts'

const START = Type.String({ description: 'decimal degrees; required unless mmsi is given' })

/** A forecast that reaches less far is not sold for a voyage that takes longer: a part of the provider is away. */
const LEAST_HOURS = 120

/** The known hours from the departure on, without a gap. Beyond the model there are no waves, whenever. */
const covered = (model: WaveModel, voyage: VoyageSubject, boards: Boards, now: number): readonly HourForecast[] => {
  const told = new Map(
    forecastBoards(model, voyage).flatMap((board) => Object.entries(boards.read(board)?.hours ?? {})),
  )
  const hours = shipPositions(voyage).map((position, hour): HourForecast | null => {
    if (!isWithin(model, cellNear(position, voyage.gridStep))) return { waveM: null, readAt: now }
    const found = told.get(String(hour))
    return found && now - found.readAt <= WAVE_LIFETIME.expireSeconds * 1000 ? found : null
  })
  const end = hours.indexOf(null)
  return (end < 0 ? hours : hours.slice(0, end)).filter((each) => each !== null)
}

const exampleOf = (model: WaveModel, asked: AskedVoyage): VoyageAnswer => {
  const { voyage, ship } = exampleSailing(asked)
  return voyageAnswer({
    voyage,
    ship,
    heights: shipPositions(voyage).map((_, hour) => 2.4 + ((hour * 7) % 25) / 10),
    readAt: voyage.departure,
    source: model.described,
    now: voyage.departure + 1_000,
  })
}

const heightsOf = (hours: readonly HourForecast[]): readonly (number | null)[] => hours.map(({ waveM }) => waveM)

/**
 * The feed of the forecast sea for a ship between two grid points, by one model.
 *
 * @param second the model to compare with, if it is read too
 */
export const voyageFeed = (model: WaveModel, second: WaveModel | null = null): AnyOpenFeed =>
  defineOpenFeed<typeof VoyageAnswer, ReturnType<typeof voyageSale>['canonical']['tokens'], AskedVoyage>({
    id: 'marine/voyage',
    family: 'marine',
    layer: 'Oracle Data',
    summary: 'Seven days of forecast waves for a ship on the great circle that departs now',
    noun: 'voyage',
    answer: VoyageAnswer,
    exampleSubject: voyageSubject(
      EXAMPLE_ENDS,
      { speed: SPEED.usual, departure: Date.UTC(2026, 10, 18, 12) },
      model.gridStep,
    ),
    exampleOf: (asked) => exampleOf(model, asked),
    methodology: {
      grid: `both ends are snapped to the nearest ${model.gridStep / 10_000} degree; two ends at one point, or opposite each other (${OPPOSITE_DEGREES} degrees), are refused`,
      departure: 'the whole hour of the request, UTC',
      ship: `with mmsi the start is the grid point nearest to where the ship was last heard, as of marine/vessel (older than ${POSITION_LIFETIME.expireSeconds / HOUR_SECONDS} h: 503, unknown: 404), and stays that of the first computation: a voyage of an hour has one start`,
      positions: `on the great circle at every whole hour, up to arrival or ${MOST_HOURS} h; speed ${SPEED.least} to ${SPEED.most} kn, ${Number(SPEED.usual)} when left out`,
      value:
        'forecast significant wave height at the grid point nearest to the position, for that hour; where the model is asked every six hours, linear between',
      land: `hours without waves are counted and left out; fewer than ${LEAST_POINTS} with waves (all of a shorter voyage) are no data`,
      heavy: `whole hours with published heights ${aboveTrigger('heavy')}, strictly; severe ${aboveTrigger('severe')}`,
      waypoints: `every ${SHOWN_HOURS} hours, and the first of the worst hours`,
      horizon: `a model that ends before the voyage is covered as far as it reaches without a gap, and the note says so; below ${LEAST_HOURS} h nothing is sold`,
      source: model.described,
      confidence: `freshness of the part that was read first: 1 up to ${WAVE_LIFETIME.freshSeconds / HOUR_SECONDS} h, then linearly to 0 at ${WAVE_LIFETIME.expireSeconds / HOUR_SECONDS} h; of a ship the lower of that and of the freshness of its report`,
      second: { compares: 'the highest waves over the hours that both models know', ...secondRule('seastate') },
    },

    query: Type.Object({
      ...END_PARAMETERS,
      lat1: Type.Optional(START),
      lon1: Type.Optional(START),
      mmsi: Type.Optional(
        Type.String({
          description: 'nine digits: the ship departs where it was last heard, in place of lat1 and lon1',
        }),
      ),
      speed_kts: Type.Optional(
        Type.String({ description: `knots, ${SPEED.least} to ${SPEED.most}; ${Number(SPEED.usual)} when left out` }),
      ),
    }),
    mayBeUnknown: true,
    ask: (words, now) => (words['mmsi'] === undefined ? askVoyage : askShipVoyage)(model.gridStep, words, now),
    subjectOf: (key) => voyageSubjectOf(model.gridStep, key) ?? shipVoyageOf(model.gridStep, key),
    everySeconds: 1_200,
    boards: (asked) => (isOfShip(asked) ? [] : forecastBoards(model, asked)),
    further: (asked, look) => {
      if (!isOfShip(asked)) return []
      const sailing = sailingOf(asked, look)
      return [
        ...(isStartOpen(asked, look) ? [shipBoard(asked.mmsi)] : []),
        ...(sailing.kind === 'sailing' ? forecastBoards(model, sailing.voyage) : []),
      ]
    },
    furtherQuestions: (asked) => (isOfShip(asked) ? MOST_LEGS + 1 : 0),
    after: () => [],
    conclude: (asked, look) => {
      const sailing = sailingOf(asked, look)
      if (sailing.kind !== 'sailing') return sailing
      const { voyage, ship } = sailing
      const { now, boards } = look
      const hours = covered(model, voyage, boards, now)
      const needed = Math.min(shipPositions(voyage).length, LEAST_HOURS)
      if (hours.length < needed) return { kind: 'input_missing', input: `the forecast of hour ${hours.length}` }
      const heights = heightsOf(hours)
      const known = heights.filter((each) => each !== null).length
      if (known < Math.min(LEAST_POINTS, heights.length))
        return { kind: 'no_data_here', message: `waves at ${known} of ${heights.length} hours ${voyage.name}` }
      const readAt = Math.min(...hours.map((each) => each.readAt))
      const content = voyageAnswer({ voyage, ship, heights, readAt, source: model.described, now })
      const others = second ? heightsOf(covered(second, voyage, boards, now)) : []
      const compared = second && compareHighest(heights, others, SECOND_BOUNDS.seastate, second.described)
      return { kind: 'concluded', content: withCompared(content, compared), carry: {} }
    },
    sale: voyageSale(model.gridStep),
  })
