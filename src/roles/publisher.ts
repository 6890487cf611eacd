import type { ClockWatch } from '../actors/clock-watch.ts'
import { type Collector, startCollector } from '../actors/publisher/collector.ts'
import { openKeys } from '../actors/publisher/open-keys.ts'
import { calendarAlarm, keepOfficial } from '../actors/publisher/official-calendar.ts'
import { keepEstimates } from '../actors/publisher/own-estimates.ts'
import { renewMarkets } from '../actors/publisher/own-markets.ts'
import { computeAnswer } from '../actors/publisher/compute-answer.ts'
import { atMost } from '../actors/publisher/at-most.ts'
import { leaveOutTick, runAsk, runTick } from '../actors/publisher/dispatch.ts'
import { signEventAnswer } from '../actors/publisher/sign-event-answer.ts'
import { signMethodologies } from '../actors/publisher/sign-methodologies.ts'
import type { ActorContext } from '../actors/publisher/context.ts'
import { maintainPopulation } from '../actors/publisher/on-demand.ts'
import { createPublisher } from '../actors/publisher/publisher.ts'
import { createQuoteDesk } from '../actors/publisher/quote-desk.ts'
import { openReadingThread } from '../actors/publisher/reading-thread.ts'
import { renewRevoked } from '../actors/publisher/renew-revoked.ts'
import { reservesOf } from '../actors/publisher/reserves.ts'
import { createGroupRunner, type DueTick } from '../actors/publisher/run-group.ts'
import { firstTicks, firstTicksAgain } from '../actors/publisher/first-ticks.ts'
import { scheduleOf, type ScheduleSettings } from '../actors/publisher/schedule.ts'
import { createTickBook } from '../actors/publisher/tick-book.ts'
import type { WorkerConfig } from '../config.ts'
import { BUNDLED } from '../feeds/calendar/official.ts'
import { refusedInput } from '../feeds/inputs.ts'
import { poolState } from '../feeds/insurance/pool.ts'
import { type Item, registry } from '../feeds/registry.ts'
import { pickEcdsa } from '../native/ecdsa.ts'
import { consume, type Handler } from '../queues/consume.ts'
import { openAsker } from '../queues/ask.ts'
import { isOfGroup } from '../queues/schedules.ts'
import { openScheduler } from '../queues/scheduler.ts'
import { groupMeter } from '../metrics/groups.ts'
import { sourceMeter } from '../metrics/sources.ts'
import { onceAtATime } from '../once-at-a-time.ts'
import { createNet } from '../system/net.ts'
import { systemRandom } from '../system/random.ts'
import { readUrl } from '../system/read-url.ts'
import { createSockets } from '../system/sockets.ts'
import { allowedBy, cadencesOf, estimatesOf, officialOf, originsOf, tellAllRights } from './provider-settings.ts'
import type { Role, Workplace } from './role.ts'

/**
 * The publisher: polls boards, collects streams, concludes feeds, signs editions and publishes. The only role that has
 * the signing keys of the rails.
 */

/** The lanes of its schedules. */
const LANES = ['ticks', 'groups'] as const
const RECONCILE_MS = 120_000
/** How often it is looked for actors that have never succeeded, and when a start that failed is tried again. */
const AGAIN_MS = 5_000
/** Long computations delay ticks, so few run at once. Other requests wait in a queue. */
const ANSWERS_AT_ONCE = 3
const WAKE_MS = 5_000
/** A collector waits for a store that does not answer, as the watch of keys does. After this time we leave without it; its lease expires. */
const COLLECTOR_CLOSE_MS = 3_000
/** So long ticks may go on whose run has ended. */
const GROUP_CLOSE_MS = 3_000

export const startPublisher = async (config: WorkerConfig, place: Workplace, clockWatch: ClockWatch): Promise<Role> => {
  const { store, queues, clock, log, meter, onQueueError } = place
  const beats = place.beats.plays('publisher', ['ticks'])
  const cadences = cadencesOf(config.CADENCES)
  const origins = originsOf(config.PROVIDER_ORIGINS)
  const { keys: providerKeys, allows, closed } = allowedBy(config)
  tellAllRights(config, log)
  const official = officialOf(config.CALENDAR_FILE)
  const estimates = estimatesOf(config.CALENDAR_ESTIMATES)
  const tellEnd = calendarAlarm(official ?? BUNDLED, place)
  const { publicKeys, watch: keyWatch } = await openKeys({ folder: config.KEYS_DIR, ecdsa: pickEcdsa(log), ...place })
  const { keys } = keyWatch

  const scheduler = openScheduler(queues, onQueueError)
  const signing = await openAsker(queues, onQueueError, 'signing')
  const webhookKey = async () => (await store.keys.read()).webhook ?? null

  const sealer = { keys, random: systemRandom, clock }
  const answering = atMost(ANSWERS_AT_ONCE)
  const thread = openReadingThread()
  const context: ActorContext = {
    registry,
    store,
    net: createNet({
      clock,
      upstreamOrigin: config.UPSTREAM_ORIGIN,
      origins,
      keys: providerKeys,
      windows: store.rateWindows,
      reserves: reservesOf(registry.boards, cadences),
      ...sourceMeter(meter),
    }),
    thread,
    publisher: createPublisher(store.snapshots, keys, systemRandom),
    clock,
    log,
    quorum: config.QUORUM ?? null,
    mayAsk: (board) => refusedInput(board, allows) === null,
    holder: Buffer.from(systemRandom.bytes(12)).toString('hex'),
    schedule: (actor, everyMs) => scheduler.from('ticks', actor, everyMs, clock.now() + everyMs),
    unschedule: async (actor) => void (await scheduler.drop('ticks', actor)),
    // Nothing waits for this: if it fails, the signer finds the decision by itself.
    wake: (event) => void signing.ask({ actor: event, wish: { what: 'attest' } }, `attest/${event}`, WAKE_MS),
    seal: (event, ask) => signEventAnswer({ ...sealer, events: store.events, webhookKey }, event, ask),
    answer: (actor, ask) => answering(() => computeAnswer({ ...store, counts: keyWatch.counts }, sealer, actor, ask)),
    quote: createQuoteDesk({ signer: sealer, pool: poolState(config) }),
  }
  const guarded = async <T>(what: string, actor: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (problem) {
      log.error(`${what}.crashed`, { actor, message: String(problem), stack: (problem as Error).stack })
      throw problem
    }
  }
  const onDemandItems = async (): Promise<readonly Item[]> => {
    const alive = await Promise.all(registry.onDemand.map((feed) => maintainPopulation(feed, context)))
    return alive.flat().flatMap((actor) => registry.item(actor) ?? [])
  }
  const settings: ScheduleSettings = { allows, closed, groupedAbove: config.TICKS_GROUPED_ABOVE }
  const groupsOfItems = scheduleOf(registry, cadences, settings).filter(isOfGroup)
  const reconcile = () =>
    onDemandItems()
      .then((onDemand) => scheduler.reconcile(LANES, scheduleOf(registry, cadences, settings, onDemand), clock.now()))
      .then(({ wanted, removed, kept }) =>
        log.info('schedule.reconciled', { wanted, removed: removed.length, kept: kept.length }),
      )
      .catch((problem: unknown) => log.error('schedule.failed', { message: String(problem) }))
  const signAll = () => signMethodologies(registry, { keys, random: systemRandom, clock, notices: store.notices })
  const renewAll = async (): Promise<void> => {
    await renewRevoked(scheduler, context, keyWatch.counts)
    await signAll()
  }
  /** Everything here is dated by this machine's clock, so it waits until that is right. It may run again. */
  const begin = async (): Promise<void> => {
    await keepOfficial(store.boards, official, clock.now())
    await keepEstimates(store.boards, estimates, clock.now())
    await renewMarkets(config.EQUITY_FILE, { store, clock, log, readUrl })
    tellEnd(clock.now())
    await store.closedFeeds.write(closed)
    await signAll()
    await reconcile()
    await firstTicks(scheduler, context, closed, groupsOfItems)
    await renewRevoked(scheduler, context, keyWatch.counts)
  }
  const { fault: clockFault } = clockWatch
  /** Why nothing may be signed now. */
  const fault = (): string | null => clockFault() ?? keyWatch.fault()
  const wasRight = fault() === null
  if (wasRight) await begin()
  const book = createTickBook({ registry, meter, log, clock, clockFault })
  const tick = ({ actor, dueAt }: DueTick) =>
    guarded('tick', actor, () =>
      book.run(actor, dueAt, async () => {
        const outcome = await runTick(actor, context)
        beats.worked('ticks')
        return outcome
      }),
    )
  const groups = createGroupRunner({
    running: store.running,
    clock,
    log,
    holder: context.holder,
    tick,
    leaveOut: ({ actor, dueAt }) => book.run(actor, dueAt, () => leaveOutTick(actor, context)),
    count: groupMeter(meter),
  })
  const ask: Handler<'asks'> = async (job) => {
    const found = fault()
    // The requester is told at once and may ask again. The watch has already logged the fault.
    if (found !== null) throw new Error(found)
    return guarded('ask', job.actor, () => runAsk(job, context))
  }
  const consumers = [
    consume(queues, 'ticks', tick, onQueueError),
    consume(queues, 'groups', groups.run, onQueueError),
    consume(queues, 'asks', ask, onQueueError),
  ]
  let closing = false
  /** Without it this worker would serve an old timetable until it is started again. */
  const beginAtLast = async (): Promise<void> => {
    while (!closing && fault() === null)
      try {
        return await begin()
      } catch (problem) {
        log.error('publisher.not_begun', { message: String(problem) })
        await clock.sleep(AGAIN_MS)
      }
  }
  // A queue dates the next job by the clock of the worker that takes this one. So a wrong clock would move the next
  // tick of a pair by its error.
  const turn = (toRight: boolean): void => {
    if (!toRight) return consumers.forEach((each) => each.pause())
    consumers.forEach((each) => each.resume())
    void beginAtLast()
  }
  const turned = (): void => turn(fault() === null)
  clockWatch.onTurn(turned)
  keyWatch.onTurn(turned)
  keyWatch.onRevoked(() => void renewAll().catch(onQueueError))
  const isRight = fault() === null
  if (!wasRight || !isRight) turn(isRight)
  const sockets = createSockets({ upstreamOrigin: config.UPSTREAM_ORIGIN, origins })
  const collectors: readonly Collector[] = registry.streams
    .filter(context.mayAsk)
    .map((stream) => startCollector(stream, { ...context, clockFault, sockets, random: systemRandom }))
  const reconcileNow = onceAtATime(reconcile)
  const renewNow = onceAtATime(() => renewMarkets(config.EQUITY_FILE, { store, clock, log, readUrl }))
  const firstAgain = onceAtATime(() => firstTicksAgain(scheduler, context, closed, groupsOfItems))
  const timer = setInterval(() => {
    if (clockFault() !== null) return
    void reconcileNow()
    if (config.EQUITY_FILE !== undefined)
      renewNow().catch((problem: unknown) => log.error('equity_file.failed', { message: String(problem) }))
    tellEnd(clock.now())
  }, RECONCILE_MS)
  const again = setInterval(() => {
    if (clockFault() !== null) return
    firstAgain().catch((problem: unknown) => log.error('first_ticks.failed', { message: String(problem) }))
  }, AGAIN_MS)
  log.info('publisher.ready', { boards: registry.boards.length, items: registry.items.length, publicKeys })
  return {
    close: async (deadlineMs) => {
      closing = true
      const watched = keyWatch.close()
      clearInterval(timer)
      clearInterval(again)
      await Promise.all([
        Promise.all(consumers.map((each) => each.close(deadlineMs))).then(() =>
          Promise.race([groups.settled(), clock.sleep(GROUP_CLOSE_MS)]),
        ),
        ...[watched, ...collectors.map((each) => each.close())].map((closed) =>
          Promise.race([closed, clock.sleep(COLLECTOR_CLOSE_MS)]),
        ),
      ])
      thread.close()
      await Promise.all([scheduler.close(), signing.close()])
    },
  }
}
