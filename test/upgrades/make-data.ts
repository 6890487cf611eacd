import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { buyerL402, buyerV2, type PaidFetch, sandboxWallet } from '../../src/demo/buyers.ts'
import { startDemoStack, waitFor } from '../../src/launch/demo-stack.ts'
import { startRedis } from '../../src/store/redis/embedded-redis.ts'
import { connectRedis } from '../../src/store/redis/redis.ts'
import { storeOn } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { PAYER, PAYER_KEY } from '../support/payer.ts'
import { keptLog } from '../support/still.ts'
import { until } from '../support/until.ts'
import { dumpKeys, readTree, type Sold, writePacked } from './packed.ts'

/**
 * Makes the data of a release for `test/upgrades`: `bun test/upgrades/make-data.ts <file> <commit>`, in a checkout of that
 * release. Its product runs on simulated providers for a minute or two, sells on both rails, announces and attests events,
 * and ends; what it leaves is packed into the file. It takes only what outlives a restart and is not made again: no
 * boards, no snapshots but those of the price that was sold, nothing that names this machine.
 */
const [file = '', commit = ''] = process.argv.slice(2)

const BTC = '/oracle/price/btc/usd'
const MATURES_IN_SECONDS = 90

/** Kinds of keys that are packed whole, and those of which the ones that name the sold price are. */
const WHOLE =
  /^claros:(?:dlc:|\{|claim|public-keys|key-documents|notice:|answer:|closed-feeds|silenced|totals|unproven|settler)/
const OF_ITEM =
  /^claros:(?:snapshot|version|preview|series|editions|sold|nonces|printing|candles|rows):(?:price\/spot\/BTC-USD|index\/volatility\/BTC)\b/
const QUEUES = /^\{claros\}:(?:maturities|standing)\b/
/** Ticks of pairs in which no event is. */
const OTHER_PAIRS = /^claros:dlc:(?:ticks|sources|conclusions|tick):(?!BTCUSD)/
const isPacked = (key: string): boolean =>
  (WHOLE.test(key) || OF_ITEM.test(key) || QUEUES.test(key)) &&
  !OTHER_PAIRS.test(key) &&
  !key.startsWith('claros:lease')

const folder = join(mkdtempSync(join(tmpdir(), 'claros-data-')), 'data')
const stack = await startDemoStack({
  folder,
  port: 0,
  random: systemRandom,
  log: keptLog(),
  logLevel: 'error',
  onHopeless: (name) => {
    throw new Error(`${name} did not start`)
  },
})

/** Remembers the header with which the last request was paid. */
const seen = { value: '' }
const watching =
  (header: string): PaidFetch =>
  async (url, init) => {
    const request = new Request(url, init)
    const value = request.headers.get(header)
    if (value !== null) seen.value = value
    return fetch(request)
  }
const l402 = buyerL402(sandboxWallet(stack.sandboxUrl), watching('authorization'))
const x402 = buyerV2(PAYER_KEY, '$10', (input, init) => watching('payment-signature')(input as string, init))

const told = async (response: Response): Promise<string> => {
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.url}: ${response.status} ${text}`)
  return text
}
/** A busy machine may be late with something; 503 charges nothing. */
const patient = (ask: () => Promise<Response>): Promise<Response> =>
  until('it is sold', async () => {
    const response = await ask()
    return response.status !== 503 && response
  })
const buy = async (pay: PaidFetch, header: string): Promise<Sold> => {
  const answer = await told(await patient(() => pay(stack.baseUrl + BTC)))
  return { path: BTC, header, value: seen.value, answer }
}
const post = async (
  pay: PaidFetch,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<string> =>
  told(
    await patient(() =>
      pay(stack.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    ),
  )
const announce = async (pay: PaidFetch, kind: string, terms: object): Promise<string> =>
  (JSON.parse(await post(pay, `/dlc/oracle/${kind}`, terms)) as { eventid: string }).eventid

const enumTerms = (label: string) => ({
  label,
  outcomes: ['red', 'blue'],
  maturityTs: Math.floor(Date.now() / 1_000) + MATURES_IN_SECONDS,
  metadata: {},
})

const bothRails = ({ headers }: Response): boolean => headers.has('www-authenticate') && headers.has('payment-required')
if (!(await waitFor(`${stack.baseUrl}${BTC}`, 120_000, bothRails))) throw new Error('nothing is for sale')
await fetch(`${stack.sandboxUrl}/chain/fund`, {
  method: 'POST',
  body: JSON.stringify({ address: PAYER.address, amount: '1000000000' }),
})
const sold = { l402: await buy(l402, 'authorization'), x402: await buy(x402, 'payment-signature') }
const price = Number((JSON.parse(sold.l402.answer) as { price: string }).price)
const open = {
  enum: await announce(x402, 'enum', enumTerms('Stays open')),
  threshold: await announce(x402, 'threshold', {
    pair: 'BTCUSD',
    strike: Math.round(price * 2),
    direction: 'above',
    expiry: Math.floor(Date.now() / 1_000) + MATURES_IN_SECONDS + 600,
  }),
}
const decidedId = await announce(x402, 'enum', enumTerms('Is decided'))
await Bun.sleep((MATURES_IN_SECONDS + 10) * 1_000)
await post(fetch, `/dlc/oracle/enum/${decidedId}/attest`, { outcome: 'blue' }, { 'x-oracle-secret': stack.adminSecret })
const attestationPath = `${stack.baseUrl}/dlc/oracle/enum/${decidedId}/attestation`
const attestation = await until('it is attested', async () => {
  const response = await fetch(attestationPath)
  const text = await response.text()
  return response.status === 200 && text
})
// What was posted is in the files of the ledger by then.
await Bun.sleep(10_000)
const at = Date.now()
await stack.stop()

const server = await startRedis({ folder: join(folder, 'redis') })
const redis: Redis = await connectRedis(server.address, 'waits')
const keys = (await redis.keys('*')).filter(isPacked)
const store = storeOn(redis, systemClock)
const series = [...new Set(keys.flatMap((key) => /^claros:(?:candles|rows):(.+?):\d/.exec(key)?.[1] ?? []))]
const history = Object.fromEntries(
  await Promise.all(
    series.map(async (name) => {
      const [from, to] = [at / 1_000 - 7_200, at / 1_000]
      const [candles, rows] = await Promise.all([
        store.candles.range(name, 60, from, to),
        store.rows.range(name, from, to),
      ])
      return [name, { candles, rows }] as const
    }),
  ),
)
const kept = (name: string): boolean =>
  /^(?:used-for$|(?:keys|secrets|dlc|ledger)\/)/.test(name) && !/-(?:wal|shm)$|lock/.test(name)
const tree = readTree(folder)
writePacked(file, {
  commit,
  keys: await dumpKeys(redis, keys),
  files: Object.fromEntries(Object.entries(tree).filter(([name]) => kept(name))),
  witness: readTree(`${folder}.witness`),
  story: { at, ...sold, open, decided: { id: decidedId, attestation }, history },
})
console.log(series.join('\n'))
console.log(
  Object.keys(tree)
    .filter((name) => !kept(name))
    .join('\n'),
)
console.log(keys.length, 'keys')
redis.disconnect()
await server.stop()
rmSync(join(folder, '..'), { recursive: true, force: true })
process.exit(0)
