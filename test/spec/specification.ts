import type { Specified } from './specified.ts'
import { CALENDAR } from './rows/calendar.ts'
import { COMPUTE } from './rows/compute.ts'
import { DEFI } from './rows/defi.ts'
import { DERIVATIVES } from './rows/derivatives.ts'
import { DLC } from './rows/dlc.ts'
import { ECON } from './rows/econ.ts'
import { GAS } from './rows/gas.ts'
import { HISTORY } from './rows/history.ts'
import { INDICES } from './rows/indices.ts'
import { INFERENCE } from './rows/inference.ts'
import { INSURANCE } from './rows/insurance.ts'
import { INTELLIGENCE } from './rows/intelligence.ts'
import { PLACES } from './rows/places.ts'
import { PRICES } from './rows/prices.ts'
import { REGIMES } from './rows/regimes.ts'
import { SERVICE } from './rows/service.ts'

/** Every path of the customer's contract. */
export const SPECIFICATION: readonly Specified[] = [
  ...SERVICE,
  ...PRICES,
  ...ECON,
  ...INDICES,
  ...REGIMES,
  ...INTELLIGENCE,
  ...PLACES,
  ...GAS,
  ...DERIVATIVES,
  ...DEFI,
  ...COMPUTE,
  ...INFERENCE,
  ...CALENDAR,
  ...HISTORY,
  ...DLC,
  ...INSURANCE,
]
