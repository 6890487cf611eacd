import { type SettlingAccount, settlingAccount } from '../../chain/transfer.ts'
import { readSecret } from '../secret-file.ts'
import { settlingKeyFile } from './settling-key-file.ts'

/** The key that pays the gas of x402 settlements. Only its ether is at risk, since payments go to PAY_TO. */

/** Reads the key; throws `BadKeys` with a sentence for the operator. */
export const loadSettlingKey = (folder: string): SettlingAccount => settlingAccount(readSecret(settlingKeyFile(folder)))
