import { bybitOptions } from './bybit-options.ts'
import type { OptionVenue } from './chain.ts'
import { deribitOptions } from './deribit-options.ts'
import { okxOptions } from './okx-options.ts'

/** Where options are read: the venue that most are traded at, then those that stand in for it, in this order. */
export const OPTION_VENUES: readonly OptionVenue[] = [deribitOptions, okxOptions, bybitOptions]
