import type { PointInTime, WaveModel } from '../../sources/weather/weather.ts'
import { HOUR_MS, HOUR_SECONDS } from '../../time-units.ts'
import { oncePerPair } from '../../once-per-pair.ts'
import { boardQuestion, type Board } from '../board.ts'
import type { SpherePoint } from '../math/great-circle.ts'
import { MOST_HOURS } from '../math/voyage.ts'
import { cellNear, pointOf } from '../places/cell.ts'
import { isWithin } from './marine-subject.ts'
import { shipPositions, type VoyageSubject } from './voyage-subject.ts'

/** The forecast waves at one hour of a voyage. */
export interface HourForecast {
  /** `null` on land and under ice. Metres. */
  readonly waveM: number | null
  /** When it was read, Unix milliseconds. */
  readonly readAt: number
}

/** What is known of a leg, by whole hours after the departure. */
export interface ForecastState {
  readonly hours: Readonly<Record<string, HourForecast>>
}

/** One request is about so many hours: the model's values at its ends bound those between. */
const LEG_HOURS = 6

/** Models are computed anew every six hours; a forecast counts as fresh for three. */
const FORECAST_SECONDS = 3 * HOUR_SECONDS

interface HourPoint extends PointInTime {
  readonly hour: number
}

/** The points of a voyage that the model has, hour by hour. */
const pointsOf = (model: WaveModel, voyage: VoyageSubject, positions: readonly SpherePoint[]): readonly HourPoint[] =>
  positions.flatMap((position, hour) => {
    const cell = cellNear(position, voyage.gridStep)
    return isWithin(model, cell) ? [{ ...pointOf(cell), hour, at: voyage.departure + hour * HOUR_MS }] : []
  })

/** Legs of the longest voyage. */
export const MOST_LEGS = Math.ceil(MOST_HOURS / LEG_HOURS)

/** @param hours how many whole hours are forecast, without the departure */
const legCount = (hours: number): number => Math.max(1, Math.ceil(hours / LEG_HOURS))

const legBoard = (
  model: WaveModel,
  voyage: VoyageSubject,
  leg: number,
  points: readonly HourPoint[],
): Board<ForecastState> => ({
  id: `forecast/${model.source.name}/${voyage.key}/${leg}`,
  source: model.source,
  everySeconds: FORECAST_SECONDS,
  keepSeconds: 5 * FORECAST_SECONDS,
  empty: { hours: {} },
  asks: () =>
    model.forecast(points).map(({ points: asked, query }) =>
      boardQuestion(query, (heights, readAt, state: ForecastState): ForecastState => ({
        hours: {
          ...state.hours,
          ...Object.fromEntries(asked.map(({ hour }, at) => [hour, { waveM: heights[at] ?? null, readAt }])),
        },
      })),
    ),
})

/**
 * One board for each leg of a voyage and model. Legs share no hour: the first is from 0 to 5, and the last has the last
 * hour as well. A leg that lies beyond the model has none.
 */
export const forecastBoards = oncePerPair(
  (model: WaveModel, voyage: VoyageSubject): readonly Board<ForecastState>[] => {
    const positions = shipPositions(voyage)
    const legs = legCount(positions.length - 1)
    const legOf = ({ hour }: HourPoint): number => Math.min(Math.floor(hour / LEG_HOURS), legs - 1)
    return [...Map.groupBy(pointsOf(model, voyage, positions), legOf)].map(([leg, points]) =>
      legBoard(model, voyage, leg, points),
    )
  },
)
