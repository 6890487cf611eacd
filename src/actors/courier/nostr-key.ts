import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type NostrKey, nostrKey } from '../../nostr/event.ts'
import type { Random } from '../../ports.ts'
import { BadKeys, makeSecrets, readSecret } from '../secret-file.ts'

/**
 * The key that signs Nostr events, and nothing else: 64 hex digits, mode 0600. Never the oracle's: what signs words for
 * relays must not be able to sign an outcome.
 */
const FILE = 'nostr.bip340.key'

/** Makes the file when it is missing; says which it made. */
export const createNostrKey = (folder: string, random: Random): readonly string[] =>
  makeSecrets(folder, [join(folder, FILE)], random, (missing) => `${missing} is missing. Restore it from your backup.`)

/** Throws `BadKeys` with a sentence for the operator. */
export const loadNostrKey = (folder: string): NostrKey => {
  const path = join(folder, FILE)
  if (!existsSync(path))
    throw new BadKeys(`${path} is missing. Start with "npm start" once to create keys, or set KEYS_DIR.`)
  return nostrKey(readSecret(path))
}

/** Readers follow the key they first saw: another must not speak in its place, nor the oracle's own. */
export const assertNostrKey = (
  { publicKey }: NostrKey,
  recorded: { readonly nostr?: string; readonly dlc?: string },
): void => {
  if (recorded.dlc?.slice(2) === publicKey)
    throw new BadKeys('the Nostr key is the key of the DLC oracle. It must be a key of its own.')
  if (recorded.nostr !== publicKey)
    throw new BadKeys(
      `the Nostr key does not match the one this Redis has been publishing with (${publicKey} against ` +
        `${recorded.nostr}). Point KEYS_DIR at the original key, or REDIS_URL at the Redis that belongs to this one.`,
    )
}
