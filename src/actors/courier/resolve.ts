import type { DlcPair } from '../../dlc/terms/pairs.ts'
import type { ResolverConfig } from '../../dlc/terms/resolver-config.ts'
import { SAFE } from '../../dlc/terms/threshold.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { Address } from './ask.ts'
import { byAddress } from './by-address.ts'
import { byPrice } from './by-price.ts'
import { decide, wakeFor } from './decide.ts'
import type { CourierDeps } from './deps.ts'
import type { ResolverFinding } from './found.ts'
import { overdueAlarm } from './overdue.ts'
import { GRACE_MS, LATER_MS, type Resolution, SOON_MS, waiting } from './resolution.ts'

/** Addresses asked at once by one process. One that does not answer delays the others by ten seconds at most. */
export const ASKS_AT_ONCE = 32

type Deps = Pick<CourierDeps, 'store' | 'visitor' | 'clock' | 'log' | 'wake'>

/** First applies every price up to the expiry: the outcome is `safe` only if none of them breached the contract. */
const expire = async (deps: Deps, { id, maturityTs }: StoredEvent, pair: DlcPair): Promise<Resolution> => {
  const { clock, store } = deps
  const { ticks } = store.events
  for await (const { breached } of ticks.applyAll(pair, () => clock.now()))
    await Promise.all(breached.map((each) => wakeFor(deps, each)))
  const last = await ticks.lastBefore(pair, maturityTs * 1000 + 1)
  const lastTick = last && { sequence: last.sequence, at: last.at, price: last.price, sources: last.sources }
  const evidence = { kind: 'expiry', pair, expiry: maturityTs, lastTick }
  return decide(deps, id, { trigger: 'expire', outcome: [SAFE], evidence, now: clock.now(), graceMs: GRACE_MS })
}

const originOf = (resolver: ResolverConfig): Address | { readonly kind: 'feed'; readonly pair: DlcPair } => {
  if (resolver.kind === 'webhook') return { kind: 'webhook', url: resolver.url }
  const { source } = resolver
  return source.kind === 'feed' ? { kind: 'feed', pair: source.pair } : { kind: 'url', url: source.given }
}

/**
 * Resolves an event that is mature, in the way its creator chose, as far as that is possible now. It may be called at
 * any time: a process works on an event only once at a time, and of all processes only one asks its address. An event
 * that is `busy` need not be given again: this process works on it as soon as another address has answered.
 *
 * @param start runs that later work; it never rejects
 */
export const createResolver = (
  deps: Deps,
  start: (work: () => Promise<void>) => void = (work) => void work(),
): ((eventId: string) => Promise<Resolution>) => {
  const { store, clock, log } = deps
  const alarm = overdueAlarm(deps)
  const underWay = new Map<string, Promise<Resolution>>()
  const busy = new Set<string>()
  let asking = 0

  const startNextBusy = (): void => {
    const [next] = busy
    if (next === undefined || asking >= ASKS_AT_ONCE) return
    busy.delete(next)
    start(() => bringLogged(next))
  }

  const find = async (event: StoredEvent, resolver: ResolverConfig): Promise<ResolverFinding> => {
    const origin = originOf(resolver)
    if (origin.kind === 'feed') return byPrice(deps, alarm, event, resolver, origin.pair)
    if (asking >= ASKS_AT_ONCE) {
      busy.add(event.id)
      return waiting('busy', clock.now() + SOON_MS)
    }
    asking++
    try {
      return await byAddress(deps, alarm, event, resolver, origin)
    } finally {
      asking--
      startNextBusy()
    }
  }

  const resolve = async (event: StoredEvent): Promise<Resolution> => {
    const { resolver } = event.hidden
    if (resolver === null) return waiting('administrator', clock.now() + LATER_MS)
    const found = await find(event, resolver)
    if (found.kind === 'waiting') return found
    const { outcome, evidence } = found
    return decide(deps, event.id, { trigger: 'resolve', outcome, evidence, now: clock.now(), graceMs: 0 })
  }

  const bring = async (eventId: string): Promise<Resolution> => {
    const event = await store.events.read(eventId)
    if (!event) return { kind: 'gone' }
    const { state, decision, kind, pair, maturityTs } = event
    if (decision) return { kind: 'before', decision }
    if (state !== 'announced') return waiting(state === 'cancelling' ? 'cancelling' : 'offered', clock.now() + SOON_MS)
    // A price in the last millisecond of a threshold contract still counts.
    const matureAt = maturityTs * 1000 + (kind === 'threshold' ? 1 : 0)
    if (clock.now() < matureAt) return waiting('immature', matureAt)
    if (kind !== 'threshold') return resolve(event)
    if (pair === null) throw new Error(`${eventId}: a threshold without a pair`)
    return expire(deps, event, pair)
  }

  const bringOnce = (eventId: string): Promise<Resolution> => {
    const known = underWay.get(eventId)
    if (known) return known
    const work = bring(eventId).finally(() => underWay.delete(eventId))
    underWay.set(eventId, work)
    return work
  }

  const bringLogged = async (eventId: string): Promise<void> => {
    try {
      await bringOnce(eventId)
    } catch (problem) {
      log.error('event.crashed', { eventid: eventId, message: String(problem) })
    } finally {
      // An event that was decided meanwhile asked no address, so its place is still free.
      startNextBusy()
    }
  }

  return bringOnce
}
