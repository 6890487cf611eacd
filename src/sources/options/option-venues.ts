import { bybitOptions } from './bybit-options.ts'
import type { OptionVenue } from './chain.ts'
import { deribitOptions } from './deribit-options.ts'
import { okxOptions } from './okx-options.ts'

/** The venues that tell a coin's whole chain with its forwards: the largest first, then its fallbacks, in this order. */
export const OPTION_VENUES: readonly OptionVenue[] = [deribitOptions, okxOptions, bybitOptions]
