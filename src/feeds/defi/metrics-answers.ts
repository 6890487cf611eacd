import { type Static, Type } from '@sinclair/typebox'
import { integer, list, oneOf } from '../../canonical/token.ts'
import { groupBy } from '../../group-by.ts'
import { PROTOCOLS } from '../../sources/lending/lending-markets.ts'
import { LENDING_CHAINS } from '../../sources/lending/tokens.ts'
import { word } from '../answer-fields.ts'
import { boundSale } from '../bound-sale.ts'
import { DEFI_SALE } from './defi-sale.ts'
import { ROWS_FIELDS, rowsValues } from './defi-fields.ts'
import { RateRow } from './rate-row.ts'
import type { RateRows } from './rate-rows.ts'
import { recountMetrics, recountProtocol } from './recount-metrics.ts'
import { SIZE_FIELDS, sizesOf } from './sizes.ts'
import { mainNumber } from '../main-value.ts'

/** Sizes of protocols besides their envelopes, and how they are sold. */

const protocolField = word(PROTOCOLS, 'The protocol')

const ProtocolSizes = Type.Object({
  protocol: protocolField,
  chain: word(LENDING_CHAINS, 'Where'),
  asset_count: Type.Integer({ description: 'Assets that are read of it there' }),
  ...SIZE_FIELDS,
})

export const MetricsAnswer = Type.Object({
  total_tvl_usd: Type.Integer({ description: 'Of all rows, whole dollars' }),
  protocols: Type.Array(ProtocolSizes, { minItems: 1, description: 'By protocol and chain, the largest first' }),
  ...ROWS_FIELDS,
})
export type MetricsAnswer = Static<typeof MetricsAnswer>

/** The protocols that are sold by themselves. */
export const SOLD_PROTOCOLS = ['aave', 'compound', 'morpho', 'spark', 'moonwell'] as const

export const ProtocolAnswer = Type.Object({
  protocol: protocolField,
  ...SIZE_FIELDS,
  assets: Type.Array(RateRow, { minItems: 1, description: 'By chain and asset, the largest first' }),
  ...ROWS_FIELDS,
})
export type ProtocolAnswer = Static<typeof ProtocolAnswer>

const largestFirst = <T extends { readonly tvl_usd: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.tvl_usd - a.tvl_usd)

export const metricsAnswer = ({ rows, missing }: RateRows, now: number): MetricsAnswer => {
  const protocols = [...groupBy(rows, ({ protocol, chain }) => `${protocol} ${chain}`).values()].map((own) => ({
    protocol: own[0]!.protocol,
    chain: own[0]!.chain,
    asset_count: own.length,
    ...sizesOf(own),
  }))
  return {
    total_tvl_usd: protocols.reduce((sum, each) => sum + each.tvl_usd, 0),
    protocols: largestFirst(protocols),
    ...rowsValues(rows, missing, now),
  }
}

export const protocolAnswer = (
  protocol: (typeof PROTOCOLS)[number],
  { rows, missing }: RateRows,
  now: number,
): ProtocolAnswer => ({
  protocol,
  ...sizesOf(rows),
  assets: largestFirst(rows),
  ...rowsValues(rows, missing, now),
})

/** `v1|DEFI|METRICS|ALL|<tvl_usd>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const METRICS_SALE = boundSale(
  'DEFI',
  { kind: oneOf('METRICS'), scope: oneOf('ALL'), tvl_usd: integer, sources: list },
  {
    ...DEFI_SALE,
    answer: MetricsAnswer,
    path: '/oracle/defi/metrics',
    apart: ({ total_tvl_usd: tvl }) => ({ kind: 'METRICS' as const, scope: 'ALL' as const, tvl_usd: tvl }),
    preview: {
      staleMinutes: 60,
      main: mainNumber('total_tvl_usd', 'USD'),
      fields: ['total_tvl_usd', 'sources', 'confidence', 'degraded'],
    },
    recompute: recountMetrics,
  },
)

/** `v1|DEFI|METRICS|<protocol>|<tvl_usd>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const PROTOCOL_SALE = boundSale(
  'DEFI',
  { kind: oneOf('METRICS'), protocol: oneOf(...PROTOCOLS), tvl_usd: integer, sources: list },
  {
    ...DEFI_SALE,
    answer: ProtocolAnswer,
    path: '/oracle/defi/metrics/{protocol}',
    apart: () => ({ kind: 'METRICS' as const }),
    // A free copy of each part would be a free copy of the whole.
    preview: null,
    recompute: recountProtocol,
  },
)
