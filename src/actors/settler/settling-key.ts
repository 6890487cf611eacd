import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type SettlingAccount, settlingAccount } from '../../chain/transfer.ts'
import { BadKeys } from '../keys.ts'

/** The key that pays the gas of x402 settlements. It can lose its ether and nothing else: money only goes to PAY_TO. */

/** 64 hex digits, mode 0600. */
export const SETTLING_KEY = 'settler.secp256k1.key'

/** Order of secp256k1's group (SEC 2, section 2.4.1): a secret lies above 0 and below this. */
const SECP256K1_N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * Reads the key; throws `BadKeys` with a sentence for the operator. It is not made when it is missing: an account
 * without ether settles nothing, and a fresh one in place of a lost one would leave the lost one's ether behind.
 */
export const loadSettlingKey = (folder: string): SettlingAccount => {
  const path = join(folder, SETTLING_KEY)
  if (!existsSync(path))
    throw new BadKeys(
      `${path} is missing. Run: (umask 077; openssl rand -hex 32 > ${path}), ` +
        'then send the account named at the next start a little ether on the chain you settle on.',
    )
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) !== 0)
    throw new BadKeys(`${path} can be read by others (mode ${mode.toString(8)}). Run: chmod 600 ${path}`)
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new BadKeys(`${path} does not hold 64 hex digits. Restore it from your backup.`)
  const value = BigInt(`0x${text}`)
  if (value === 0n || value >= SECP256K1_N)
    throw new BadKeys(`${path} holds no valid key. Restore it from your backup.`)
  return settlingAccount(new Uint8Array(Buffer.from(text, 'hex')))
}
