import type { WaveModel } from '../../sources/weather/weather.ts'
import type { AnyBoard } from '../board.ts'
import type { TickContext } from '../feed.ts'
import type { GridCell } from '../places/cell.ts'
import { cellsAround } from './cells-around.ts'
import { WAVE_LIFETIME } from './sea-state-answer.ts'
import { waveBoard } from './wave-board.ts'

/** The waves of a cell: heights in metres, the hour of the value in Unix milliseconds. */
export interface CellWaves {
  readonly model: WaveModel
  readonly cell: GridCell
  readonly at: number
  readonly waveM: number
  readonly swellM: number
}

/** The waves at a position, or why there are none: only land around it, or models that say nothing. */
export type WavesAround =
  { readonly kind: 'found'; readonly waves: CellWaves } | { readonly kind: 'land' } | { readonly kind: 'missing' }

/** Of the neighbours those on the ship's side are asked first: mostly one of them is sea, and each is a question. */
const FIRST_NEIGHBOURS = 3

type Look = Pick<TickContext, 'now' | 'boards'>

/** What a model says of a cell. Waves without a swell are a gap of the model, and so is an hour that is over. */
const saidBy = (model: WaveModel, cell: GridCell, { now, boards }: Look): CellWaves | 'land' | 'missing' => {
  const reading = boards.read(waveBoard(model, cell))?.reading
  if (!reading || Math.abs(now - reading.at) > WAVE_LIFETIME.expireSeconds * 1000) return 'missing'
  const { at, waveM, swellM } = reading
  if (waveM === null) return 'land'
  return swellM === null ? 'missing' : { model, cell, at, waveM, swellM }
}

/** What is known of a cell: the first model that has waves speaks, as of sea states. */
const seenAt = (models: readonly WaveModel[], cell: GridCell, look: Look): ReturnType<typeof saidBy> => {
  const said = models.map((model) => saidBy(model, cell, look))
  return said.find((each) => typeof each === 'object') ?? (said.includes('land') ? 'land' : 'missing')
}

/**
 * The waves of the nearest cell that has any, and the boards that it takes to know.
 *
 * A neighbour stands for land alone: unless a model has said that the cells before it are land, it is not asked. A model
 * that may not be asked, or is away, says nothing of any cell.
 *
 * @param models the preferred one first; cells are those of the last, as of sea states
 */
export const wavesAround = (
  models: readonly WaveModel[],
  position: GridCell,
  look: Look,
): WavesAround & { readonly boards: readonly AnyBoard[] } => {
  const { own, neighbours } = cellsAround(models.at(-1)!, position)
  const boards: AnyBoard[] = []
  for (const ring of [own, neighbours.slice(0, FIRST_NEIGHBOURS), neighbours.slice(FIRST_NEIGHBOURS)]) {
    boards.push(...ring.flatMap((cell) => models.map((model) => waveBoard(model, cell))))
    const seen = ring.map((cell) => seenAt(models, cell, look))
    const waves = seen.find((each) => typeof each === 'object')
    if (waves) return { kind: 'found', waves, boards }
    if (seen.includes('missing')) return { kind: 'missing', boards }
  }
  return { kind: 'land', boards }
}
