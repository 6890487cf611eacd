import { free, post, type Specified } from '../specified.ts'

/** Parametric insurance of voyages. */
export const INSURANCE: readonly Specified[] = [
  post(
    '/insurance/route/quote',
    'free',
    'origin destination departure vessel_class',
    `segments[].p_heavy segments[].p_severe segments[].p_extreme trigger_probabilities.heavy
     trigger_probabilities.severe trigger_probabilities.extreme seasonal[].premium_usdc premium_usdc`,
  ),
  free('/insurance/ports', 'ports[].id ports[].name'),
  free('/insurance/vessels', 'vessels[].id vessels[].name'),
  free('/insurance/pool', 'currency'),
]
