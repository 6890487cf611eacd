import { LLAMA_POOLS, type LlamaPool } from '../../../src/sources/lending/defillama.ts'
import { morphoMarkets } from '../../../src/sources/lending/morpho.ts'
import { gives, type Recordings, refused } from './reading.ts'
import { count, first } from './words.ts'

/** Yields of lending, by folder. Of contracts nothing was recorded. */

const pool = ({ protocol, chain, asset, supplyApy }: LlamaPool): string =>
  `${protocol} ${chain} ${asset} at ${supplyApy} % compounded`

/** Trimmed to five rows, of which savings alone are a market of ours; a page of Morpho without `status` is not asked. */
export const LENDING: Readonly<Record<string, Recordings>> = {
  defillama: {
    'yields-pools': gives(LLAMA_POOLS, (read) => `${count(read.length, 'pool')}: ${first(read.map(pool))}`),
  },
  // Asked without the fields that say whether a market is listed and what its loans cost.
  morpho: { 'graphql-markets': refused(morphoMarkets('ethereum')) },
}
