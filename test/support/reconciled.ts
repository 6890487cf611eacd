import { join } from 'node:path'

/** `claros reconcile --json`, as an operator types it beside a running product. */

/** Where the money and the ledger of a running product are. */
export interface Accounts {
  /** The data folder. */
  readonly folder: string
  readonly redisUrl: string
  /** Of the sandbox, whose Lightning node makes the invoices. */
  readonly sandboxUrl: string
  readonly payTo: string
  /** Of the chain; the sandbox's without it. */
  readonly rpcUrl?: string
}

interface MoneyRow {
  readonly network: string
  readonly amount: string
  /** '' for a transfer that no payment made. */
  readonly payment: string
}

export interface Reconciled {
  readonly status: number
  readonly equal: boolean
  readonly totals: readonly { readonly network: string; readonly money: string; readonly sales: string }[]
  readonly moneyWithoutSale: readonly MoneyRow[]
  readonly salesWithoutMoney: readonly Readonly<Record<string, string>>[]
  readonly otherAmount: readonly unknown[]
  readonly unread: readonly string[]
}

const PROGRAM = join(import.meta.dir, '../../src/cli/main.ts')
/** What came in within this second is in the span too. */
const AHEAD_MS = 3_000
/** A block may be dated before the process in which it was made was started. */
const BEFORE_MS = 60_000

/** Over everything since this process was started. */
export const reconciled = async ({ folder, redisUrl, sandboxUrl, payTo, rpcUrl }: Accounts): Promise<Reconciled> => {
  const iso = (at: number): string => new Date(Math.floor(at)).toISOString()
  const span = ['--from', iso(performance.timeOrigin - BEFORE_MS), '--to', iso(Date.now() + AHEAD_MS)]
  const args = [process.execPath, '--no-install', PROGRAM, 'reconcile', '--json', '--data', folder, ...span]
  const child = Bun.spawn(args, {
    env: {
      PATH: process.env.PATH ?? '',
      REDIS_URL: redisUrl,
      PAY_TO: payTo,
      RPC_URL: rpcUrl ?? `${sandboxUrl}/chain/rpc`,
      LIGHTNING: 'lnd',
      LIGHTNING_URL: `${sandboxUrl}/lnd`,
      LIGHTNING_SECRET: '00',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (errors !== '') throw new Error(`claros reconcile: ${errors}`)
  return { ...(JSON.parse(out) as Omit<Reconciled, 'status'>), status }
}
