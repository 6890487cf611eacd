import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type EcdsaSign, ecdsaSigner, ed25519Signer, type Signer } from '../../canonical/signature.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import type { Random } from '../../ports.ts'
import { BadKeys, makeSecrets, readSecret } from '../secret-file.ts'

/**
 * Reads the signing secrets of both rails. Worker processes alone import it; the server is never given the folder.
 */

/** One signer per rail. */
export type RailKeys = Readonly<Record<Rail, Signer>>

/** File names by rail. */
export const RAIL_KEY_FILES: Readonly<Record<Rail, string>> = { l402: 'l402.secp256k1.key', x402: 'x402.ed25519.key' }

/** Creates both key files if both are missing; returns their names. If only one is missing it was lost: refused. */
export const createKeys = (folder: string, random: Random): readonly string[] => {
  const paths = Object.values(RAIL_KEY_FILES).map((file) => join(folder, file))
  return makeSecrets(
    folder,
    paths,
    random,
    (missing) => `${missing} is missing beside the other keys. Restore it from your backup.`,
  )
}

/** What signs the answers of a rail with this secret. */
export const railSigner = (rail: Rail, secret: Uint8Array, ecdsa?: EcdsaSign): Signer =>
  rail === 'l402' ? ecdsaSigner(secret, ecdsa) : ed25519Signer(secret)

/** Loads both rail keys. Throws `BadKeys` with a sentence for the operator. */
export const loadKeys = (folder: string, ecdsa?: EcdsaSign): RailKeys => {
  for (const file of Object.values(RAIL_KEY_FILES))
    if (!existsSync(join(folder, file)))
      throw new BadKeys(
        `${join(folder, file)} is missing. Start with "npm start" once to create keys, or set KEYS_DIR.`,
      )
  return {
    l402: railSigner('l402', readSecret(join(folder, RAIL_KEY_FILES.l402)), ecdsa),
    x402: railSigner('x402', readSecret(join(folder, RAIL_KEY_FILES.x402))),
  }
}

/**
 * Buyers may have pinned a public key, so it must not change without notice.
 *
 * @param documented keys of which there are documents: those may have followed one another
 */
export const assertRecorded = (
  keys: RailKeys,
  recorded: Readonly<Partial<Record<Rail, string>>>,
  documented: readonly string[] = [],
): void => {
  for (const rail of Object.keys(keys) as Rail[])
    if (recorded[rail] !== keys[rail].publicKey && !documented.includes(recorded[rail] ?? ''))
      throw new BadKeys(
        `the ${rail} key does not match the one this Redis has been signing with ` +
          `(${keys[rail].publicKey.slice(0, 16)}… against ${String(recorded[rail]).slice(0, 16)}…). ` +
          'Point KEYS_DIR at the original keys, or REDIS_URL at the Redis that belongs to these.',
      )
}
