import type { WaveModel, WaveReading } from '../../sources/weather/weather.ts'
import { boardQuestion, type Board, type Joint } from '../board.ts'
import { type GridCell, cellKey, pointOf } from '../places/cell.ts'
import { cellOfKey } from '../places/read-cell.ts'

/** The last model value, or nothing yet. */
export interface WaveState {
  readonly reading: WaveReading | null
}

/** Models give a value for every hour. */
const WAVE_SECONDS = 1_800

const prefixOf = (model: WaveModel): string => `waves/${model.source.name}/`

/** Several grid points of one model in one question. */
const jointWaves = (model: WaveModel): Joint => ({
  name: prefixOf(model),
  asks: (ids, now) => {
    const points = ids.map((id) => {
      const cell = cellOfKey(id.slice(prefixOf(model).length), model.gridStep)
      if (!cell) throw new Error(`${id} is no board of waves`)
      return { ...pointOf(cell), id }
    })
    return model.readings(points, now).map(({ points: asked, query }) => ({
      query,
      answers: asked.map(({ id }) => id),
      states: (body) => query.read(body).map((reading): WaveState => ({ reading })),
    }))
  },
})

/** One board for each grid point and model. */
export const waveBoard = (model: WaveModel, cell: GridCell): Board<WaveState> => ({
  id: prefixOf(model) + cellKey(cell),
  source: model.source,
  everySeconds: WAVE_SECONDS,
  keepSeconds: 3 * WAVE_SECONDS,
  empty: { reading: null },
  joint: jointWaves(model),
  asks: ({ now }) => [boardQuestion(model.reading(pointOf(cell), now), (reading): WaveState => ({ reading }))],
})
