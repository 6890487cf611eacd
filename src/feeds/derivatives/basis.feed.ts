import type { AnyBoard } from '../board.ts'
import { FROZEN_MS } from '../boards/board-quote.ts'
import { PERPETUAL_BOARDS } from '../boards/perpetual-boards.ts'
import { actorId, defineFeed } from '../feed.ts'
import { BASIS_BAND_BPS, BASIS_FLOOR_BPS } from '../math/basis.ts'
import { SECOND_MS } from '../../time-units.ts'
import { BASIS_APART_MS, BASIS_PARTS } from './basis.ts'
import { BasisAnswer } from './basis-answer.ts'
import { BASIS } from './basis-carry.ts'
import { basisExample } from './basis-example.ts'
import { BASIS_SALE } from './basis-sale.ts'
import { concludeBasis } from './conclude-basis.ts'
import { DATED_EXPIRE_SECONDS } from './nearest-dated.ts'
import { PERPETUAL_SUBJECTS } from './perpetual-subjects.ts'
import { TERM_STRUCTURE } from './term-structure-carry.ts'

const boards: readonly AnyBoard[] = BASIS_PARTS.venues.flatMap((name) => PERPETUAL_BOARDS.get(name) ?? [])

export const basis = defineFeed({
  ...BASIS,
  family: 'derivatives',
  layer: 'Oracle Data',
  summary:
    'Basis of perpetual futures over their index: median, spread and regime over eight venues, and the carry of each',
  noun: 'perpetual basis',
  subjects: PERPETUAL_SUBJECTS,
  answer: BasisAnswer,
  exampleOf: basisExample,
  methodology: {
    venues: BASIS_PARTS.venues,
    basis: `10000 * (mark / index - 1) of each venue with an index apart from its mark, both at most ${BASIS_APART_MS / SECOND_MS} s apart; an index that has not moved, or has not differed from the mark, for ${FROZEN_MS / SECOND_MS} s does not enter`,
    outliers: `one pass: rejected is |x - median| > max(3.5 * 1.4826 * MAD, ${BASIS_FLOOR_BPS} basis points); below four venues none is`,
    median: 'of the venues that are left',
    spread: 'highest less lowest of these',
    annualized_carry: 'funding per eight hours * 1095 * 100, per cent, simple',
    nearest_dated: `the nearest voting maturity of the term structure, if that is at most ${DATED_EXPIRE_SECONDS} s old; it enters neither median nor regime`,
    regimes: {
      CONTANGO: `median >= ${BASIS_BAND_BPS}`,
      BACKWARDATION: `median <= -${BASIS_BAND_BPS}`,
      FLAT: 'otherwise',
    },
    quorum: BASIS_PARTS.quorum,
    confidence: BASIS_PARTS.confidenceRule,
  },

  everySeconds: 60,
  boards: () => boards,
  after: (subject) => [actorId(TERM_STRUCTURE, subject)],
  conclude: concludeBasis,

  sale: BASIS_SALE,
})
