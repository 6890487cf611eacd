import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { xOnly } from '../../dlc/wire/schnorr.ts'
import type { Random } from '../../ports.ts'
import { BadKeys, makeSecrets, readSecret } from '../secret-file.ts'

/**
 * The only file that reads the secrets of the DLC oracle. Only the signer is handed them. Two files beside the rail keys,
 * 64 hex digits each, mode 0600, independent of each other and used for nothing else: another surface that signs with
 * this key would be another way to lose it.
 */

export interface DlcKeys {
  /** Signs announcements and attestations. */
  readonly key: Uint8Array
  /** What all nonces are derived from: whoever has it and one attestation has the key. */
  readonly nonceRoot: Uint8Array
}

const FILES: Readonly<Record<keyof DlcKeys, string>> = {
  key: 'dlc.signing.key',
  nonceRoot: 'dlc.nonce-root.key',
}

const pathsIn = (folder: string): readonly string[] => Object.values(FILES).map((file) => join(folder, file))

/** Makes the two files when both are missing; says which it made. One alone is refused: the other was lost. */
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
  const keys = { key: readSecret(join(folder, FILES.key)), nonceRoot: readSecret(join(folder, FILES.nonceRoot)) }
  if (keys.key.toHex() === keys.nonceRoot.toHex())
    throw new BadKeys(`${folder}: the DLC signing key and its nonce root are the same. They must be independent.`)
  return keys
}

/** The x-only public key, hex, for those who only ask whose files these are. Throws `BadKeys`. */
export const loadOracleKey = (folder: string): string => xOnly(loadDlcKeys(folder).key).toHex()
