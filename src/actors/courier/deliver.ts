import type { StoredDelivery } from '../../store/events/deliveries.ts'
import { attempt } from '../../webhooks/delivery.ts'
import { sharedSecretSigner } from '../../webhooks/shared-secret.ts'
import type { WebhookSigner } from '../../webhooks/standard-webhooks.ts'
import type { CourierDeps } from './deps.ts'

/** One attempt of a claimed delivery, and the record of its result. */

/** Longer than an attempt takes. */
export const CLAIM_MS = 60_000

type Deps = Pick<CourierDeps, 'store' | 'visitor' | 'keys' | 'clock' | 'random' | 'log' | 'meter'>

/** Signs `v1` with the secret of this event; `null` for an event of a release without such secrets. */
const ownSigner = async (
  { store, keys, log }: Deps,
  { id, eventId }: StoredDelivery,
): Promise<WebhookSigner | null> => {
  const sealed = (await store.events.read(eventId))?.hidden.sealedWebhookSecret
  if (sealed === undefined) return null
  const secret = keys.map((key) => key.open(sealed)).find((text) => text !== null)
  const signer = secret === undefined ? null : sharedSecretSigner(secret)
  // It is sent all the same: a receiver that checks `v1a` accepts it. For the others it is tried again.
  if (signer === null) log.error('webhook.secret_unreadable', { webhook: id })
  return signer
}

export const deliver = async (deps: Deps, claimed: StoredDelivery): Promise<void> => {
  const { store, keys, log, meter, ...sender } = deps
  const own = await ownSigner(deps, claimed)
  const { next, line } = await attempt(claimed, { ...sender, signers: own === null ? keys : [...keys, own] })
  const kept = await store.deliveries.record(claimed, line, next)
  // The claim of this courier expired meanwhile, and another has made the same attempt.
  if (!kept) return log.warn('webhook.claim_lost', { webhook: claimed.id })
  meter.count('claros_webhook_attempts_total', { outcome: next.kind })
  const said = { webhook: claimed.id, attempt: claimed.made + 1, status: line.status, visit: line.visit }
  // A failing receiver concerns its owner, who sees this in the delivery log.
  if (next.kind === 'retry') log.info('webhook.failed', { ...said, nextAt: next.at })
  else if (next.kind === 'delivered') log.info('webhook.delivered', said)
  else log.warn(`webhook.${next.kind}`, said)
}
