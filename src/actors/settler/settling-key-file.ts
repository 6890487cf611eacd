import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from '../../shell-word.ts'
import { BadKeys } from '../secret-file.ts'

/** Where the key of own settlements lies. The launcher looks for it before it makes anything. */

/** 64 hex digits, mode 0600. */
export const SETTLING_KEY = 'settler.secp256k1.key'

/**
 * The path of the key. Throws `BadKeys` with a sentence for the operator. A missing key is not created: a new account has
 * no ether and settles nothing, and the ether of a lost key would be left behind.
 */
export const settlingKeyFile = (folder: string): string => {
  const path = join(folder, SETTLING_KEY)
  if (!existsSync(path))
    throw new BadKeys(
      `${path} is missing. Run: (umask 077; mkdir -p ${shellWord(folder)}; openssl rand -hex 32 > ${shellWord(path)}), ` +
        'then send the account named at the next start a little ether on the chain you settle on.',
    )
  return path
}
