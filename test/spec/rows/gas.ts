import { catalogue, sold, type Specified } from '../specified.ts'

export const GAS: readonly Specified[] = [
  ...sold({
    usd: '0.01',
    sats: 10,
    paths: `/oracle/gas/ethereum /oracle/gas/base /oracle/gas/arbitrum /oracle/gas/polygon /oracle/gas/optimism
            /oracle/gas/solana
            /oracle/gas/eth /oracle/gas/arb /oracle/gas/poly /oracle/gas/op /oracle/gas/sol`,
    fields: 'chain gasPriceGwei baseFeeGwei txCostUsd nativePriceUsd sources[] method timestamp',
    preview: 'chain cache_max_age_minutes',
    canonical:
      /^v1\|GAS\|(ethereum|base|arbitrum|polygon|optimism|solana)\|[\d.]+\|[\d.]+\|[\d.]+\|[\d.]+\|[a-z0-9,_-]+\|median\|\d+$/,
    catalogue: '/oracle/gas/catalogue',
  }),
  ...sold({
    usd: '0.05',
    sats: 50,
    paths: '/oracle/gas/index',
    fields: 'cheapest ranking[].rank ranking[].chain ranking[].txCostUsd',
    preview: 'cheapest cache_max_age_minutes',
    catalogue: '/oracle/gas/catalogue',
  }),
  catalogue('/oracle/gas/catalogue'),
]
