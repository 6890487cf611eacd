import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { xOnly } from '../../dlc/wire/schnorr.ts'
import type { Random } from '../../ports.ts'
import { BadKeys, makeSecrets, readSecret } from '../secret-file.ts'

/**
 * The only file that reads the secrets of the DLC oracle, and only the signer gets them. They are two files beside the
 * rail keys, 64 hex digits each, mode 0600, independent of each other. They are used for nothing else: every other use
 * of this key would be another way to lose it.
 */

export interface DlcKeys {
  /** Signs announcements, attestations, and the document of this key. */
  readonly key: Uint8Array
  /** All nonces are derived from it. With it and one attestation anybody can compute the key. */
  readonly nonceRoot: Uint8Array
}

export const DLC_KEY_FILES: Readonly<Record<keyof DlcKeys, string>> = {
  key: 'dlc.signing.key',
  nonceRoot: 'dlc.nonce-root.key',
}

const pathsIn = (folder: string): readonly string[] => Object.values(DLC_KEY_FILES).map((file) => join(folder, file))

/** Creates the two files if both are missing; returns their names. If only one is missing it was lost: refused. */
export const createDlcKeys = (folder: string, random: Random): readonly string[] => {
  const lost = (missing: string) =>
    `${missing} is missing beside the other DLC key. Restore it from your backup: ` +
    'without it open events can never be attested.'
  return makeSecrets(folder, pathsIn(folder), random, lost)
}

/** Throws `BadKeys` with a sentence for the operator. */
export const loadDlcKeys = (folder: string): DlcKeys => {
  for (const path of pathsIn(folder))
    if (!existsSync(path))
      throw new BadKeys(`${path} is missing. Start with "npm start" once to create keys, or set KEYS_DIR.`)
  const keys = {
    key: readSecret(join(folder, DLC_KEY_FILES.key)),
    nonceRoot: readSecret(join(folder, DLC_KEY_FILES.nonceRoot)),
  }
  if (keys.key.toHex() === keys.nonceRoot.toHex())
    throw new BadKeys(`${folder}: the DLC signing key and its nonce root are the same. They must be independent.`)
  return keys
}

/** The x-only public key, hex, for commands that need no secret. Throws `BadKeys`. */
export const loadOracleKey = (folder: string): string => xOnly(loadDlcKeys(folder).key).toHex()
