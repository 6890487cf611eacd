import { affixed } from '../../canonical/affixed.ts'
import { measure } from '../../canonical/measure.ts'
import { place } from '../../canonical/place.ts'
import { integer, oneOf } from '../../canonical/token.ts'
import { WAVE_MODELS } from '../../sources/weather/providers.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { recountVoyage } from './recount-ways.ts'
import { SEA_STATES } from './sea-state.ts'
import { signedPlace } from './signed-place.ts'
import { VoyageAnswer } from './voyage-answer.ts'

const VOYAGE_TOKENS = {
  from: place,
  to: place,
  speed_kts: measure(1),
  max_forecast_wave_m: affixed('MAX:', measure(2), 'm'),
  worst_sea_state: oneOf(...SEA_STATES),
  heavy_weather_hours: integer,
  distance_nm: measure(1),
}

/**
 * `v1|MARINE_VOYAGE|<from>|<to>|<knots>|MAX:<m>m|<sea state>|<hours>|<nautical miles>|SHA256:<content>|<timestamp>|<nonce>`
 *
 * @param gridStep of the grid to which both ends are snapped, in ten-thousandths of a degree
 */
export const voyageSale = (gridStep: number) =>
  boundSale('MARINE_VOYAGE', VOYAGE_TOKENS, {
    answer: VoyageAnswer,
    path: '/oracle/marine/voyage/forecast',
    price: TARIFF.voyage,
    catalogue: '/oracle/marine/catalogue',
    sellableSeconds: 3_000,
    preview: null,
    recompute: (_stated, body) => recountVoyage(body, gridStep),
    apart: ({ departure, destination }) => ({ from: signedPlace(departure), to: signedPlace(destination) }),
  })

/** On the grid of the model whose documents and answers are the usual ones. */
export const USUAL_VOYAGE_SALE = voyageSale(WAVE_MODELS.at(-1)!.gridStep)
