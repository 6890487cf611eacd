import { readFileSync } from 'node:fs'
import { keyAccount } from '../../client/src/key-account.ts'
import { l402 } from '../../client/src/l402.ts'
import { nwc } from '../../client/src/nwc.ts'
import type { Payer } from '../../client/src/payer.ts'
import { x402 } from '../../client/src/x402.ts'
import type { Environment } from './data-folder.ts'

/** The wallets that a person's own commands pay with, from the environment. */

/** A complaint about what a command is given; the text says what to write instead, and holds no secret. */
export class BadPurchase extends Error {
  override readonly name = 'BadPurchase'
}

/** Settings of each wallet: the secret itself, or a file with it. */
export const DOLLAR_WALLET = ['CLAROS_WALLET_KEY', 'CLAROS_WALLET_FILE'] as const
export const LIGHTNING_WALLET = ['CLAROS_NWC', 'CLAROS_NWC_FILE'] as const

/** A secret from the environment, or from a file that it names. It is never an argument: those are seen by everybody. */
const secret = (env: Environment, [name, file]: readonly [string, string]): string => {
  const path = env[file]
  try {
    const found = path ? readFileSync(path, 'utf8').trim() : env[name]
    if (found) return found
  } catch {
    throw new BadPurchase(`${file} names a file that cannot be read.`)
  }
  throw new BadPurchase(`set ${file} to a file with it, or ${name}.`)
}

/** @param maxUsd the most for one answer, dollars in decimal text */
export const dollarPayer = (maxUsd: string, env: Environment): Payer => {
  const account = keyAccount(secret(env, DOLLAR_WALLET))
  const network = env['CLAROS_NETWORK'] || 'base'
  if (network !== 'base' && network !== 'base-sepolia') throw new BadPurchase('CLAROS_NETWORK is base or base-sepolia.')
  return x402({ account, maxUsd, network })
}

/**
 * @param maxSats the most for one answer
 * @param timeoutMs how long the wallet may take to pay
 */
export const lightningPayer = (maxSats: number, env: Environment, timeoutMs?: number): Payer => {
  const payInvoice = nwc(secret(env, LIGHTNING_WALLET), { ...(timeoutMs !== undefined && { timeoutMs }) })
  return l402({ payInvoice, maxSats })
}

/** Limits and wallets judge what they are given: their complaints are ones about the command, too. */
export const complaining = <T>(read: () => T): T => {
  try {
    return read()
  } catch (problem) {
    throw problem instanceof RangeError ? new BadPurchase(`${problem.message}.`) : problem
  }
}

/** Public keys in hex, as `--key` takes them. */
export const publicKeys = (given: readonly string[]): readonly string[] => {
  if (!given.every((key) => /^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/i.test(key)))
    throw new BadPurchase('--key is a public key in hex: 64 digits for x402, 66 for Lightning.')
  return given.map((key) => key.toLowerCase())
}
