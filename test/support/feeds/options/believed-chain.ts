import type { BelievedChain } from '../../../../src/feeds/options/chains/believed-chains.ts'
import { type KeptOption, keptExpiries } from '../../../../src/feeds/options/kept/kept-option.ts'

/** The chain of a venue that is believed, fresh and whole, as of this moment. */
export const believedChain = (
  options: readonly KeptOption[],
  at: number,
  more: Partial<BelievedChain> = {},
): BelievedChain => ({
  source: 'deribit',
  isPrimary: true,
  at,
  fresh: 1,
  coverage: 1,
  isThin: false,
  slices: [],
  points: [],
  kept: keptExpiries(options),
  ...more,
})
