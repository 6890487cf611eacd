import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../ports.ts'
import { type WebhookKey, webhookKey } from '../../webhooks/standard-webhooks.ts'
import { BadKeys, makeSecrets, readSecret } from '../secret-file.ts'

/**
 * The key that signs webhooks, and nothing else: a seed of Ed25519, 64 hex digits, mode 0600. The courier calls
 * addresses that customers give us, so this and the Nostr key are the only keys it has.
 */
export const WEBHOOK_KEY_FILE = 'webhook.ed25519.key'

/** Creates the file if it is missing; returns the names of new files. */
export const createWebhookKey = (folder: string, random: Random): readonly string[] =>
  makeSecrets(
    folder,
    [join(folder, WEBHOOK_KEY_FILE)],
    random,
    (missing) => `${missing} is missing. Restore it from your backup.`,
  )

/** Throws `BadKeys` with a sentence for the operator. */
export const loadWebhookKey = (folder: string): WebhookKey => {
  const path = join(folder, WEBHOOK_KEY_FILE)
  if (!existsSync(path))
    throw new BadKeys(`${path} is missing. Start with "npm start" once to create keys, or set KEYS_DIR.`)
  return webhookKey(readSecret(path))
}

/** Receivers may have pinned this key, so it must not change without notice. */
export const assertWebhookKey = ({ publicKey }: WebhookKey, recorded: string | undefined): void => {
  if (recorded !== publicKey)
    throw new BadKeys(
      `the webhook key does not match the one this Redis has been signing with (${publicKey} against ${recorded}). ` +
        'Point KEYS_DIR at the original key, or REDIS_URL at the Redis that belongs to this one.',
    )
}
