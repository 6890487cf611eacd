import { createHmac } from 'node:crypto'
import type { HiddenTerms, Terms } from '../../dlc/terms/event-terms.ts'
import { encryptFor } from '../../webhooks/encrypted-secret.ts'
import { writeSharedSecret } from '../../webhooks/shared-secret.ts'
import type { EventSaleDeps } from './sale-deps.ts'

/**
 * What the receiver of a webhook checks it with. It follows from the manage token, so it is the same whenever the answer
 * is made again, and does not open what the token opens. The event keeps it sealed for the courier: it lies open only
 * where the token does, in the answer that is made for its buyer.
 */
const made = (manageToken: string): string =>
  writeSharedSecret(createHmac('sha256', manageToken).update('webhook').digest())

/** `null` where there is nothing to sign, and while no courier has said whom to seal it for: `v1a` does without. */
export const encryptedWebhookSecret = async (
  { webhookKey, paywall: { random } }: Pick<EventSaleDeps, 'webhookKey' | 'paywall'>,
  terms: Terms,
  manageToken: string,
): Promise<string | null> => {
  if (terms.kind !== 'threshold' || terms.webhookUrl === null) return null
  const key = await webhookKey()
  return key === null ? null : encryptFor(key, made(manageToken), random)
}

/** The one that the courier of this event signs with; `undefined` where it has none. */
export const webhookSecretOf = (
  { sealedWebhookSecret: sealed }: Pick<HiddenTerms, 'sealedWebhookSecret'>,
  manageToken: string,
): string | undefined => (sealed === undefined ? undefined : made(manageToken))
