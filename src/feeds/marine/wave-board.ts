import type { WaveModel, WaveReading } from '../../sources/weather/weather.ts'
import { boardQuestion, type Board } from '../board.ts'
import { type GridCell, cellKey, pointOf } from '../places/cell.ts'

/** The last model value, or nothing yet. */
export interface WaveState {
  readonly reading: WaveReading | null
}

/** Models give a value for every hour. */
const WAVE_SECONDS = 1_800

/** One board for each grid point and model. */
export const waveBoard = (model: WaveModel, cell: GridCell): Board<WaveState> => ({
  id: `waves/${model.source.name}/${cellKey(cell)}`,
  source: model.source,
  everySeconds: WAVE_SECONDS,
  keepSeconds: 3 * WAVE_SECONDS,
  empty: { reading: null },
  asks: ({ now }) => [boardQuestion(model.reading(pointOf(cell), now), (reading): WaveState => ({ reading }))],
})
