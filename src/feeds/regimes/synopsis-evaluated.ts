import { rounded } from '../../canonical/measure.ts'
import { oldestOf } from '../attested.ts'
import { LEAST_PARTS, NEEDED_PARTS, SYNOPSIS_NAMES, type SynopsisName } from './synopsis-parts.ts'

/** What follows from the parts of a synopsis. */

export const SYNOPSIS_PLACES = 2

/** The parts by their names; `null` for one that is absent. */
type Part = { readonly confidence: number; readonly timestamp: number } & Readonly<Record<string, unknown>>
type PartsByName = Readonly<Partial<Record<SynopsisName, Part | null>>>

/** A text of a part; `null` where the part is absent. */
const textOf = (part: Part | null | undefined, field: string): string | null => {
  const value = part?.[field]
  return typeof value === 'string' ? value : null
}

export const synopsisEvaluated = (parts: PartsByName) => {
  const there = SYNOPSIS_NAMES.flatMap((name) => parts[name] ?? [])
  const least = Math.min(...there.map(({ confidence }) => confidence))
  const present = there.length
  return {
    isEnough: present >= LEAST_PARTS && NEEDED_PARTS.every((name) => parts[name]),
    shown: {
      present,
      confidence: present === 0 ? 0 : rounded((least * present) / SYNOPSIS_NAMES.length, SYNOPSIS_PLACES),
      degraded: present < SYNOPSIS_NAMES.length,
      observed_at: oldestOf(there),
      regimes: {
        mssi: textOf(parts.mssi, 'regime'),
        msti: textOf(parts.msti, 'regime'),
        msxi_btc: textOf(parts.msxi_btc, 'regime'),
      },
      spot_btc: textOf(parts.spot_btc, 'price'),
    },
  }
}
