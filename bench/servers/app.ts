import { UNFUNDED } from '../../src/feeds/insurance/pool.ts'
import { registry } from '../../src/feeds/registry.ts'
import { createApp } from '../../src/http/app/app.ts'
import { createCounters } from '../../src/http/paywall/counters.ts'
import { createRailAvailability } from '../../src/http/paywall/rail-availability.ts'
import { createProofs } from '../../src/http/paywall/proofs.ts'
import { listen } from '../../src/http/app/listen.ts'
import { openRoutes } from '../../src/http/app/open-routes.ts'
import { createTraffic } from '../../src/http/app/traffic.ts'
import { openPaywall } from '../../src/http/paywall/open-paywall.ts'
import { receiptIds } from '../../src/http/paywall/receipt-id.ts'
import { configuredX402 } from '../../src/http/rails/configured.ts'
import type { RailSettings } from '../../src/http/rails/rail-settings.ts'
import { facilitatorIds } from '../../src/http/rails/facilitator-list.ts'
import { nobleRecover, type Recover, sampleSignature } from '../../src/http/rails/eip3009.ts'
import { createAttemptLimit } from '../../src/http/rails/attempt-limit.ts'
import { createAddressLimit } from '../../src/http/rails/lightning/address-limit.ts'
import { createInvoiceLimit } from '../../src/http/rails/lightning/invoice-limit.ts'
import { lightningFailure } from '../../src/http/rails/lightning/node.ts'
import type { Settler } from '../../src/http/rails/settlement.ts'
import type { PaywallContext } from '../../src/http/paywall/context.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { pickRecover } from '../../src/native/recover.ts'
import { type SendJob, askOver, openAsker } from '../../src/queues/ask.ts'
import { names } from '../../src/store/redis/names.ts'
import type { RedisAddress } from '../../src/store/redis/redis.ts'
import { openStore } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemSteady } from '../../src/system/steady.ts'
import { systemRandom } from '../../src/system/random.ts'
import { PAY_TO, SECRETS } from '../buyers.ts'
import { silent } from '../silent.ts'
import { ready, settingsOf } from './process.ts'

/** The server as `src/server.ts` builds it, with a choice of facilitator and of signature recovery. */
export interface AppSettings {
  readonly redis: RedisAddress
  /** Address of a facilitator, or one in this process that accepts everything at once. */
  readonly facilitator: string | 'at once'
  readonly recovery: 'noble' | 'native'
  /** Whether recoveries are timed. Reading the CPU clock around each costs about 20 µs a sale. */
  readonly timed?: boolean
}

/** What it reports beyond CPU time and memory. */
export interface AppStats {
  readonly recoveryMs: number
  readonly recoveries: number
}

const settings = settingsOf<AppSettings>()

let recoveryMs = 0
let recoveries = 0
const timed =
  (recover: Recover): Recover =>
  (signature, recovery, digest) => {
    const before = process.cpuUsage()
    const key = recover(signature, recovery, digest)
    const { user, system } = process.cpuUsage(before)
    recoveryMs += (user + system) / 1000
    recoveries++
    return key
  }

const atOnce: Settler = {
  simulate: async () => ({ kind: 'would_settle' }),
  settle: async ({ authorization }) => ({
    kind: 'settled',
    settlement: { transaction: `0x${'ab'.repeat(32)}`, payer: authorization.from },
  }),
}

const store = await openStore(settings.redis, 'fails_fast', systemClock)
const recover = settings.recovery === 'noble' ? nobleRecover : pickRecover(nobleRecover, sampleSignature, silent)
const railSettings: RailSettings = {
  PAY_TO,
  X402_NETWORK: 'base',
  ...(settings.facilitator === 'at once'
    ? { X402_SETTLEMENT: 'own' }
    : { X402_SETTLEMENT: 'facilitator', FACILITATOR_URL: settings.facilitator }),
}
const isChainSeen = async () => false
const receipts = receiptIds([SECRETS.current])
/** There is no chain here, so every settlement by a facilitator stays on the list of those to be confirmed. */
const proofs = createProofs({
  confirm: async (claimed) => claimed.map(() => ({ kind: 'unknown' })),
  unproven: store.unproven,
  liars: store.liars,
  facilitators: facilitatorIds(railSettings),
  receipts,
  isChainSeen,
  clock: systemClock,
  log: silent,
  meter: createTally(),
})
const rails: PaywallContext['rails'] = {
  l402: {
    invoices: { take: async () => lightningFailure('unreachable', 'no node in a benchmark') },
    secrets: SECRETS,
    random: systemRandom,
    node: { invoiceState: async () => lightningFailure('unreachable', 'no node in a benchmark') },
  },
  x402: configuredX402(railSettings, {
    clock: systemClock,
    random: systemRandom,
    recover: settings.timed ? timed(recover) : recover,
    own: atOnce,
    proofs,
  }),
}
const publicUrl = 'http://localhost:8402'
const docs = `${publicUrl}/llms.txt`
const paywall = openPaywall({
  rails,
  store,
  asker: await openAsker({ connection: settings.redis, prefix: names.queuePrefix }, () => {}, 'asks'),
  clock: systemClock,
  random: systemRandom,
  log: silent,
  count: createCounters(),
  availability: createRailAvailability({
    clock: systemClock,
    boards: store.boards,
    settlers: store.settlers,
    pegged: true,
    ownSettlement: false,
    settler: rails.x402?.settler ?? null,
    isChainSeen,
  }),
  attempts: createAttemptLimit({
    clock: systemClock,
    random: systemRandom,
    burst: 1_000_000,
    perSecond: 1_000_000,
    most: 100,
  }),
  limit: createInvoiceLimit({ clock: systemClock, pricedRoutes: () => 1_000_000, perSecond: 1_000_000 }),
  receipts,
  docs,
})
/** No events are sold here, so no signer runs. */
const nobody: SendJob = async () => ({ kind: 'timeout' })
const { endpoints } = openRoutes({
  registry,
  paywall,
  store,
  signer: { signing: askOver('signing', nobody), offers: askOver('offers', nobody) },
  publicUrl,
  mode: 'demo',
  ownSettlement: false,
  starts: createAddressLimit({ clock: systemClock, burst: 1_000, perSecond: 1, maxAddresses: 100 }),
  pool: UNFUNDED,
  ownHosts: [],
  allow: [],
  secrets: [SECRETS.current],
  adminSecret: null,
})
const hostname = '127.0.0.1'
const traffic = createTraffic(createTally(), systemSteady)
traffic.open()
const app = createApp(endpoints, {
  hosts: [hostname],
  docs,
  log: silent,
  random: systemRandom,
  store: store.refusal,
  traffic,
})
const { port } = listen(app, { hostname, port: 0, share: true, trustProxy: 0 })
ready(port, (): AppStats => ({ recoveryMs, recoveries }))
