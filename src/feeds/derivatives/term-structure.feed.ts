import { FROZEN_MS } from '../boards/board-quote.ts'
import { actorId, defineFeed } from '../feed.ts'
import { LEAST_MATURITIES, LEAST_VOTING_DAYS, FLAT_BELOW_PCT, MOST_ANNUALIZED_PCT } from '../math/term-structure.ts'
import { SPOT } from '../prices/price-carry.ts'
import { DATED_PARTS, datedBoards, PAIR_SECONDS } from './dated.ts'
import { FURTHEST_DAYS, MOST_INDEX_OFF_SPOT } from './maturities.ts'
import { assetOfSubject, PERPETUAL_SUBJECTS } from './perpetual-subjects.ts'
import { TermStructureAnswer } from './term-structure-answer.ts'
import { TERM_STRUCTURE } from './term-structure-carry.ts'
import { termStructureExample } from './term-structure-example.ts'
import { TERM_STRUCTURE_SALE } from './term-structure-sale.ts'
import { concludeTermStructure, SPOT_EXPIRE_MS } from './term-structure.ts'

const [parts] = DATED_PARTS.values()

export const termStructure = defineFeed({
  ...TERM_STRUCTURE,
  family: 'derivatives',
  layer: 'Oracle Data',
  summary: 'The curve of dated futures: annualised carry of each maturity over several exchanges, slope and regime',
  noun: 'term structure',
  subjects: PERPETUAL_SUBJECTS,
  answer: TermStructureAnswer,
  exampleOf: termStructureExample,
  methodology: {
    venues: Object.fromEntries([...DATED_PARTS].map(([asset, { venues }]) => [asset, venues])),
    carry: `(mark / index - 1) * 365 / days * 100 of each future, per cent a year; mark and index are of the same venue and at most ${PAIR_SECONDS} seconds apart`,
    leftOut: `perpetuals, whatever date they are listed with, and so what ends more than ${FURTHEST_DAYS} days ahead; contracts that have expired; an index more than ${MOST_INDEX_OFF_SPOT * 100} % from our spot price; a mark or an index that has not moved for ${FROZEN_MS / 1_000} seconds; a carry of more than ${MOST_ANNUALIZED_PCT} % a year, up or down`,
    maturities:
      'one for each date of expiry in UTC; its carry is the median over venues, where the contracts of one venue have one vote together, which is their median. Inverse and linear contracts are pooled, since a carry is a ratio',
    futuresPrice: 'spot * median over venues of mark / index, in dollars',
    votes: `maturities ${LEAST_VOTING_DAYS} days or more ahead; nearer ones are listed`,
    regime: `CONTANGO if two thirds of the voting maturities are at ${FLAT_BELOW_PCT} % a year or above, BACKWARDATION if two thirds are at -${FLAT_BELOW_PCT} % or below, else FLAT; null below ${LEAST_MATURITIES} voting maturities`,
    slope: 'least squares of the printed carry on the square root of days, over the voting maturities',
    spot: `our median spot price; nothing is published if its oldest vote is older than ${SPOT_EXPIRE_MS / 1_000} seconds`,
    quorum: parts!.quorum,
    confidence: parts!.confidenceRule,
  },

  everySeconds: 60,
  boards: (subject) => datedBoards(assetOfSubject(subject)).map(([, board]) => board),
  after: (subject) => [actorId(SPOT, subject)],
  conclude: concludeTermStructure,

  sale: TERM_STRUCTURE_SALE,
})
