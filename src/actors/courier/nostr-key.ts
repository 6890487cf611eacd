import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type NostrKey, nostrKey } from '../../nostr/event.ts'
import type { Random } from '../../ports.ts'
import { BadKeys, makeSecrets, readSecret } from '../secret-file.ts'

/**
 * The key that signs Nostr events, and nothing else: 64 hex digits, mode 0600. It is never the oracle's key, since the
 * process that signs for relays must not be able to sign an outcome.
 */
export const NOSTR_KEY_FILE = 'nostr.bip340.key'

/** Creates the file if it is missing; returns the names of new files. */
export const createNostrKey = (folder: string, random: Random): readonly string[] =>
  makeSecrets(
    folder,
    [join(folder, NOSTR_KEY_FILE)],
    random,
    (missing) => `${missing} is missing. Restore it from your backup.`,
  )

/** Throws `BadKeys` with a sentence for the operator. */
export const loadNostrKey = (folder: string): NostrKey => {
  const path = join(folder, NOSTR_KEY_FILE)
  if (!existsSync(path))
    throw new BadKeys(`${path} is missing. Start with "npm start" once to create keys, or set KEYS_DIR.`)
  return nostrKey(readSecret(path))
}

/** Readers follow the key that they saw first, so it must not change, and it must not be the oracle's key. */
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
