import type { StoredDelivery } from '../../store/deliveries.ts'
import { attempt } from '../../webhooks/delivery.ts'
import type { CourierDesk } from './desk.ts'

/** One attempt of a delivery that was claimed, and what is kept of it. */

/** Longer than an attempt takes. */
export const CLAIM_MS = 60_000

export const deliver = async (
  { store, log, ...sender }: Pick<CourierDesk, 'store' | 'visitor' | 'keys' | 'clock' | 'random' | 'log'>,
  claimed: StoredDelivery,
): Promise<void> => {
  const { next, line } = await attempt(claimed, sender)
  const kept = await store.deliveries.record(claimed, line, next)
  // A courier that slept over its claim: another has made the same attempt.
  if (!kept) return log.warn('webhook.claim_lost', { webhook: claimed.id })
  const said = { webhook: claimed.id, attempt: claimed.made + 1, status: line.status, visit: line.visit }
  // A receiver that is down is its owner's matter, who reads it in the delivery log.
  if (next.kind === 'retry') log.info('webhook.failed', { ...said, nextAt: next.at })
  else if (next.kind === 'delivered') log.info('webhook.delivered', said)
  else log.warn(`webhook.${next.kind}`, said)
}
