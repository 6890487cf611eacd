import { type Pair, SPOT_PAIRS } from '../prices/pairs.ts'

/** Pairs of coins whose option chains have enough quotes for an index. */
export const INDEX_PAIRS: readonly Pair[] = SPOT_PAIRS.filter(({ name }) => ['BTC/USD', 'ETH/USD'].includes(name))
