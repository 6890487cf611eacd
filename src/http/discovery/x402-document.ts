import { RAILS } from '../../canonical/snapshot.ts'
import { statedPrice } from '../../feeds/tariff.ts'
import type { Offer } from '../rails/offer.ts'
import { callOf, type Endpoint, markClosed } from '../wire/endpoint.ts'
import { requirementsFor, type X402Rail } from '../rails/x402.ts'
import { DESCRIPTION, type Instance } from './instance.ts'
import { layersOf } from './layers.ts'
import { withParameters } from './parameters.ts'

/**
 * `/.well-known/x402`. The x402 specification does not define it. This is a superset of what known clients read:
 * `version` and `resources` as addresses, `x402Version` and `accepts` per endpoint in both protocol versions. An address is
 * a call that can be made as it stands; `path` has its form, and `body` one that is accepted today.
 */
export const x402Document = (
  endpoints: readonly Endpoint[],
  instance: Instance,
  rail: X402Rail | null,
  nowTs: number,
) => {
  const paid = endpoints.flatMap((endpoint) =>
    endpoint.access.kind === 'paid' ? [{ endpoint, price: endpoint.access.price }] : [],
  )
  return {
    version: 1,
    x402Version: 2,
    x402Versions: [1, 2],
    name: instance.name,
    description: DESCRIPTION,
    mode: instance.mode,
    rails: instance.rails,
    layers: layersOf(endpoints),
    instructions:
      'Call a resource without payment: the 402 carries version 1 in the body, version 2 in PAYMENT-REQUIRED and L402 in WWW-Authenticate.',
    // These are addresses alone, so what is closed cannot be marked among them.
    resources: paid
      .filter(({ endpoint }) => !endpoint.lacks?.())
      .map(({ endpoint }) => instance.publicUrl + callOf(endpoint)),
    endpoints: paid.map(({ endpoint, price }) => {
      const url = instance.publicUrl + callOf(endpoint)
      const offer: Offer = {
        method: endpoint.method,
        price,
        url,
        description: endpoint.summary,
        example: {},
        request: '',
        rails: RAILS,
        askedAt: null,
      }
      const accepts = rail && requirementsFor(rail, offer)
      return {
        method: endpoint.method,
        url,
        path: endpoint.path,
        description: endpoint.summary,
        family: endpoint.family,
        layer: endpoint.layer,
        ...withParameters(endpoint),
        ...(endpoint.body && { body: endpoint.body.example(nowTs) }),
        ...statedPrice(price),
        ...markClosed(endpoint),
        ...(accepts && { paymentRequirements: accepts.v1, accepts: [accepts.v2] }),
      }
    }),
  }
}
