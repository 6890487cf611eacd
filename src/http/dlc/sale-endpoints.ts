import type { Endpoint } from '../wire/endpoint.ts'
import { type AttestDeps, attestEndpoints } from './attest-endpoints.ts'
import { cancelEndpoint } from './cancel-endpoint.ts'
import type { EventSaleDeps } from './counter.ts'
import { createEndpoints } from './create-endpoints.ts'
import { deliveryEndpoint } from './delivery-endpoint.ts'
import { eventPreviewEndpoints } from './preview-endpoints.ts'

/** What changes events: creation and its previews, cancellation, the log of webhooks, attestation by hand. */
export const dlcSaleEndpoints = (counter: EventSaleDeps, admin: AttestDeps): readonly Endpoint[] => [
  ...createEndpoints(counter),
  ...eventPreviewEndpoints(counter),
  cancelEndpoint(counter),
  deliveryEndpoint(counter),
  ...attestEndpoints(admin),
]
