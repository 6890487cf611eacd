import type { Payer } from '../../client/src/payer.ts'
import type { Json } from '../canonical/jcs.ts'
import type { Environment } from './data-folder.ts'
import { keptDocuments } from './kept-documents.ts'
import { BadPurchase, complaining, dollarPayer, lightningPayer, publicKeys } from './wallets.ts'
import { typedWords } from './typed-words.ts'

/** What `claros buy` was asked for, and with which money. */

const OPTIONS = {
  rail: { type: 'string' },
  'max-usd': { type: 'string' },
  'max-sats': { type: 'string' },
  out: { type: 'string' },
  key: { type: 'string' },
  keys: { type: 'string' },
  resume: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = (args: readonly string[]) => typedWords(args, { options: OPTIONS, allowPositionals: true, tokens: true })

/** What to buy, or which receipt to go on with. */
export interface BuyWish {
  /** A path, or the whole address; `null` with a receipt. */
  readonly path: string | null
  /** A file with a receipt, `-` for standard input. */
  readonly resume: string | null
  readonly out: string | null
  readonly keys: readonly string[]
  /** Key documents that were kept; `null` if there are none. */
  readonly documents: Readonly<Record<string, Json>> | null
  readonly isJson: boolean
  readonly pay: readonly Payer[]
}

const satsOf = (maxSats: string, env: Environment): Payer => {
  if (!/^\d+$/.test(maxSats)) throw new BadPurchase('--max-sats is a whole number.')
  return lightningPayer(Number(maxSats), env)
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
    ...(usd !== undefined && rail !== 'l402' ? [dollarPayer(usd, env)] : []),
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
  const keys = publicKeys(key === undefined ? [] : [key])
  const [usd, sats] = [values['max-usd'], values['max-sats']]
  const limits = {
    ...(rail !== undefined && { rail }),
    ...(usd !== undefined && { usd }),
    ...(sats !== undefined && { sats }),
  }
  const pay = payersOf(limits, env)
  const documents = keptDocuments(values.keys, pay)
  if (pay.length === 0 && resume === null) throw new BadPurchase('say the most it may cost: --max-usd or --max-sats.')
  return { path, resume, out, keys, documents, isJson: json, pay }
}

/** @throws BadPurchase */
export const readBuyArguments = (args: readonly string[], env: Environment): BuyWish | 'help' =>
  complaining(() => read(args, env))
