import { deriveItem } from '../../src/actors/publisher/derived.ts'
import { pollBoard, type TickOutcome } from '../../src/actors/publisher/polled.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { digest } from '../../src/canonical/digest.ts'
import { verifySignature } from '../../src/canonical/verify-signature.ts'
import { registry } from '../../src/feeds/registry.ts'
import type { Net, Question } from '../../src/ports.ts'
import { createWorld } from '../../src/sandbox/world/world.ts'
import { connectRedis, type RedisAddress } from '../../src/store/redis/redis.ts'
import { storeOn } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { benchKeys, type Library } from '../sign-editions.ts'
import { median } from '../table.ts'
import { ANY_TIME } from '../../test/support/store-clocks.ts'
import { settingsOf } from './process.ts'
import { silent } from '../silent.ts'
import { cpuMs } from '../cpu.ts'

/** Ticks of every price actor, one after the other, on boards filled from simulated providers. */
export interface TicksSettings {
  readonly redis: RedisAddress
  readonly ticks: number
}

/** The cost with one library, medians. */
export interface Ticked {
  readonly cpuMs: number
  readonly published: number
  readonly declined: number
  /** One ECDSA signature, and verifying one with the reference code. */
  readonly ecdsaMicros: number
  readonly ecdsaVerifyMicros: number
}

export interface TicksResult {
  readonly noble: Ticked
  readonly native: Ticked
  readonly items: number
  readonly ed25519Micros: number
  readonly ed25519VerifyMicros: number
}

const settings = settingsOf<TicksSettings>()
const store = storeOn(await connectRedis(settings.redis, 'waits'), systemClock, ANY_TIME)
let now = Date.now()
const clock = { now: () => now, sleep: async () => {} }
const simulated = createWorld({ clock, seed: 1, now })

const net: Net = {
  ask: async ({ provider, path, method = 'GET', body }: Question) => {
    const url = `http://sandbox/${new URL(provider.origin).host}${path}`
    const answer = await simulated.handle(new Request(url, { method, ...(body !== undefined && { body }) }))
    if (answer?.status !== 200) return { ok: false, failure: { kind: 'status', status: answer?.status ?? 404 } }
    return { ok: true, body: await answer.text(), receivedAt: now, tookMs: 1 }
  },
}

/** Lists of instruments first: other boards ask only for listed instruments. */
const listings = new Set(registry.boards.map((board) => board.listing?.id))
const pollAll = async (): Promise<void> => {
  for (const isListing of [true, false]) {
    const boards = registry.boards.filter((board) => listings.has(board.id) === isListing)
    await Promise.all(boards.map((board) => pollBoard(board, net, store.boards, now)))
  }
}

const micros = (work: () => unknown, times: number): number => {
  for (let warm = 0; warm < times / 4; warm++) work()
  const before = cpuMs()
  for (let at = 0; at < times; at++) work()
  return ((cpuMs() - before) * 1000) / times
}

const WARM = 2
const some = digest('claros')

const tickWith = async (library: Library): Promise<Ticked> => {
  const keys = benchKeys(library)
  const publisher = createPublisher(store.snapshots, fixedKeys(keys), systemRandom)
  const context = {
    store,
    publisher,
    clock: { now: () => now, sleep: async () => {} },
    log: silent,
    quorum: null,
    wake: () => {},
    mayAsk: () => true,
  }
  const spent: number[] = []
  let outcomes: TickOutcome[] = []
  for (let tick = 0; tick < WARM + settings.ticks; tick++) {
    now += 1_000
    await pollAll()
    outcomes = []
    const before = cpuMs()
    for (const item of registry.items) outcomes.push(await deriveItem(item, context, now))
    if (tick >= WARM) spent.push(cpuMs() - before)
  }
  const signature = keys.l402.sign(some)
  return {
    cpuMs: median(spent),
    published: outcomes.filter(({ kind }) => kind === 'published').length,
    declined: outcomes.filter(({ kind }) => kind === 'declined').length,
    ecdsaMicros: micros(() => keys.l402.sign(some), 1_000),
    ecdsaVerifyMicros: micros(() => verifySignature('secp256k1_ecdsa', some, signature, keys.l402.publicKey), 300),
  }
}

const noble = await tickWith('noble')
const native = await tickWith('native')
const { x402 } = benchKeys('native')
const signed = x402.sign(some)
const result: TicksResult = {
  noble,
  native,
  items: registry.items.length,
  ed25519Micros: micros(() => x402.sign(some), 2_000),
  ed25519VerifyMicros: micros(() => verifySignature('ed25519', some, signed, x402.publicKey), 300),
}
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)
