import { rounded } from '../../canonical/measure.ts'
import { inSeconds } from '../../time-units.ts'
import type { ShownInput } from '../attested.ts'
import { BAR_BOARDS } from '../boards/bar-boards.ts'
import type { Measured } from './bar-measures.ts'

/** What is measured from bars, as bodies show it. Nobody sells bars, so it has no hash. */

/** Decimals of what is measured from bars. */
export const BAR_PLACES = { price: 4, ratio: 4 } as const

/** The boards of these venues; all of them where none told anything. */
const barsOf = (sources: readonly string[] | undefined): string =>
  BAR_BOARDS.filter(({ board }) => sources?.includes(board.source.name) ?? true)
    .map(({ board }) => board.id)
    .join(',')

export const barInput = (found: Measured | null, places: number): ShownInput<number> => ({
  value: found && rounded(found.value, places),
  timestamp: found && inSeconds(found.at),
  actor: barsOf(found?.sources),
  contentHash: null,
})
