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

/** A signer and a courier as the product runs them, and events that all mature at one instant. */
export interface OracleHouse {
  /** Makes events, waits for their instant, and says when the attestation of each could be read: ms after it. */
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
  /** The part of it until the outcome stood. */
  readonly decidedMs: readonly number[]
  /** CPU of one event, from the instant to the last attestation. */
  readonly signerMs: number
  readonly courierMs: number
  readonly redisMs: number
}

const PAIR = 'BTCUSD'
/** Who matures with a price of ours needs one of that instant. */
export const BY_PRICE: ResolverConfig = {
  kind: 'price_buckets',
  source: { kind: 'feed', given: PAIR, pair: PAIR },
  boundaries: Array.from({ length: 99 }, (_, at) => 50_000 + 1_000 * at),
}
const PATIENCE_MS = 120_000
const AT_ONCE = 50
const ATTEMPTS = 3
/** Making an event takes about half of this on an idle machine. */
const FIRST_PACE_MS = 20

/** In no order, some at the same time. */
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
    bed.serve('product', { door: 'worker', env: { ...shared, ...env } } satisfies ProductSettings, where)
  const signer = await serve({ ROLES: 'signer', KEYS_DIR: keys, ORACLE_DIR: join(folder, 'dlc') }, 'apart')
  const courier = await serve({ ROLES: 'courier', KEYS_DIR: courierKeys, OUTBOUND_ALLOW: allow }, 'beside')
  const { events, signers } = redis.store
  await until('the signer', async () => (await signers.read()) !== null)

  // Announces as the signer would, with its keys; never attests.
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
    // The signer finds them by itself, writes them down and gives each its schedule.
    await until('the journal', async () => (await events.readMany(ids)).every((event) => event?.journaled === true))
    paceMs = (performance.now() - startedAt) / count
    return Date.now() < maturityTs * 1000 - 1_000 ? ids : null
  }

  /** On a machine that is busy with other things some batches come too late; theirs is no figure. */
  const makeInTime = async (batch: Batch) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      // Several times as long as the last batch would have taken.
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
