import { affixed } from '../../canonical/affixed.ts'
import { measure } from '../../canonical/measure.ts'
import { place } from '../../canonical/place.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { TARIFF } from '../tariff.ts'
import { recountRoute } from './recount-ways.ts'
import { RouteAnswer } from './route-answer.ts'
import { SEA_STATES } from './sea-state.ts'
import { signedPlace } from './signed-place.ts'

const ROUTE_TOKENS = {
  from: place,
  to: place,
  max_wave_height_m: affixed('MAX:', measure(2), 'm'),
  mean_wave_height_m: affixed('MEAN:', measure(2), 'm'),
  worst_sea_state: oneOf(...SEA_STATES),
  distance_nm: measure(1),
}

/** `v1|MARINE_ROUTE|<from>|<to>|MAX:<m>m|MEAN:<m>m|<sea state>|<nautical miles>|SHA256:<content>|<timestamp>|<nonce>` */
export const ROUTE_SALE = boundSale('MARINE_ROUTE', ROUTE_TOKENS, {
  answer: RouteAnswer,
  path: '/oracle/marine/route/summary',
  price: TARIFF.marineRoute,
  catalogue: '/oracle/marine/catalogue',
  sellableSeconds: 3_000,
  preview: null,
  recompute: (_stated, body) => recountRoute(body),
  apart: ({ route: { from, to, distance_nm } }) => ({ from: signedPlace(from), to: signedPlace(to), distance_nm }),
})
