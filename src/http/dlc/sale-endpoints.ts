import type { Endpoint } from '../wire/endpoint.ts'
import { type AttestDeps, attestEndpoints } from './attest-endpoints.ts'
import { cancelEndpoint } from './cancel-endpoint.ts'
import type { EventSaleDeps } from './sale-deps.ts'
import { createEndpoints } from './create-endpoints.ts'
import { deliveryEndpoint } from './delivery-endpoint.ts'
import { eventPreviewEndpoints } from './preview-endpoints.ts'

/** What changes events: creation and its previews, cancellation, the log of webhooks, attestation by hand. */
export const dlcSaleEndpoints = (deps: EventSaleDeps, admin: AttestDeps): readonly Endpoint[] => [
  ...createEndpoints(deps),
  ...eventPreviewEndpoints(deps),
  cancelEndpoint(deps),
  deliveryEndpoint(deps),
  ...attestEndpoints(admin),
]
