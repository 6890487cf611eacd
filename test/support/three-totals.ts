import { type FoldedSale, foldSales } from '../../src/ledger/fold.ts'
import { identityOf, writeIdentity } from '../../src/ledger/identity.ts'
import { isReadable, type LedgerLine, readPosted } from '../../src/ledger/line.ts'
import { ledgerFolder } from '../../src/ledger/months.ts'
import { readLedger } from '../../src/ledger/read.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { ledgerStore } from '../../src/store/claims/ledger.ts'
import { connectStore } from '../../src/store/redis/connect-store.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { readPrometheus, type Scraped } from './prometheus.ts'
import type { Accounts } from './reconciled.ts'
import { until } from './until.ts'

/** What came in, counted three times from places that share nothing: the money itself, the ledger, `/metrics`. */

/** Where a running product's money and books are. */
export interface Books extends Accounts {
  readonly adminUrl: string
}

/** Payments, and what they brought in: satoshis, or base units of USDC. */
export interface Tally {
  readonly payments: number
  readonly amount: bigint
}

export interface Rails {
  readonly l402: Tally
  readonly x402: Tally
}

export interface ThreeTotals {
  readonly money: Rails
  readonly ledger: Rails
  readonly metric: Rails
}

/** A bookkeeper takes half a second, its successor five more, and the sweeper ends what a killed settler left. */
const CAUGHT_UP_MS = 90_000
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const tally = (amounts: readonly bigint[]): Tally => ({
  payments: amounts.length,
  amount: amounts.reduce((sum, each) => sum + each, 0n),
})

const json = async <T>(url: string, init?: RequestInit): Promise<T> => {
  const response = await fetch(url, { ...init, keepalive: false })
  if (!response.ok) throw new Error(`${url}: status ${response.status}`)
  return (await response.json()) as T
}

/** Logs of the token, and invoices that the node says are settled. */
const moneyIn = async ({ sandboxUrl, payTo, rpcUrl = `${sandboxUrl}/chain/rpc` }: Books): Promise<Rails> => {
  const topics = [TRANSFER, null, `0x${payTo.slice(2).toLowerCase().padStart(64, '0')}`]
  const filter = { address: USDC.base.asset, fromBlock: '0x0', toBlock: 'latest', topics }
  const logs = await json<{ result: readonly { data: string }[] }>(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] }),
  })
  const { invoices } = await json<{ invoices: readonly { state: string; amountMsat: string }[] }>(
    `${sandboxUrl}/lightning/invoices`,
  )
  const settled = invoices.filter(({ state }) => state === 'SETTLED')
  return {
    l402: tally(settled.map(({ amountMsat }) => BigInt(amountMsat) / 1_000n)),
    x402: tally(logs.result.map(({ data }) => BigInt(data))),
  }
}

/** Lines of the files, then what waits in the streams. Throws where a line is there twice. */
const linesOf = async ({ folder, redisUrl }: Books): Promise<readonly LedgerLine[]> => {
  const redis = await connectStore(redisAddress(redisUrl), 'fails_fast')
  const waiting = await Promise.all(
    ledgerStore(redis).shards.map(async (shard) => ({
      shard,
      entries: await ledgerStore(redis).oldest(shard, 1_000_000),
    })),
  ).finally(() => redis.disconnect())
  const { lines: inFiles, unreadable } = readLedger(ledgerFolder(folder), 0, Number.POSITIVE_INFINITY)
  const lines = new Map<string, LedgerLine>()
  for (const line of inFiles) {
    if (lines.has(line.id)) throw new Error(`the ledger has line ${line.id} twice`)
    lines.set(line.id, line)
  }
  if (unreadable() > 0) throw new Error(`${unreadable()} lines of the ledger cannot be read`)
  for (const { shard, entries } of waiting)
    for (const { entry, postings } of entries)
      for (const [n, text] of postings.entries()) {
        const line = readPosted(writeIdentity(identityOf(shard, entry, n)), text)
        if (!isReadable(line)) throw new Error(`a posting cannot be read: ${text}`)
        lines.set(line.id, line)
      }
  return [...lines.values()]
}

const ledgerOf = (sales: readonly FoldedSale[]): Rails => {
  const of = (rail: keyof Rails): Tally =>
    tally(sales.filter(({ line, revenue }) => line.rail === rail && revenue > 0n).map(({ revenue }) => revenue))
  return { l402: of('l402'), x402: of('x402') }
}

const scrape = async ({ adminUrl }: Books): Promise<Scraped> =>
  readPrometheus(await (await fetch(`${adminUrl}/metrics`, { keepalive: false })).text())

/** What the bookkeeper summed up; what was given back is taken off. */
const metricOf = ({ series }: Scraped): Rails => {
  const sum = (name: string, label = ''): number =>
    [...series].reduce(
      (all, [key, value]) => (key.startsWith(`${name}[`) && key.includes(label) ? all + value : all),
      0,
    )
  const payments = (rail: keyof Rails): number =>
    sum('claros_sales_total', `["rail","${rail}"]`) - sum('claros_given_back_total', `["rail","${rail}"]`)
  const sats = sum('claros_revenue_sats_total') - sum('claros_given_back_sats_total')
  return {
    l402: { payments: payments('l402'), amount: BigInt(sats) },
    x402: { payments: payments('x402'), amount: BigInt(sum('claros_revenue_microusd_total')) },
  }
}

/** The three totals, once nothing waits for the bookkeeper and no settlement is open. Nobody may buy meanwhile. */
export const threeTotals = async (books: Books): Promise<ThreeTotals> => {
  await until(
    'the books are up to date',
    async () => {
      const seen = await scrape(books).catch(() => null)
      // Of settlements there is a series for each network on which some are open, and none otherwise.
      const isOpen = seen && Object.keys(seen.by('claros_settlements_unresolved', 'network')).length > 0
      return seen && !isOpen && seen.of('claros_ledger_waiting') === 0
    },
    CAUGHT_UP_MS,
  )
  // Asked for again: sums that were read before the last posting was summed up are behind.
  const metric = metricOf(await scrape(books))
  return { money: await moneyIn(books), ledger: ledgerOf(foldSales(await linesOf(books))), metric }
}
