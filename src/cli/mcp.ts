import { createInterface } from 'node:readline'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { createRelay } from './mcp-relay.ts'

/**
 * `claros mcp`: the tools of a service for hosts that start a program. Standard output holds messages and nothing else;
 * the program ends when its standard input does.
 */

const USAGE = `usage: claros mcp [URL]

  Speaks the Model Context Protocol on standard input and output, and asks the service at URL, or at CLAROS_URL.
  It has no wallet: what a tool costs is handed on to the host, which pays as the service's instructions say.
`

/** Settings of a wallet. Whoever sets one expects that it pays. */
const OF_WALLETS = ['CLAROS_WALLET_FILE', 'CLAROS_NWC_FILE', 'CLAROS_MAX_USD', 'CLAROS_BUDGET_USD']

const complain = (message: string): 2 => {
  process.stderr.write(message)
  return 2
}

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } })
  } catch {
    return null
  }
}

/** The address without its path; `null` for what is none. */
const addressIn = (text: string): string | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPlain && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : null
}

type Environment = Readonly<Record<string, string | undefined>>

/** Relays until standard input ends and everything that was asked is answered. */
const serve = async (url: string): Promise<0> => {
  const relay = createRelay(url, (message) => new Promise((left) => process.stdout.write(`${message}\n`, () => left())))
  const waiting = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const taken = relay.take(line).finally(() => waiting.delete(taken))
    waiting.add(taken)
  }
  await Promise.all(waiting)
  return 0
}

/** @returns the exit status: 0 standard input has ended, 2 it could not be started */
export const mcpCommand = async (args: readonly string[], env: Environment): Promise<0 | 2> => {
  const parsed = parse(args)
  if (!parsed || parsed.positionals.length > 1 || parsed.values.help) return complain(USAGE)
  const wallet = OF_WALLETS.find((name) => env[name])
  if (wallet) return complain(`claros: ${wallet} is set, and this release of "claros mcp" does not pay by itself.\n`)
  const named = parsed.positionals[0] ?? env['CLAROS_URL']
  if (!named) return complain(`claros: no address of a service; name it, or set CLAROS_URL.\n\n${USAGE}`)
  const url = addressIn(named)
  // Not repeated: it may hold a password.
  if (url === null) return complain('claros: that is no address such as https://oracle.example.\n')
  // A host that is gone reads nothing more.
  process.stdout.on('error', () => process.exit(0))
  return serve(url)
}
