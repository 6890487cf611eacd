import { inSeconds } from '../../time-units.ts'
import type { TickContext } from '../feed.ts'
import type { Subject } from '../subject.ts'
import type { BasisAnswer } from './basis-answer.ts'
import { TERM_STRUCTURE } from './term-structure-carry.ts'
import { TERM_STRUCTURE_SALE } from './term-structure-sale.ts'

/** A term structure that may no longer be sold is not shown beside today's perpetuals. */
export const DATED_EXPIRE_SECONDS = TERM_STRUCTURE_SALE.sellableSeconds

/** The nearest voting maturity of the last term structure; `null` if that is too old or its maturity has passed. */
export const nearestDated = ({ earlier, now }: TickContext, { key }: Subject): BasisAnswer['nearest_dated'] => {
  const last = earlier(TERM_STRUCTURE, key)
  const at = inSeconds(now)
  if (!last || at - last.timestamp > DATED_EXPIRE_SECONDS || last.carry.expiry <= at) return null
  return { expiry: last.carry.expiry, annualized_pct: last.carry.annualizedPct }
}
