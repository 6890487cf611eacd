import { BadConfig, readConfig, ServerConfig } from './config.ts'
import { type Registry, registry } from './feeds/registry.ts'
import { adminApp, BOARD_PATH } from './http/admin.ts'
import { createApp } from './http/app.ts'
import { createBlocks } from './http/blocks.ts'
import { createCounters } from './http/counters.ts'
import { openCounter } from './http/dlc/open-counter.ts'
import { openRails, NAME, VERSION } from './http/discovery/instance.ts'
import { isPriced } from './http/endpoint.ts'
import { allEndpoints } from './http/endpoints.ts'
import { SHORTEST_HOST } from './http/gate.ts'
import { CannotListen, listen } from './http/listen.ts'
import { chainSeen } from './http/chain-seen.ts'
import { createDoors } from './http/doors.ts'
import { facilitatorNews } from './http/facilitator-news.ts'
import { createProofs } from './http/proofs.ts'
import { ATTEMPTS, createAttemptLimit } from './http/rails/attempt-limit.ts'
import {
  askedConfirm,
  askedLookUp,
  askedSettler,
  askedSignatureCheck,
  type AskSettler,
} from './http/rails/asked-settler.ts'
import { BadRail } from './http/rails/bad-rail.ts'
import { configuredL402, configuredX402, type RailSettings, serverSecrets } from './http/rails/configured.ts'
import { facilitatorIds } from './http/rails/facilitator-list.ts'
import { createAddressLimit } from './http/rails/lightning/address-limit.ts'
import { createInvoiceLimit } from './http/rails/lightning/invoice-limit.ts'
import { railStates } from './http/rail-states.ts'
import { receiptIds } from './http/receipt-id.ts'
import { nobleRecover, sampleSignature } from './http/rails/eip3009.ts'
import { createShelf } from './http/shelf.ts'
import type { Till } from './http/till.ts'
import { createWarmer } from './http/warm.ts'
import { countedLog } from './metrics/counted-log.ts'
import { createTally } from './metrics/meter.ts'
import { startReporter } from './metrics/reporter.ts'
import { pickRecover } from './native/recover.ts'
import { type Asker, openAsker } from './queues/ask.ts'
import { openLaneViews } from './queues/lane-views.ts'
import { type SettlerLane, settlerLane } from './queues/lanes.ts'
import { names } from './store/names.ts'
import { refusalLog } from './store/refusal-log.ts'
import { checkRedis } from './store/redis-check.ts'
import { BadRedis, leavesReplicas, redisAddress } from './store/redis.ts'
import { openStore } from './store/store.ts'
import { systemClock } from './system/clock.ts'
import { jsonLog } from './system/log.ts'
import { CannotDrop, dropTo } from './system/privileges.ts'
import { describeSelf, orderlyExit, refuse } from './system/process.ts'
import { systemRandom } from './system/random.ts'

/** Door of the HTTP process: connects configuration, store and rails with the routes. It imports no actor and no key. */

const hostsOf = (publicUrl: string, more: string | undefined): readonly string[] => {
  const hosts = [new URL(publicUrl).host, new URL(publicUrl).hostname, ...(more ?? '').split(',')]
    .map((host) => host.trim())
    .filter(Boolean)
  const short = hosts.find((host) => host.length < SHORTEST_HOST)
  if (short)
    throw new BadConfig(
      `ALLOWED_HOSTS: ${JSON.stringify(short)} is shorter than ${SHORTEST_HOST} characters, which the router cannot tell from a path`,
    )
  return hosts
}

/** A map's worth of new subjects at once, and one every two seconds from then on; of new places fewer (http/warm.ts). */
const BIRTH_LIMIT = { burst: 30, perSecond: 0.5, maxAddresses: 100_000 } as const
const TEND_MS = 1_000

const askOf =
  (settler: Readonly<Record<SettlerLane, Asker>>): AskSettler =>
  (actor, wish, share, limitMs) =>
    settler[settlerLane(wish)].ask({ actor, wish }, share, limitMs)

/** Invoices of these amounts are made ahead. */
const pricesOf = ({ feeds }: Registry): readonly number[] => [...new Set(feeds.map((feed) => feed.sale.price.sats))]

const main = async (): Promise<void> => {
  const config = readConfig(ServerConfig, process.env)
  const tally = createTally()
  const lines = countedLog(jsonLog(config.LOG_LEVEL, { process: 'server', pid: process.pid }), tally)
  const log = refusalLog(lines, systemClock)
  if (!config.REDIS_URL)
    throw new BadConfig('REDIS_URL is not set. Set it, or use "npm start", which runs a Redis of its own.')
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, '')
  const hosts = hostsOf(publicUrl, config.ALLOWED_HOSTS)
  const address = redisAddress(config.REDIS_URL)
  if (dropTo(config.RUN_AS)) log.info('process.dropped', { uid: process.getuid!() })
  for (const warning of await checkRedis(address, config.REDIS_DURABILITY === 'confirmed'))
    log.warn('redis.setting', { warning })
  const store = await openStore(address, 'fails_fast', systemClock)
  const reporter = startReporter({
    self: describeSelf('server'),
    tally,
    clock: systemClock,
    take: store.totals.take,
  })
  const queues = { connection: address, prefix: names.queuePrefix, leaves: leavesReplicas }
  const onQueueError = log.queueError
  const asker = await openAsker(queues, onQueueError)

  const settings = config as RailSettings
  const parts = { clock: systemClock, random: systemRandom, log }
  const openSettlerLane = (lane: SettlerLane) => openAsker(queues, onQueueError, lane)
  const settler =
    config.PAY_TO === undefined
      ? null
      : { settlements: await openSettlerLane('settlements'), inquiries: await openSettlerLane('inquiries') }
  const isChainSeen = chainSeen(store.settlers, systemClock)
  const proofs =
    settler &&
    createProofs({
      confirm: askedConfirm(askOf(settler)),
      unproven: store.unproven,
      liars: store.liars,
      facilitators: facilitatorIds(settings),
      isChainSeen,
      clock: systemClock,
      log,
      meter: tally,
    })
  const lightning = configuredL402(settings, { ...parts, prices: pricesOf(registry) })
  const x402 = configuredX402(settings, {
    ...parts,
    recover: pickRecover(nobleRecover, sampleSignature, log),
    news: facilitatorNews(log, tally, systemClock),
    ...(proofs && { proofs }),
    ...(settler && {
      own: askedSettler(askOf(settler)),
      lookUp: askedLookUp(askOf(settler)),
      signatures: askedSignatureCheck(askOf(settler)),
    }),
  })
  const rails = { l402: lightning?.rail ?? null, x402 }
  const receiptSecrets = serverSecrets(settings, 'receipts')
  if (!receiptSecrets && x402)
    throw new BadRail('the x402 rail needs SERVER_SECRET: 64 hex digits, the same for all servers.')

  const docs = `${publicUrl}/llms.txt`
  const count = createCounters(tally)
  const shelf = createShelf(store.snapshots)
  const till: Till = {
    rails,
    claims: store.claims,
    answers: store.made,
    shelf,
    shortfalls: store.shortfalls,
    blocks: createBlocks(store.snapshots, systemClock),
    asker,
    ...parts,
    count,
    doors: createDoors({
      clock: systemClock,
      boards: store.boards,
      settlers: store.settlers,
      pegged: config.X402_NETWORK === 'base',
      ownSettlement: config.X402_SETTLEMENT === 'own',
      settler: x402?.settler ?? null,
      isChainSeen,
    }),
    store: store.refusal,
    limit: createInvoiceLimit({
      clock: systemClock,
      pricedRoutes: () => endpoints.filter(isPriced).length,
      perSecond: config.INVOICES_PER_SECOND,
    }),
    attempts: createAttemptLimit({ ...parts, ...ATTEMPTS }),
    receipts: receiptIds(receiptSecrets ?? [systemRandom.bytes(32)]),
    docs,
  }
  const instance = { name: NAME, version: VERSION, publicUrl, mode: config.MODE, rails: openRails(rails) }
  const signer = {
    signing: await openAsker(queues, onQueueError, 'signing'),
    offers: await openAsker(queues, onQueueError, 'offers'),
  }
  const endpoints = allEndpoints(
    registry,
    {
      till,
      snapshots: store.snapshots,
      archive: store.archive,
      notices: store.notices,
      publicUrl,
      warmer: createWarmer({
        till,
        population: store.population,
        limit: createAddressLimit({ clock: systemClock, ...BIRTH_LIMIT }),
      }),
    },
    { instance, registry, x402, docs, clock: systemClock, store: store.refusal, processes: store.totals.processes },
    openCounter({
      till,
      store,
      signer,
      publicUrl,
      ownHosts: hosts,
      allow: (config.OUTBOUND_ALLOW ?? '').split(',').filter(Boolean),
      secrets: serverSecrets(settings, 'manage tokens') ?? [systemRandom.bytes(32)],
      adminSecret: config.ORACLE_SECRET ?? null,
    }),
  )

  const open = listen(createApp(endpoints, { hosts, docs, log, store: store.refusal }), {
    hostname: config.HOST,
    port: config.PORT,
    share: true,
    trustProxy: config.TRUST_PROXY,
  })
  const views = openLaneViews(queues, onQueueError, BOARD_PATH)
  const desk = {
    registry,
    store,
    count,
    clock: systemClock,
    version: VERSION,
    ownSettlement: config.X402_SETTLEMENT === 'own' && config.PAY_TO !== undefined,
    flush: reporter.flush,
    lanes: views.look,
    rails: () => railStates(till),
    board: views.dashboard,
  }
  const admin = config.ADMIN_PORT
    ? listen(adminApp(desk), { hostname: '127.0.0.1', port: config.ADMIN_PORT, share: true, trustProxy: 0 })
    : null
  const tending = setInterval(() => {
    lightning?.pool.tend()
    if (config.X402_SETTLEMENT === 'facilitator') void proofs?.tend()
  }, TEND_MS)
  log.info('server.ready', {
    port: open.port,
    adminPort: admin?.port ?? null,
    endpoints: endpoints.length,
    rails: instance.rails,
    mode: config.MODE,
  })

  orderlyExit(log, 30_000, async () => {
    await open.drain()
    await admin?.drain()
    clearInterval(tending)
    lightning?.pool.close()
    await reporter.close()
    await Promise.all([
      views.close(),
      asker.close(),
      signer.signing.close(),
      signer.offers.close(),
      settler?.settlements.close(),
      settler?.inquiries.close(),
    ])
    await store.close()
  })
}

await main().catch(refuse([BadConfig, BadRedis, BadRail, CannotListen, CannotDrop]))
