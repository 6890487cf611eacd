import type { DailyWeather, WeatherArchive } from '../../sources/weather/weather.ts'
import { boardQuestion, type Board } from '../board.ts'
import { type GridCell, cellKey, pointOf } from '../places/cell.ts'
import { askedDays } from './archive-window.ts'
import { SPIN_UP_DAYS } from './water-balance.ts'
import { WEATHER_WINDOWS } from './windows.ts'

/** The days of the last reply, or nothing yet. */
export interface ArchiveState {
  readonly weather: DailyWeather | null
}

/** Archives are updated once a day, at different hours. */
const ARCHIVE_SECONDS = 10_800

/** The longest window, plus the days before it that the water balance needs. */
const LONGEST = Math.max(...Object.values(WEATHER_WINDOWS).flat()) + SPIN_UP_DAYS

/**
 * One place in one archive. All metrics and windows of a cell that end on the same day read this board, so the archive is
 * asked once for all.
 *
 * @param end the last day of windows that were asked for; `null` for those that end on the last complete day
 */
export const archiveBoard = (
  archive: WeatherArchive,
  cell: GridCell,
  end: string | null = null,
): Board<ArchiveState> => ({
  id: `archive/${archive.source.name}/${cellKey(cell)}${end === null ? '' : `/${end}`}`,
  source: archive.source,
  everySeconds: ARCHIVE_SECONDS,
  keepSeconds: 3 * ARCHIVE_SECONDS,
  empty: { weather: null },
  asks: ({ now }) => {
    const { from, to } = askedDays(now, LONGEST, end)
    return [boardQuestion(archive.days(pointOf(cell), from, to), (weather): ArchiveState => ({ weather }))]
  },
})
