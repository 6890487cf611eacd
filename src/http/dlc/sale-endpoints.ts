import type { Endpoint } from '../wire/endpoint.ts'
import { type AdminDesk, attestEndpoints } from './attest-endpoints.ts'
import { cancelEndpoint } from './cancel-endpoint.ts'
import type { DlcCounter } from './counter.ts'
import { createEndpoints } from './create-endpoints.ts'
import { deliveryEndpoint } from './delivery-endpoint.ts'
import { eventPreviewEndpoints } from './preview-endpoints.ts'

/** What changes events: creation and its previews, cancellation, the log of webhooks, attestation by hand. */
export const dlcSaleEndpoints = (counter: DlcCounter, admin: AdminDesk): readonly Endpoint[] => [
  ...createEndpoints(counter),
  ...eventPreviewEndpoints(counter),
  cancelEndpoint(counter),
  deliveryEndpoint(counter),
  ...attestEndpoints(admin),
]
