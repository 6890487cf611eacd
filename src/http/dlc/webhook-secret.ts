import { createHmac } from 'node:crypto'
import type { HiddenTerms, Terms } from '../../dlc/terms/event-terms.ts'
import { encryptFor } from '../../webhooks/encrypted-secret.ts'
import { writeSharedSecret } from '../../webhooks/shared-secret.ts'
import type { EventSaleDeps } from './sale-deps.ts'

/**
 * The secret with which the receiver of a webhook verifies it. It is derived from the manage token, so a repeated
 * answer has the same secret, and it does not give the rights of the token. The event stores it encrypted for the
 * courier. It is in plain text only in the answer for its buyer, like the token.
 */
const made = (manageToken: string): string =>
  writeSharedSecret(createHmac('sha256', manageToken).update('webhook').digest())

/** `null` without a webhook, or while no courier has recorded a key to encrypt for; `v1a` needs no secret. */
export const encryptedWebhookSecret = async (
  { webhookKey, paywall: { random } }: Pick<EventSaleDeps, 'webhookKey' | 'paywall'>,
  terms: Terms,
  manageToken: string,
): Promise<string | null> => {
  if (terms.kind !== 'threshold' || terms.webhookUrl === null) return null
  const key = await webhookKey()
  return key === null ? null : encryptFor(key, made(manageToken), random)
}

/** The secret with which the courier signs webhooks of this event; `undefined` if it has none. */
export const webhookSecretOf = (
  { sealedWebhookSecret: sealed }: Pick<HiddenTerms, 'sealedWebhookSecret'>,
  manageToken: string,
): string | undefined => (sealed === undefined ? undefined : made(manageToken))
