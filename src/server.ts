import { BadConfig, readConfig, ServerConfig } from './config.ts'
import { registry } from './feeds/registry.ts'
import { createApp } from './http/app/app.ts'
import { createCounters } from './http/paywall/counters.ts'
import { openPages } from './http/app/open-pages.ts'
import { isPriced } from './http/wire/endpoint.ts'
import { CannotListen, listen } from './http/app/listen.ts'
import { openRoutes } from './http/app/open-routes.ts'
import { createLeavingApp } from './http/app/leaving-app.ts'
import { everyRouteLabel } from './http/app/route-labels.ts'
import { createTraffic } from './http/app/traffic.ts'
import { warmDocuments } from './http/app/warm-documents.ts'
import { openPaywall } from './http/paywall/open-paywall.ts'
import { receiptIds } from './http/paywall/receipt-id.ts'
import { ATTEMPTS, createAttemptLimit } from './http/rails/attempt-limit.ts'
import { BadRail } from './http/rails/bad-rail.ts'
import { serverSecrets } from './http/rails/configured.ts'
import { facilitatorIds } from './http/rails/facilitator-list.ts'
import { type RailSettings, refuseWithoutSecret } from './http/rails/rail-settings.ts'
import { createAddressLimit } from './http/rails/lightning/address-limit.ts'
import { createInvoiceLimit } from './http/rails/lightning/invoice-limit.ts'
import { adminFault, publicUrlOf } from './listening.ts'
import { createBeats } from './metrics/beats.ts'
import { watchClockOffset } from './metrics/clock-offset.ts'
import { startLoopLag } from './metrics/loop-lag.ts'
import { createTally } from './metrics/meter.ts'
import { startReporter } from './metrics/reporter.ts'
import { tellOpenSecrets } from './open-secrets.ts'
import { keepFormat } from './program-format.ts'
import { programLog } from './program-log.ts'
import { openAsker } from './queues/ask.ts'
import { openAdmin } from './server/admin.ts'
import { openRails } from './server/rails.ts'
import { readWebFiles } from './server/web-files.ts'
import { ForeignFormat } from './store/format/format-faults.ts'
import { connectQueues } from './store/redis/connect-queues.ts'
import { names } from './store/redis/names.ts'
import { unreadableLog } from './store/redis/unreadable-log.ts'
import { checkRedis } from './store/redis/redis-check.ts'
import { BadRedis, redisAddress } from './store/redis/redis.ts'
import { openStore } from './store/store.ts'
import { systemClock } from './system/clock.ts'
import { startCollections } from './system/collections.ts'
import { ownAddresses } from './system/own-addresses.ts'
import { CannotDrop, dropTo } from './system/privileges.ts'
import { describeSelf, orderlyExit, refuseToStart } from './system/process.ts'
import { systemRandom } from './system/random.ts'
import { systemSteady } from './system/steady.ts'

/**
 * The program of the HTTP process. It connects the store, the rails (`server/rails.ts`), the paywall
 * (`http/paywall/open-paywall.ts`), the routes (`http/app/open-routes.ts`) and the port for operators
 * (`server/admin.ts`). It imports no actor and no key.
 */

const hostsOf = (publicUrl: string, more: string | undefined): readonly string[] =>
  [new URL(publicUrl).host, new URL(publicUrl).hostname, ...(more ?? '').split(',')]
    .map((host) => host.trim())
    .filter(Boolean)

/**
 * Subjects that one client may start on demand: 30 at once, enough for a map, then one every two seconds. New places
 * are limited further (`http/paywall/warm.ts`).
 */
const START_LIMIT = { burst: 30, perSecond: 0.5, maxAddresses: 100_000 } as const
const MAINTAIN_MS = 1_000

const main = async (): Promise<void> => {
  const config = readConfig(ServerConfig, process.env)
  const tally = createTally()
  const log = programLog(config.LOG_LEVEL, { process: 'server', pid: process.pid }, tally)
  tellOpenSecrets(ServerConfig, process.env, log)
  if (!config.REDIS_URL)
    throw new BadConfig('REDIS_URL is not set. Set it, or use "npm start", which runs a Redis of its own.')
  const fault = adminFault(config)
  if (fault !== null) throw new BadConfig(fault)
  const publicUrl = publicUrlOf(config)
  const hosts = hostsOf(publicUrl, config.ALLOWED_HOSTS)
  if (config.PLAY_MONEY_URL && config.MODE !== 'demo')
    throw new BadConfig('PLAY_MONEY_URL is for demonstrations: it needs MODE=demo.')
  const address = redisAddress(config.REDIS_URL, config.REDIS_REPLICAS)
  // Before the process gives up its rights: the folder may be in the home of another user.
  const web = readWebFiles(config.WEB_DIR, log)
  if (dropTo(config.RUN_AS)) log.info('process.dropped', { uid: process.getuid!() })
  for (const warning of await checkRedis(address, config.REDIS_DURABILITY === 'confirmed'))
    log.warn('redis.setting', { warning })
  const store = await openStore(address, 'fails_fast', systemClock, unreadableLog(log, systemClock))
  const self = describeSelf('server')
  const leaveFormat = await keepFormat(store, self.name, log)
  const beats = createBeats(tally, systemSteady)
  const played = beats.plays('server', ['maintenance'])
  const reporter = startReporter({ self, beats, tally, clock: systemClock, take: store.totals.take })
  const measured = { clock: systemClock, steady: systemSteady, meter: tally, storeTime: store.time }
  const measuring = [startLoopLag(measured), watchClockOffset(measured)]
  const endCollections = startCollections({ clock: systemClock, random: systemRandom })
  const ownSettlement = config.X402_SETTLEMENT === 'own' && config.PAY_TO !== undefined
  const queues = { ...connectQueues(address), prefix: names.queuePrefix }
  const onQueueError = log.queueError
  const asker = await openAsker(queues, onQueueError, 'asks')
  const signer = {
    signing: await openAsker(queues, onQueueError, 'signing'),
    offers: await openAsker(queues, onQueueError, 'offers'),
  }

  const settings = config as RailSettings
  const parts = { clock: systemClock, random: systemRandom, log }
  const receiptSecrets = serverSecrets(settings, 'receipts')
  const receipts = receiptIds(receiptSecrets ?? [systemRandom.bytes(32)])
  const open = await openRails({
    ...parts,
    receipts,
    settings,
    registry,
    store,
    meter: tally,
    openLane: (lane) => openAsker(queues, onQueueError, lane),
  })
  if (!receiptSecrets && open.rails.x402) refuseWithoutSecret('x402')

  const docs = `${publicUrl}/llms.txt`
  const count = createCounters(tally)
  const paywall = openPaywall({
    ...parts,
    rails: open.rails,
    availability: open.availability,
    store,
    asker,
    count,
    limit: createInvoiceLimit({
      clock: systemClock,
      pricedRoutes: () => endpoints.filter(isPriced).length,
      perSecond: config.INVOICES_PER_SECOND,
    }),
    attempts: createAttemptLimit({ ...parts, ...ATTEMPTS }),
    receipts,
    docs,
  })
  const { instance, endpoints, mounts } = openRoutes({
    registry,
    paywall,
    store,
    signer,
    publicUrl,
    mode: config.MODE,
    ownSettlement,
    starts: createAddressLimit({ clock: systemClock, ...START_LIMIT }),
    pool: config,
    ownHosts: hosts,
    allow: (config.OUTBOUND_ALLOW ?? '').split(',').filter(Boolean),
    secrets: serverSecrets(settings, 'manage tokens') ?? [systemRandom.bytes(32)],
    adminSecret: config.ORACLE_SECRET ?? null,
  })

  const pages =
    web &&
    openPages(registry, {
      files: web,
      mode: config.MODE,
      version: instance.version,
      playMoney: config.PLAY_MONEY_URL ?? null,
    })

  await paywall.closedFeeds.refresh()
  const isOwnHost = config.PUBLIC_URL === undefined ? ownAddresses(config.HOST, () => performance.now()) : () => false
  const traffic = createTraffic(tally, systemSteady)
  const app = createApp(endpoints, {
    hosts,
    isOwnHost,
    docs,
    log,
    random: systemRandom,
    store: store.refusal,
    pages,
    mounts,
    traffic,
  })
  await warmDocuments(app, endpoints, publicUrl)
  traffic.open()
  const leaving = createLeavingApp(app, docs, systemRandom)
  const listener = listen(leaving.app, {
    hostname: config.HOST,
    port: config.PORT,
    share: true,
    trustProxy: config.TRUST_PROXY,
  })
  const admin = openAdmin({
    port: config.ADMIN_PORT,
    host: config.ADMIN_HOST,
    metricsToken: config.METRICS_TOKEN ?? null,
    facilitators: facilitatorIds(settings).map(({ name }) => name),
    routes: everyRouteLabel(endpoints, mounts),
    registry,
    store,
    paywall,
    count,
    clock: systemClock,
    ownSettlement,
    queues,
    onQueueError,
    flush: reporter.flush,
  })
  const maintaining = setInterval(() => {
    open.maintain()
    void paywall.closedFeeds.refresh().then(() => played.worked('maintenance'))
  }, MAINTAIN_MS)
  log.info('server.listening', {
    port: listener.port,
    adminPort: admin.port,
    endpoints: endpoints.length,
    rails: instance.rails,
    mode: config.MODE,
  })

  const drainMs = config.DRAIN_SECONDS * 1_000
  orderlyExit(log, 30_000 + drainMs, async () => {
    await leaving.leave(drainMs)
    await listener.drain()
    await admin.drain()
    clearInterval(maintaining)
    for (const end of measuring) end()
    endCollections()
    await reporter.close()
    await Promise.all([admin.close(), asker.close(), signer.signing.close(), signer.offers.close(), open.close()])
    await leaveFormat()
    await store.close()
  })
}

await main().catch(
  refuseToStart({ settings: [BadConfig, BadRail, CannotDrop, ForeignFormat], circumstances: [BadRedis, CannotListen] }),
)
