import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EcdsaSign, ecdsaSigner, ed25519Signer, type Signer } from '../canonical/signature.ts'
import type { Rail } from '../canonical/snapshot.ts'
import type { Random } from '../ports.ts'

/**
 * Reads the signing secrets of both rails. Worker processes alone import it; the server is never given the folder.
 * One file per key, 64 hex digits, mode 0600.
 */

/** One signer per rail. */
export type RailKeys = Readonly<Record<Rail, Signer>>

/** A key folder that must not be used as it is. The message says what to do. */
export class BadKeys extends Error {
  override readonly name = 'BadKeys'
}

/** File names by rail. */
const FILES: Readonly<Record<Rail, string>> = { l402: 'l402.secp256k1.key', x402: 'x402.ed25519.key' }

/** Order of secp256k1's group (SEC 2, section 2.4.1): a secret lies above 0 and below this. */
const SECP256K1_N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const readSecret = (path: string): Uint8Array => {
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) !== 0)
    throw new BadKeys(`${path} can be read by others (mode ${mode.toString(8)}). Run: chmod 600 ${path}`)
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new BadKeys(
      `${path} does not hold 64 hex digits. Restore it from your backup; a new key would be a new oracle.`,
    )
  const value = BigInt(`0x${text}`)
  if (value === 0n || value >= SECP256K1_N)
    throw new BadKeys(`${path} holds no valid key. Restore it from your backup.`)
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/** Makes the key files that are missing; says which. A folder that lost one of two keys is refused, not completed. */
export const createKeys = (folder: string, random: Random): readonly string[] => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const paths = Object.values(FILES).map((file) => join(folder, file))
  const missing = paths.filter((path) => !existsSync(path))
  if (missing.length > 0 && missing.length < paths.length)
    throw new BadKeys(`${missing.join(', ')} is missing beside the other keys. Restore it from your backup.`)
  for (const path of missing)
    writeFileSync(path, `${Buffer.from(random.bytes(32)).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return missing
}

/** Loads both rail keys. Throws `BadKeys` with a sentence for the operator. */
export const loadKeys = (folder: string, ecdsa?: EcdsaSign): RailKeys => {
  for (const file of Object.values(FILES))
    if (!existsSync(join(folder, file)))
      throw new BadKeys(
        `${join(folder, file)} is missing. Start with "npm start" once to create keys, or set KEYS_DIR.`,
      )
  return {
    l402: ecdsaSigner(readSecret(join(folder, FILES.l402)), ecdsa),
    x402: ed25519Signer(readSecret(join(folder, FILES.x402))),
  }
}

/** What buyers may have pinned must not change behind their backs. */
export const assertRecorded = (keys: RailKeys, recorded: Readonly<Partial<Record<Rail, string>>>): void => {
  for (const rail of Object.keys(keys) as Rail[])
    if (recorded[rail] !== keys[rail].publicKey)
      throw new BadKeys(
        `the ${rail} key does not match the one this Redis has been signing with ` +
          `(${keys[rail].publicKey.slice(0, 16)}… against ${String(recorded[rail]).slice(0, 16)}…). ` +
          'Point KEYS_DIR at the original keys, or REDIS_URL at the Redis that belongs to these.',
      )
}
