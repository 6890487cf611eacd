import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createWebhookKey } from '../src/actors/courier/webhook-key.ts'
import { createDlcKeys, loadDlcKeys } from '../src/actors/dlc/dlc-keys.ts'
import { createSigner } from '../src/actors/dlc/signer.ts'
import { pickSchnorr } from '../src/native/schnorr.ts'
import type { ResolverConfig } from '../src/dlc/terms/resolver-config.ts'
import { systemRandom } from '../src/system/random.ts'
import { checkAttested, watchAttested } from './attestations.ts'
import type { Bed, BenchRedis, Served } from './bed.ts'
import { until } from './bench.ts'
import { offeredEvent, type Shape } from './events.ts'
import type { ProductSettings } from './servers/product.ts'
import { silent } from './silent.ts'

/** A signer and a courier in their own processes, for events that all mature at the same time. */
export interface OracleHouse {
  /** Creates events, waits for their maturity, and measures how many ms later each attestation could be read. */
  mature(batch: Batch): Promise<Matured>
  stop(): Promise<void>
}

export interface Batch {
  readonly name: string
  readonly shape: Shape
  readonly events: number
  readonly resolver: ResolverConfig
}

export interface Matured {
  readonly latenciesMs: readonly number[]
  /** The part of that time until the outcome was decided. */
  readonly decidedMs: readonly number[]
  /** CPU time per event, from the maturity to the last attestation. */
  readonly signerMs: number
  readonly courierMs: number
  readonly redisMs: number
}

const PAIR = 'BTCUSD'
/** Resolved by our own price: the first one from the maturity on. */
export const BY_PRICE: ResolverConfig = {
  kind: 'price_buckets',
  source: { kind: 'feed', given: PAIR, pair: PAIR },
  boundaries: Array.from({ length: 99 }, (_, at) => 50_000 + 1_000 * at),
}
const PATIENCE_MS = 120_000
const AT_ONCE = 50
const ATTEMPTS = 3
/** Creating an event takes about half of this on an idle machine. */
const FIRST_PACE_MS = 20

/** Runs `work` for all items, several at the same time, in no order. */
const forEach = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = [...items]
  const places = Array.from({ length: AT_ONCE }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  })
  await Promise.all(places)
}

/** @param allow the one private address that the courier may call */
export const openOracleHouse = async (bed: Bed, redis: BenchRedis, allow: string): Promise<OracleHouse> => {
  const folder = join(bed.folder, 'oracle')
  const [keys, courierKeys] = [join(folder, 'keys'), join(folder, 'courier-keys')]
  mkdirSync(folder, { recursive: true })
  createDlcKeys(keys, systemRandom)
  createWebhookKey(courierKeys, systemRandom)
  const shared = { REDIS_URL: `unix://${redis.address.path}`, LOG_LEVEL: 'error' }
  const serve = (env: ProductSettings['env'], where: 'apart' | 'beside'): Promise<Served> =>
    bed.serve('product', { program: 'worker', env: { ...shared, ...env } } satisfies ProductSettings, where)
  const signer = await serve({ ROLES: 'signer', KEYS_DIR: keys, ORACLE_DIR: join(folder, 'dlc') }, 'apart')
  const courier = await serve({ ROLES: 'courier', KEYS_DIR: courierKeys, OUTBOUND_ALLOW: allow }, 'beside')
  const { events, signers } = redis.store
  await until('the signer', async () => (await signers.read()) !== null)

  // This announces as the signer would, with its keys, and never attests.
  const guard = { commitAll: () => {} }
  const maker = createSigner({ ...loadDlcKeys(keys), guard, schnorr: pickSchnorr(silent) })

  let paceMs = FIRST_PACE_MS
  const make = async ({ name, shape, events: count, resolver }: Batch, maturityTs: number) => {
    const startedAt = performance.now()
    const ids = Array.from({ length: count }, (_, at) => `${name}-${at}`)
    await forEach(ids, async (id) => {
      await events.offer(offeredEvent(maker, shape, { id, maturityTs, resolver }), Date.now() + PATIENCE_MS)
      await events.activate(id, Date.now(), null)
    })
    // The signer finds them by itself, writes them into the journal and schedules each.
    await until('the journal', async () => (await events.readMany(ids)).every((event) => event?.journaled === true))
    paceMs = (performance.now() - startedAt) / count
    return Date.now() < maturityTs * 1000 - 1_000 ? ids : null
  }

  /** On a busy machine some batches are created too late. They are not measured, and made again. */
  const makeInTime = async (batch: Batch) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      // Three times as long as this batch would take at the pace of the last one, and four seconds.
      const maturityTs = Math.ceil((Date.now() + 3 * paceMs * batch.events) / 1000) + 4
      const ids = await make({ ...batch, name: `${batch.name}-${attempt}` }, maturityTs)
      if (ids) return { ids, maturityTs }
    }
    throw new Error(`${batch.name}: ${batch.events} events were not made in time, ${ATTEMPTS} times`)
  }

  const cpu = async () => [(await signer.stats()).cpuMs, (await courier.stats()).cpuMs, await redis.cpuMs()] as const

  return {
    mature: async (batch) => {
      const { ids, maturityTs } = await makeInTime(batch)
      const from = (await events.journal.last()) ?? '0'
      await Bun.sleep(maturityTs * 1000 - 500 - Date.now())
      await events.ticks.append(PAIR, { at: maturityTs * 1000, price: '98765.43', sources: ['a', 'b', 'c'] })
      const before = await cpu()
      const seen = await watchAttested(redis, ids, from, PATIENCE_MS)
      const after = await cpu()
      const decidedAt = await checkAttested(events, ids)
      const each = (which: 0 | 1 | 2): number => (after[which] - before[which]) / ids.length
      return {
        latenciesMs: ids.map((id) => (seen.get(id) ?? Number.POSITIVE_INFINITY) - maturityTs * 1000),
        decidedMs: decidedAt.map((at) => at - maturityTs * 1000),
        signerMs: each(0),
        courierMs: each(1),
        redisMs: each(2),
      }
    },
    stop: async () => {
      await Promise.all([courier.stop(), signer.stop()])
    },
  }
}
