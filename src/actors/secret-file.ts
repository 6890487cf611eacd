import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { isOpenToOthers, modeText } from '../files/open-to-others.ts'
import { writeNew } from '../files/write-whole.ts'
import type { Random } from '../ports.ts'
import { shellWord } from '../shell-word.ts'

/** One secret, one file: 64 hex digits, mode 0600, in a folder of mode 0700. */

/** A key folder that must not be used as it is. The message says what to do. */
export class BadKeys extends Error {
  override readonly name = 'BadKeys'
}

/** Order of secp256k1's group (SEC 2, section 2.4.1): a secret is above 0 and below this. */
const SECP256K1_N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Throws `BadKeys` for a file that others can read, or that holds no secret. */
export const readSecret = (path: string): Uint8Array => {
  const found = statSync(path)
  if (isOpenToOthers(found))
    throw new BadKeys(`${path} can be read by others (mode ${modeText(found)}). Run: chmod 600 ${shellWord(path)}`)
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new BadKeys(`${path} does not hold 64 hex digits. Restore it from your backup; a new key would be another.`)
  const value = BigInt(`0x${text}`)
  if (value === 0n || value >= SECP256K1_N)
    throw new BadKeys(`${path} holds no valid key. Restore it from your backup.`)
  return new Uint8Array(Buffer.from(text, 'hex'))
}

/** Where a key lies that was made beforehand and follows the one in this file. */
export const nextFile = (path: string): string => path.replace(/\.key$/, '.next.key')

/** Where the key lies that the one in this file has followed. */
export const formerFile = (path: string): string => path.replace(/\.key$/, '.old.key')

export const spareFiles = (path: string): readonly string[] => [formerFile(path), nextFile(path)]

/** Makes a secret that is on the disk when this returns. Throws where a file is there. */
export const makeSecret = (path: string, random: Random): void =>
  writeNew(path, `${Buffer.from(random.bytes(32)).toString('hex')}\n`)

/**
 * Creates the files when all of them are missing, and returns which. When only some are missing they were lost:
 * refused.
 *
 * @param lost the sentence about the missing files
 */
export const makeSecrets = (
  folder: string,
  paths: readonly string[],
  random: Random,
  lost: (missing: string) => string,
): readonly string[] => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const missing = paths.filter((path) => !existsSync(path))
  if (missing.length > 0 && missing.length < paths.length) throw new BadKeys(lost(missing.join(', ')))
  for (const path of missing) makeSecret(path, random)
  return missing
}
