import type { Json } from '../../canonical/jcs.ts'
import { cboe } from '../../sources/equities/cboe.ts'
import { yahoo } from '../../sources/equities/yahoo.ts'
import { ecbSource } from '../../sources/central-banks/ecb.ts'
import { indexMethodology, type Input } from '../indices/index-methodology.ts'
import type { LinearIndex } from '../indices/linear-index.ts'
import { FALLBACK } from '../reading.ts'
import { DOLLAR_LIFETIME } from './dollar-momentum.ts'
import { EQUITY_BANDS } from './equity-bands.ts'
import { EQUITY_STRESS_INDEX, type EquityStressKey } from './equity-stress.ts'
import { TRADING_DAYS_PER_YEAR, WINDOWS } from './market-measures.ts'
import { AGREED_POINTS, EQUITY_LIFETIME, SAME_CLOSE } from './market-tellers.ts'
import { NQ_VOLATILITY_INDEX, type NqVolatilityKey } from './nq-volatility.ts'

/** The methodologies of the equity indices. Their numbers are the constants that the computation uses. */

/** An input from the tellers of markets. */
export const toldInput = (unit: string, raw: string): Input => ({
  unit,
  raw,
  sources: [cboe.name, yahoo.name],
  fallback: `one teller alone counts ${FALLBACK}; two whose scores lie more than ${AGREED_POINTS} points apart are no value, nor is anything of a symbol whose last common closes differ by more than ${SAME_CLOSE * 100} % where it is traded. A file of the operator stands alone, whole`,
  lifetime: EQUITY_LIFETIME,
})

export const DOLLAR_INPUT: Input = {
  unit: 'per cent',
  raw: `100 * (index / index ${WINDOWS.momentum.days} business days earlier - 1), of the dollar index by fixings`,
  sources: [ecbSource.name],
  lifetime: DOLLAR_LIFETIME,
}

const { range, returns, momentum, drawdown } = WINDOWS
const RANGE = `sqrt(${TRADING_DAYS_PER_YEAR} / (4 n ln 2) * sum of ln(high/low)^2) over the last ${range.days} complete days, at least ${range.least}`

const VVIX = toldInput('index', 'VVIX')

const STRESS_INPUTS: Readonly<Record<EquityStressKey, Input>> = {
  vix: toldInput('index', 'VIX: in the session as it is quoted, later its close'),
  ivrv: toldInput(
    'ratio',
    `VIX / (100 * sample deviation of ln(close/close before) * sqrt(${TRADING_DAYS_PER_YEAR})) of the S&P 500 over ${returns.days} days, at least ${returns.least}`,
  ),
  vvix: VVIX,
  credit: toldInput(
    'per cent',
    `100 * (1 - q / highest q of ${drawdown.days} days), q = HYG / LQD, closes without dividends`,
  ),
  dxy: DOLLAR_INPUT,
}

const NQ_INPUTS: Readonly<Record<NqVolatilityKey, Input>> = {
  rv: toldInput('per cent a year', `100 * ${RANGE}, Nasdaq-100`),
  ts: toldInput('ratio', 'VIX9D / VIX'),
  beta: toldInput('ratio', `${RANGE} of the Nasdaq-100 / the same of the S&P 500`),
  vvix: VVIX,
  mom: toldInput('per cent', `100 * (close / close ${momentum.days} days earlier - 1), Nasdaq-100`),
}

/** The scale of one component, as it is published. */
export const linearScale =
  <K extends string>({ scales }: LinearIndex<K>) =>
  (key: K): Json => {
    const { lo, hi } = scales[key]
    return { form: 'lin', of: 'value', lo, hi }
  }

const REFERENCES = [
  'Whaley (2009), Understanding the VIX, J. Portfolio Management 35',
  'Parkinson (1980), The extreme value method for estimating the variance of the rate of return, J. Business 53',
]

export const equityStressMethodology = () =>
  indexMethodology({
    code: 'MESI',
    weights: EQUITY_STRESS_INDEX.weights,
    places: EQUITY_STRESS_INDEX.places,
    inputs: STRESS_INPUTS,
    normalizationOf: linearScale(EQUITY_STRESS_INDEX),
    regimes: EQUITY_BANDS,
    canonicalTemplate:
      'v1|STRESS|EQUITY|MESI|<value>|INDEX|VIX:<vix>:<w>,IVRV:<ivrv>:<w>,VVIX:<vvix>:<w>,CREDIT:<credit>:<w>,DXY:<dxy>:<w>|REGIME:<regime>|CONFIDENCE:<c>|METHOD:v1|<timestamp>|<nonce>',
    references: REFERENCES,
  })

export const nqVolatilityMethodology = () =>
  indexMethodology({
    code: 'MNVI',
    weights: NQ_VOLATILITY_INDEX.weights,
    places: NQ_VOLATILITY_INDEX.places,
    inputs: NQ_INPUTS,
    normalizationOf: linearScale(NQ_VOLATILITY_INDEX),
    regimes: EQUITY_BANDS,
    canonicalTemplate:
      'v1|VOLATILITY|NQUSD|MNVI|<value>|INDEX|RV:<rv>:<w>,TS:<ts>:<w>,BETA:<beta>:<w>,VVIX:<vvix>:<w>,MOM:<mom>:<w>|REGIME:<regime>|CONFIDENCE:<c>|METHOD:v1|<timestamp>|<nonce>',
    references: REFERENCES,
  })
