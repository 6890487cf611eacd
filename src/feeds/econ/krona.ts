import { HOUR_SECONDS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { FIXING_BOARDS } from '../boards/fixing-boards.ts'
import { freshness, type Lifetime } from '../math/freshness.ts'
import { median } from '../math/robust.ts'
import { FIXING_EXPIRE_MS, usdPerUnit } from '../prices/fixings.ts'

/** The currency that no exchange quotes: its rate is that of central banks. */
export const KRONA = 'SEK'
const KRONA_RAILS = { low: 5, high: 20 } as const
const KRONA_AGES: Lifetime = { freshSeconds: 30 * HOUR_SECONDS, expireSeconds: FIXING_EXPIRE_MS / 1000 }
/** Banks that take part in the same concertation are one opinion; still, a misread table is noticed by the second. */
export const LEAST_BANKS = 2

/** How far a bank's krona may lie from the median, as a share: more than the krona moves between two tables, mostly. */
const KRONA_BOUND = 0.03

/** Kronor per dollar by each bank whose table is young enough. */
export interface Krona {
  readonly value: number
  readonly banks: readonly string[]
  readonly silent: readonly string[]
  readonly at: number
  /** Most banks tell about the same. Of two that do not nobody knows which is right. */
  readonly isAgreed: boolean
}

/** The krona of this tick; `null` if no bank tells it. */
export const kronaNow = (boards: Boards, now: number): Krona | null => {
  const heard: { bank: string; value: number; at: number }[] = []
  const silent: string[] = []
  for (const [bank, board] of FIXING_BOARDS) {
    const fixing = boards.read(board)?.fixing
    const dollars = fixing ? usdPerUnit(fixing, KRONA) : null
    // A bank that does not publish the krona is not silent about it.
    if (fixing && dollars === null) continue
    const isYoung = fixing && now - fixing.at <= FIXING_EXPIRE_MS && fixing.at <= now
    const value = dollars === null ? Number.NaN : 1 / dollars
    if (isYoung && value >= KRONA_RAILS.low && value <= KRONA_RAILS.high) heard.push({ bank, value, at: fixing.at })
    else if (fixing) silent.push(bank)
  }
  if (heard.length === 0) return null
  const value = median(heard.map((each) => each.value))
  const near = heard.filter((each) => Math.abs(each.value / value - 1) <= KRONA_BOUND / 2)
  return {
    value,
    isAgreed: near.length * 2 > heard.length,
    banks: heard.map(({ bank }) => bank),
    silent,
    at: Math.min(...heard.map(({ at }) => at)),
  }
}

/** How far the krona is believed by its age. */
export const kronaTrust = ({ at }: Krona, now: number): number => freshness((now - at) / 1000, KRONA_AGES)
