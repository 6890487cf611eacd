import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type SettlingAccount, settlingAccount } from '../../chain/transfer.ts'
import { BadKeys, readSecret } from '../secret-file.ts'

/** The key that pays the gas of x402 settlements. Only its ether is at risk, since payments go to PAY_TO. */

/** 64 hex digits, mode 0600. */
export const SETTLING_KEY = 'settler.secp256k1.key'

/**
 * Reads the key; throws `BadKeys` with a sentence for the operator. A missing key is not created: a new account has no
 * ether and settles nothing, and the ether of a lost key would be left behind.
 */
export const loadSettlingKey = (folder: string): SettlingAccount => {
  const path = join(folder, SETTLING_KEY)
  if (!existsSync(path))
    throw new BadKeys(
      `${path} is missing. Run: (umask 077; openssl rand -hex 32 > ${path}), ` +
        'then send the account named at the next start a little ether on the chain you settle on.',
    )
  return settlingAccount(readSecret(path))
}
