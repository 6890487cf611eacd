import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import { EnumBody, NumericBody, ThresholdBody } from '../../dlc/terms/schema.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import type { EndpointBody } from '../wire/endpoint.ts'

/** Create bodies for documents. Each is accepted as it is. */

/** Far enough ahead, so that an old copy of the documents still shows a valid example. */
const AHEAD_SECONDS = 180 * DAY_SECONDS

const inHalfAYear = (nowTs: number): number => Math.floor((nowTs + AHEAD_SECONDS) / DAY_SECONDS) * DAY_SECONDS

export const CREATE_BODIES: Readonly<Record<EventKind, EndpointBody>> = {
  threshold: {
    schema: ThresholdBody,
    example: (nowTs) => ({ pair: 'BTCUSD', strike: 80_000, direction: 'below', expiry: inHalfAYear(nowTs) }),
  },
  enum: {
    schema: EnumBody,
    example: (nowTs) => ({
      label: 'BTC/USD below, between or above 80,000 and 120,000',
      outcomes: ['low', 'middle', 'high'],
      maturityTs: inHalfAYear(nowTs),
      metadata: { resolverConfig: { kind: 'price_buckets', source: 'BTCUSD', boundaries: [80_000, 120_000] } },
    }),
  },
  numeric: {
    schema: NumericBody,
    example: (nowTs) => ({
      label: 'BTC/USD in whole dollars',
      maturityTs: inHalfAYear(nowTs),
      base: 2,
      nbDigits: 20,
      unit: 'USD',
      metadata: { resolverConfig: { kind: 'price_source', source: 'BTCUSD' } },
    }),
  },
}
