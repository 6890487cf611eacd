import { Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import { type PoolAccount, PoolAnswer, poolAnswer, USDC_PLACES, usdc } from '../../feeds/insurance/pool.ts'
import { PORT_SOURCES, SEA_PORTS } from '../../feeds/insurance/sea-ports.ts'
import { VESSEL_CLASS_IDS, VESSEL_CLASSES } from '../../feeds/insurance/vessel-classes.ts'
import { HOUR_SECONDS, inSeconds } from '../../time-units.ts'
import { type Endpoint, FREE } from '../wire/endpoint.ts'
import { jsonDocument } from '../wire/document.ts'
import { type QuoteDeps, quoteEndpoint } from './quote-endpoint.ts'

/** `/insurance/{ports,vessels,pool}` and the quote: all free. */

export interface InsuranceDeps extends QuoteDeps {
  readonly pool: PoolAccount
}

const Degrees = (most: number) => Type.Number({ minimum: -most, maximum: most, description: 'Decimal degrees' })
const Place = { lat: Degrees(90), lon: Degrees(180) }

const Ports = Type.Object(
  {
    count: Type.Integer(),
    ports: Type.Array(
      Type.Object({
        id: Type.String({ description: 'UN/LOCODE' }),
        name: Type.String(),
        country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
        region: Type.String(),
        ...Place,
        approach: Type.Object(Place, { description: 'Where sea lanes to it end' }),
      }),
    ),
    sources: Type.Array(Type.String()),
  },
  { title: 'InsurancePorts' },
)

const Vessels = Type.Object(
  {
    count: Type.Integer(),
    vessels: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        service_speed_kts: Type.Number({ description: 'In calm water' }),
        max_operable_wave_m: Type.Number({ description: 'Waves above which it normally turns aside or heaves to' }),
        exposure: Type.Number({ description: 'Payouts are multiplied by it' }),
        sum_insured_usdc: usdc('The sum that fractions are of'),
      }),
    ),
  },
  { title: 'InsuranceVessels' },
)

const portsDocument = () => ({
  count: SEA_PORTS.length,
  ports: SEA_PORTS.map((port) => ({ ...port })),
  sources: [...PORT_SOURCES],
})

const vesselsDocument = () => ({
  count: VESSEL_CLASS_IDS.length,
  vessels: VESSEL_CLASS_IDS.map((id) => {
    const { name, speedKts, mostWaveM, exposure, sumUsdc } = VESSEL_CLASSES[id]
    return {
      id,
      name,
      service_speed_kts: speedKts,
      max_operable_wave_m: mostWaveM,
      exposure,
      sum_insured_usdc: fixed(sumUsdc, USDC_PLACES),
    }
  }),
})

/** They change with the release alone. */
const KEPT = { 'cache-control': `public, max-age=${HOUR_SECONDS}` }

type Draft = Pick<Endpoint, 'path' | 'summary' | 'answer' | 'example' | 'handle'>

const read = (draft: Draft): Endpoint => ({
  method: 'GET',
  family: 'insurance',
  layer: 'Oracle Data',
  access: FREE,
  query: null,
  isTagged: true,
  contentType: 'application/json',
  ...draft,
})

export const insuranceEndpoints = (deps: InsuranceDeps): readonly Endpoint[] => {
  const [ports, vessels] = [portsDocument(), vesselsDocument()]
  const pool = poolAnswer(deps.pool, inSeconds(deps.clock.now()))
  return [
    read({
      path: '/insurance/ports',
      summary: `The ${ports.count} ports between which voyages are quoted`,
      answer: Ports,
      example: { ...ports, ports: ports.ports.slice(0, 1) },
      handle: jsonDocument(ports, KEPT),
    }),
    read({
      path: '/insurance/vessels',
      summary: `The ${vessels.count} classes of ships that are quoted`,
      answer: Vessels,
      example: vessels,
      handle: jsonDocument(vessels, KEPT),
    }),
    read({
      path: '/insurance/pool',
      summary: 'What stands behind quotes, as the operator states it',
      answer: PoolAnswer,
      example: poolAnswer(deps.pool, 1_795_003_300),
      handle: jsonDocument(pool, { 'cache-control': 'public, max-age=60' }),
    }),
    quoteEndpoint(deps),
  ]
}
