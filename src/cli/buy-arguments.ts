import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { keyAccount } from '../../client/src/key-account.ts'
import { l402 } from '../../client/src/l402.ts'
import { nwc } from '../../client/src/nwc.ts'
import type { Payer } from '../../client/src/payer.ts'
import { x402 } from '../../client/src/x402.ts'
import type { Environment } from './data-folder.ts'

/** What `claros buy` was asked for, and with which money. */

const OPTIONS = {
  rail: { type: 'string' },
  'max-usd': { type: 'string' },
  'max-sats': { type: 'string' },
  out: { type: 'string' },
  key: { type: 'string' },
  resume: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, tokens: true })
  } catch {
    return null
  }
}

/** A complaint about the command line; the text says what to write instead. */
export class BadPurchase extends Error {
  override readonly name = 'BadPurchase'
}

/** What to buy, or which receipt to go on with. */
export interface BuyWish {
  /** A path, or the whole address; `null` with a receipt. */
  readonly path: string | null
  /** A file with a receipt, `-` for standard input. */
  readonly resume: string | null
  readonly out: string | null
  readonly keys: readonly string[]
  readonly isJson: boolean
  readonly pay: readonly Payer[]
}

/** A secret from the environment, or from a file that it names. It is never an argument: those are seen by everybody. */
const secret = (env: Environment, name: string, file: string): string => {
  const path = env[file]
  try {
    const found = path ? readFileSync(path, 'utf8').trim() : env[name]
    if (found) return found
  } catch {
    throw new BadPurchase(`${file} names a file that cannot be read.`)
  }
  throw new BadPurchase(`set ${file} to a file with it, or ${name}.`)
}

const dollarsOf = (maxUsd: string, env: Environment): Payer => {
  const account = keyAccount(secret(env, 'CLAROS_WALLET_KEY', 'CLAROS_WALLET_FILE'))
  const network = env['CLAROS_NETWORK'] ?? 'base'
  if (network !== 'base' && network !== 'base-sepolia') throw new BadPurchase('CLAROS_NETWORK is base or base-sepolia.')
  return x402({ account, maxUsd, network })
}

const satsOf = (maxSats: string, env: Environment): Payer => {
  if (!/^\d+$/.test(maxSats)) throw new BadPurchase('--max-sats is a whole number.')
  return l402({ payInvoice: nwc(secret(env, 'CLAROS_NWC', 'CLAROS_NWC_FILE')), maxSats: Number(maxSats) })
}

const RAILS: readonly (string | undefined)[] = ['l402', 'x402', undefined]

/** One way to pay for each limit. */
const payersOf = (
  { rail, usd, sats }: { readonly rail?: string; readonly usd?: string; readonly sats?: string },
  env: Environment,
): readonly Payer[] => {
  if (!RAILS.includes(rail)) throw new BadPurchase('--rail is l402 or x402.')
  if (rail === 'x402' && usd === undefined) throw new BadPurchase('--rail x402 needs --max-usd.')
  if (rail === 'l402' && sats === undefined) throw new BadPurchase('--rail l402 needs --max-sats.')
  return [
    ...(sats !== undefined && rail !== 'x402' ? [satsOf(sats, env)] : []),
    ...(usd !== undefined && rail !== 'l402' ? [dollarsOf(usd, env)] : []),
  ]
}

const read = (args: readonly string[], env: Environment): BuyWish | 'help' => {
  const parsed = parse(args)
  if (!parsed) throw new BadPurchase('an option is not known, or lacks its value.')
  const { values, positionals } = parsed
  if (values.help) return 'help'
  const named = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const twice = named.find((name, at) => named.indexOf(name) !== at)
  // The last of two would count, and a limit must not be a guess.
  if (twice !== undefined) throw new BadPurchase(`--${twice} stands twice.`)
  const [path = null, ...more] = positionals
  const { rail, out = null, key, resume = null, json = false } = values
  if (more.length > 0 || (path === null) === (resume === null)) throw new BadPurchase('name one path, or one receipt.')
  if (key !== undefined && !/^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/i.test(key))
    throw new BadPurchase('--key is a public key in hex: 64 digits for x402, 66 for Lightning.')
  const [usd, sats] = [values['max-usd'], values['max-sats']]
  const limits = {
    ...(rail !== undefined && { rail }),
    ...(usd !== undefined && { usd }),
    ...(sats !== undefined && { sats }),
  }
  const pay = payersOf(limits, env)
  if (pay.length === 0 && resume === null) throw new BadPurchase('say the most it may cost: --max-usd or --max-sats.')
  return { path, resume, out, keys: key === undefined ? [] : [key], isJson: json, pay }
}

/** @throws BadPurchase */
export const readBuyArguments = (args: readonly string[], env: Environment): BuyWish | 'help' => {
  try {
    return read(args, env)
  } catch (problem) {
    // Limits and wallets judge what they are given.
    throw problem instanceof RangeError ? new BadPurchase(`${problem.message}.`) : problem
  }
}
