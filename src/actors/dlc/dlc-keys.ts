import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { xOnly } from '../../dlc/schnorr.ts'
import type { Random } from '../../ports.ts'
import { BadKeys } from '../keys.ts'

/**
 * The only file that reads the secrets of the DLC oracle. The signer alone imports it. Two files beside the rail keys,
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

/** Above zero and below the order of the group; a nonce root has no need of it, but chance never draws another. */
const isSecret = (bytes: Uint8Array): boolean => {
  try {
    return xOnly(bytes).length === 32
  } catch {
    return false
  }
}

const readSecret = (path: string): Uint8Array => {
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) !== 0)
    throw new BadKeys(`${path} can be read by others (mode ${mode.toString(8)}). Run: chmod 600 ${path}`)
  const text = readFileSync(path, 'utf8').trim()
  const secret = /^[0-9a-f]{64}$/.test(text) ? Uint8Array.fromHex(text) : null
  if (!secret || !isSecret(secret))
    throw new BadKeys(`${path} does not hold a key of 64 hex digits. Restore it from your backup.`)
  return secret
}

/** Makes the two files when both are missing; says which it made. One alone is refused: the other was lost. */
export const createDlcKeys = (folder: string, random: Random): readonly string[] => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const missing = pathsIn(folder).filter((path) => !existsSync(path))
  if (missing.length === 1)
    throw new BadKeys(
      `${missing[0]} is missing beside the other DLC key. Restore it from your backup: ` +
        'without it open events can never be attested.',
    )
  for (const path of missing)
    writeFileSync(path, `${Buffer.from(random.bytes(32)).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return missing
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
