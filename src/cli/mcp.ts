import { createInterface } from 'node:readline'
import process from 'node:process'
import { SATS_PER_USD } from '../feeds/tariff.ts'
import type { Json } from '../canonical/jcs.ts'
import type { Environment } from './data-folder.ts'
import { keptDocuments, otherKeys } from './kept-documents.ts'
import { createMcpBuyer } from './mcp-buyer.ts'
import { type McpMoney, readMcpMoney } from './mcp-money.ts'
import { createRelay } from './mcp-relay.ts'
import { BadPurchase, complaining, publicKeys } from './wallets.ts'
import { typedWords } from './typed-words.ts'

/**
 * `claros mcp`: the tools of a service for hosts that start a program. Standard output holds messages and nothing else;
 * the program ends when its standard input does.
 */

const USAGE = `usage: claros mcp [URL] [--max-usd 0.05 --budget-usd 1] [--key HEX ...] [--keys FILE]

  Speaks the Model Context Protocol on standard input and output, and asks the service at URL, or at CLAROS_URL.
  Without a wallet it hands on what a tool costs: the host pays as the service's instructions say.
  With a wallet it pays by itself, verifies what it bought, and says what it paid.

  CLAROS_WALLET_FILE    file with the key of the account that pays USDC, 64 hex digits; or CLAROS_WALLET_KEY itself
  CLAROS_NETWORK        base, or base-sepolia
  CLAROS_NWC_FILE       file with a nostr+walletconnect address of a Lightning wallet; or CLAROS_NWC itself.
                        It is tried first where both are set.
  CLAROS_MAX_USD        the most for one call, dollars: --max-usd. Required with a wallet
  CLAROS_BUDGET_USD     the most for this run, dollars: --budget-usd. Required with a wallet
  CLAROS_SATS_PER_USD   how many sats count as a dollar in both (${SATS_PER_USD})
  --key HEX             a public key that may sign what is bought, or one that followed it by the key documents of the
                        service; once for each, all keys of one rail must belong to one chain; without it any key may
  --keys FILE           key documents that you kept (the service's /.well-known/claros-keys.json): the key must be one of
                        them, or of what the service adds to them

A call that costs more is answered with its price, and nothing is paid. A payment whose answer was lost is gone on with
by the same call, and never paid again.
`

const OPTIONS = {
  'max-usd': { type: 'string' },
  'budget-usd': { type: 'string' },
  key: { type: 'string', multiple: true },
  keys: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = (args: readonly string[]) => typedWords(args, { allowPositionals: true, options: OPTIONS })

/** The address without its path; `null` for what is none. */
const addressIn = (text: string): string | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPlain && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : null
}

/** What is served, and for whose money. */
interface Service {
  readonly url: string
  readonly keys: readonly string[]
  /** Key documents that were kept; `null` if there are none. */
  readonly documents: Readonly<Record<string, Json>> | null
  readonly money: McpMoney | null
}

/** Relays until standard input ends and everything that was asked is answered. */
const serve = async ({ url, keys, documents, money }: Service): Promise<0> => {
  const write = (message: string) => new Promise<void>((left) => process.stdout.write(`${message}\n`, () => left()))
  const relay = createRelay(
    url,
    write,
    money ? (send) => createMcpBuyer({ ...money, url, keys, documents, send }) : undefined,
  )
  const waiting = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const taken = relay.take(line).finally(() => waiting.delete(taken))
    waiting.add(taken)
  }
  await Promise.all(waiting)
  return 0
}

/** @throws BadPurchase */
const readService = (args: readonly string[], env: Environment): Service | 'help' => {
  const parsed = parse(args)
  if (!parsed || parsed.positionals.length > 1 || parsed.values.help) return 'help'
  const { 'max-usd': maxUsd, 'budget-usd': budgetUsd, key = [] } = parsed.values
  const keys = publicKeys(key)
  const money = readMcpMoney(env, { maxUsd, budgetUsd })
  const documents = keptDocuments(parsed.values.keys, money?.pay ?? [])
  const named = parsed.positionals[0] ?? env['CLAROS_URL']
  if (!named) throw new BadPurchase('no address of a service; name it, or set CLAROS_URL.')
  const url = addressIn(named)
  // Not repeated: it may hold a password.
  if (url === null) throw new BadPurchase('that is no address such as https://oracle.example.')
  return { url, keys, documents, money }
}

const complain = (message: string): 2 => {
  process.stderr.write(message)
  return 2
}

/** @returns the exit status: 0 standard input has ended, 2 it could not be started */
export const mcpCommand = async (args: readonly string[], env: Environment): Promise<0 | 2> => {
  try {
    const service = complaining(() => readService(args, env))
    if (service === 'help') return complain(USAGE)
    const strange = await otherKeys(service.url, service.documents, service.money?.pay ?? [])
    if (strange !== null) throw new BadPurchase(strange)
    // A host that is gone reads nothing more.
    process.stdout.on('error', () => process.exit(0))
    return await serve(service)
  } catch (problem) {
    if (!(problem instanceof BadPurchase)) throw problem
    return complain(`claros: ${problem.message}\n`)
  }
}
