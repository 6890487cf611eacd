import { indexMethodology, type Input } from '../indices/index-methodology.ts'
import { FALLBACK } from '../reading.ts'
import { CLOSES_BOARDS } from './closes-boards.ts'
import { CLOSES_APART, COMMON } from './common-closes.ts'
import { CONTAGION_BANDS, CONTAGION_INDEX, type ContagionKey } from './contagion.ts'
import { EARLY_CLOSES } from './early-closes.ts'
import { DOLLAR_INPUT, linearScale, toldInput } from './equity-methodology.ts'
import { FOREIGN_UNTIL } from './session.ts'

/** The methodology of the contagion index. Its numbers are the constants that the computation uses. */

const VENUES = CLOSES_BOARDS.map(({ source }) => source.name).join(', ')
const CLOSES = `over ${COMMON.closes} common closes, at least ${COMMON.leastReturns} returns; bitcoin when New York closes, at 16:00 there or earlier on the days that its exchange has announced until ${EARLY_CLOSES.covers_until}: median of ${VENUES}, two of which lie within ${CLOSES_APART * 100} per cent of it`

const STANDS_IN = `from 00:00 to ${FOREIGN_UNTIL} UTC, Monday to Friday, it stands in for Tokyo and the euro area, and after ${EARLY_CLOSES.covers_until} for closes that nobody has announced: its confidence counts ${FALLBACK}`

const INPUTS: Readonly<Record<ContagionKey, Input>> = {
  corr: toldInput(
    'correlation',
    `Pearson's correlation of daily log returns of BTC/USD and the S&P 500 ${CLOSES}; ${STANDS_IN}`,
  ),
  eqv: toldInput('index', `VIX: in the session as it is quoted, later its close; ${STANDS_IN}`),
  dxy: DOLLAR_INPUT,
  beta: toldInput(
    'ratio',
    `slope by least squares of the returns of BTC/USD on those of the S&P 500 ${CLOSES}; ${STANDS_IN}`,
  ),
}

export const contagionMethodology = () =>
  indexMethodology({
    code: 'MSTI',
    weights: CONTAGION_INDEX.weights,
    places: CONTAGION_INDEX.places,
    inputs: INPUTS,
    normalizationOf: linearScale(CONTAGION_INDEX),
    regimes: CONTAGION_BANDS,
    canonicalTemplate:
      'v1|CONTAGION|MARKET|MSTI|<value>|INDEX|CORR:<corr>:<w>,EQV:<eqv>:<w>,DXY:<dxy>:<w>,BETA:<beta>:<w>|REGIME:<regime>|CONFIDENCE:<c>|METHOD:v1|<timestamp>|<nonce>',
    references: [
      'Forbes, Rigobon (2002), No contagion, only interdependence, J. Finance 57',
      'Fisher (1921), On the probable error of a coefficient of correlation, Metron 1',
    ],
  })
