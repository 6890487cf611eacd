import { catalogue, sold, type Specified } from '../specified.ts'

const RATE = 'protocol chain asset supply_apr borrow_apr'

/** Lending rates and metrics. Protocols, chains and markets are ours: the contract names assets alone. */
export const DEFI: readonly Specified[] = [
  ...sold({
    usd: '0.05',
    paths: '/oracle/defi/yield/all',
    fields: 'rates[].protocol rates[].chain rates[].asset rates[].supply_apr',
    preview: 'cache_max_age_minutes',
    catalogue: '/oracle/defi/yield/catalogue',
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/defi/yield/compare',
    fields: 'asset ranking[].protocol ranking[].chain ranking[].supply_apr',
    preview: 'cache_max_age_minutes',
    catalogue: '/oracle/defi/yield/catalogue',
  }),
  ...sold({
    usd: '0.05',
    paths: `/oracle/defi/yield/best/usdc /oracle/defi/yield/best/usdt /oracle/defi/yield/best/weth
            /oracle/defi/yield/best/dai /oracle/defi/yield/best/wbtc`,
    fields: 'asset best.protocol best.chain best.supply_apr',
    preview: 'cache_max_age_minutes',
    catalogue: '/oracle/defi/yield/catalogue',
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/defi/yield/aave/ethereum/usdc /oracle/defi/yield/compound/base/usdc',
    fields: RATE,
    preview: 'cache_max_age_minutes',
    catalogue: '/oracle/defi/yield/catalogue',
  }),
  catalogue('/oracle/defi/yield/catalogue'),
  ...sold({
    usd: '0.05',
    paths: '/oracle/defi/metrics',
    fields: 'protocols[].protocol protocols[].tvl_usd protocols[].avg_supply_apr protocols[].utilization',
    preview: 'cache_max_age_minutes',
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/defi/metrics/aave /oracle/defi/metrics/compound',
    fields: 'protocol assets[].asset assets[].tvl_usd assets[].supply_apr assets[].utilization',
  }),
]
