import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ChainAway, WrongChain } from '../chain/chain.ts'
import { BadConfig, ReconcileConfig, readConfig } from '../config.ts'
import { BadFolder } from '../launch/folder-lock.ts'
import { visitFolderRedis } from '../launch/folder-redis.ts'
import { BadLedger } from '../ledger/files.ts'
import { type FoldedSale, foldSales } from '../ledger/fold.ts'
import { identityOf, writeIdentity } from '../ledger/identity.ts'
import { isReadable, type LedgerLine, readPosted } from '../ledger/line.ts'
import { ledgerFolder } from '../ledger/months.ts'
import { readLedger } from '../ledger/read.ts'
import { CannotList } from '../lightning/ask-list.ts'
import { USDC } from '../payments/usdc.ts'
import { ledgerStore } from '../store/claims/ledger.ts'
import { WRITTEN_BY } from '../release.ts'
import { requireFormat } from '../store/format/command-format.ts'
import { ForeignFormat } from '../store/format/format-faults.ts'
import { connectStore } from '../store/redis/connect-store.ts'
import { BadRedis, type RedisAddress, redisAddress } from '../store/redis/redis.ts'
import { systemClock } from '../system/clock.ts'
import { DAY_MS } from '../time-units.ts'
import { dataFolder, type Environment } from './data-folder.ts'
import { isEqual, type MovedMoney, reconcile } from './reconcile-compare.ts'
import { moneyOnChain, moneyOnNode } from './reconcile-money.ts'
import { reconcileJson, reconcileText } from './reconcile-text.ts'
import { readDayRange, type TimeSpan } from './time-span.ts'
import { typedWords } from './typed-words.ts'

/** `claros reconcile`: does the money that came in equal the sales in the ledger? */

const HELP = `claros reconcile: money on the chain and on the Lightning node, against the ledger

  claros reconcile --from TIME
         --to TIME          2026-03, 2026-03-05 or 2026-03-05T12:00:00Z, UTC, both included; until ten minutes ago
                            when not given, since what is being paid this moment is on one side only
         --pay-to ADDRESS   another address that received USDC then, besides PAY_TO; as often as needed
         --data DIR         the data folder (default: DATA_DIR, ./data)
         --json             print the result as JSON

It reads the settings PAY_TO, X402_NETWORK, RPC_URL, LIGHTNING, LIGHTNING_URL, LIGHTNING_SECRET, LIGHTNING_TLS_CERT and
REDIS_URL as the service does.
Exit status: 0 equal, 1 not, 2 something could not be read.
`

type Status = 0 | 1 | 2

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  'pay-to': { type: 'string', multiple: true },
  data: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const SETTLED_MS = 600_000
/** A sale may be recorded this long after its money came in: whether a payment arrived may become known late. */
const SALES_AFTER_MS = 7 * DAY_MS
const ALL = 100_000_000

const MENDABLE = [BadConfig, BadFolder, BadLedger, BadRedis, CannotList, ChainAway, ForeignFormat, WrongChain]

const parse = (args: readonly string[]) => typedWords(args, { options: OPTIONS })?.values ?? null

const complain = (message: string): 2 => {
  process.stderr.write(message)
  return 2
}

/** Nothing is done that rests on what is read here, so no replica is waited for. */
const alone = (url: string): RedisAddress => {
  const { replicas: _, ...address } = redisAddress(url)
  return address
}

/** Postings that are not in the files yet. */
const waitingLines = async (data: string, redisUrl: string | undefined): Promise<readonly LedgerLine[]> => {
  if (redisUrl === undefined && !existsSync(join(data, 'redis')))
    throw new BadRedis(`there is no Redis in ${data}, and REDIS_URL is not set.`)
  const found =
    redisUrl === undefined
      ? await visitFolderRedis(data)
      : { address: alone(redisUrl), close: async (): Promise<void> => {} }
  try {
    const redis = await connectStore(found.address, 'fails_fast')
    try {
      await requireFormat(redis, WRITTEN_BY)
      const ledger = ledgerStore(redis)
      const shards = await Promise.all(
        ledger.shards.map(async (shard) => ({ shard, entries: await ledger.oldest(shard, ALL) })),
      )
      return shards
        .flatMap(({ shard, entries }) =>
          entries.flatMap(({ entry, postings }) =>
            postings.map((text, n) => readPosted(writeIdentity(identityOf(shard, entry, n)), text)),
          ),
        )
        .filter(isReadable)
    } finally {
      redis.disconnect()
    }
  } finally {
    await found.close()
  }
}

/** Runs reads that may fail. A failure is added to the list, and the other reads go on. */
const createReader = () => {
  const unread: string[] = []
  const read = async <T>(what: string, ask: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await ask()
    } catch (problem) {
      if (!MENDABLE.some((each) => problem instanceof each)) throw problem
      unread.push(`${what}: ${(problem as Error).message}`)
      return otherwise
    }
  }
  return { unread, read }
}

type Reader = ReturnType<typeof createReader>

const readSales = async (config: ReconcileConfig, data: string, { from, to }: TimeSpan, { read, unread }: Reader) => {
  // Streams first: a posting that moves to the files meanwhile is then read twice. The other order could miss it.
  const waiting = await read('postings that wait', () => waitingLines(data, config.REDIS_URL), [])
  const missing = new Map(waiting.map((line) => [line.id, line]))
  const { lines, unreadable } = readLedger(ledgerFolder(data), from, to + SALES_AFTER_MS)
  function* all(): Generator<LedgerLine> {
    for (const line of lines) {
      missing.delete(line.id)
      yield line
    }
    yield* missing.values()
  }
  const sales = await read('the ledger', async () => foldSales(all()), [] as readonly FoldedSale[])
  if (unreadable() > 0) unread.push(`the ledger: ${unreadable()} lines were written by another release.`)
  return sales
}

/** Money by network. `null`: it could not be read. */
type Readings = ReadonlyMap<string, readonly MovedMoney[] | null>

const readMoney = async (
  config: ReconcileConfig,
  payTo: readonly string[],
  sales: readonly FoldedSale[],
  span: TimeSpan,
  { read }: Reader,
): Promise<Readings> => {
  const found = new Map<string, readonly MovedMoney[] | null>()
  if (payTo.length > 0) {
    const ask = () => moneyOnChain(config, payTo, span, systemClock)
    found.set(USDC[config.X402_NETWORK].caip2, await read('the chain', ask, null))
  }
  if (config.LIGHTNING !== undefined) {
    const known = new Set(sales.map(({ payment }) => payment))
    found.set('lightning', await read('the Lightning node', () => moneyOnNode(config, known, span), null))
  }
  return found
}

/** Networks with sales in the span for which no setting names a place to read the money. */
const unasked = (sales: readonly FoldedSale[], { from, to }: TimeSpan, readings: Readings): readonly string[] => {
  const inSpan = sales.filter(({ line, revenue }) => {
    const at = Date.parse(line.at)
    return revenue > 0n && at >= from && at < to
  })
  return [...new Set(inSpan.map(({ line }) => line.network))]
    .filter((network) => !readings.has(network))
    .map((network) => `money on ${network}: there are sales, but no setting says where to read it.`)
}

const run = async (
  config: ReconcileConfig,
  data: string,
  span: TimeSpan,
  morePayTo: readonly string[],
  json: boolean,
): Promise<Status> => {
  const reader = createReader()
  const sales = await readSales(config, data, span, reader)
  const payTo = [...(config.PAY_TO === undefined ? [] : [config.PAY_TO]), ...morePayTo]
  const readings = await readMoney(config, payTo, sales, span, reader)
  const unread = [...reader.unread, ...unasked(sales, span, readings)]
  const money = [...readings.values()].flatMap((each) => each ?? [])
  // If the money of a network could not be read, every sale on it would seem to be without money.
  const judged = sales.filter(({ line }) => (readings.get(line.network) ?? null) !== null)
  const report = { ...reconcile(money, judged, span), span, unread }
  await Bun.write(Bun.stdout, json ? reconcileJson(report) : reconcileText(report))
  if (unread.length > 0) return 2
  return isEqual(report) ? 0 : 1
}

/** @returns the exit status: 0 equal, 1 not equal, 2 something could not be read */
export const reconcileCommand = async (args: readonly string[], env: Environment): Promise<Status> => {
  const values = parse(args)
  if (values?.help) {
    process.stdout.write(HELP)
    return 0
  }
  if (!values || values.from === undefined) return complain(HELP)
  const { from, to = new Date(systemClock.now() - SETTLED_MS).toISOString(), data, json = false } = values
  const span = readDayRange(from, to)
  if (typeof span === 'string') return complain(`claros: ${span}\n`)
  const payTo = values['pay-to'] ?? []
  const wrong = payTo.find((each) => !/^0x[0-9a-fA-F]{40}$/.test(each))
  if (wrong !== undefined) return complain(`claros: --pay-to ${wrong} is not an address.\n`)
  try {
    const config = readConfig(ReconcileConfig, env)
    return await run(config, dataFolder(data, env), span, payTo, json)
  } catch (problem) {
    if (!(problem instanceof BadConfig)) throw problem
    return complain(`claros: ${problem.message}\n`)
  }
}
