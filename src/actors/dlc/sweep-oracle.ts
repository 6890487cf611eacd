import { isStanding } from '../../dlc/terms/standing-terms.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { Deliverable } from '../../store/claims/deliverable.ts'
import { UnreadableRecord } from '../../store/redis/stored.ts'
import type { Oracle } from './oracle.ts'
import { recordEvent } from './record-event.ts'
import { WitnessAway } from './witness.ts'

/**
 * What crashes and silence left behind, done again: every step may be taken twice. The sweep is the authority; jobs only
 * make things prompt.
 */

/** One sweep looks at this many of each. */
const PAGE = 500

/** Follows Redis: every creation and decision gets its line, every decision its signatures. */
const followJournal = async (oracle: Oracle): Promise<void> => {
  const { events, attest } = oracle
  for (;;) {
    const notices = await events.journal.unread(PAGE)
    for (const { what, id } of notices) if (what === 'created') await recordEvent(oracle, id)
    const rest = new Set(notices.flatMap(({ what, id }) => (what === 'created' ? [] : [id])))
    await Promise.all([...rest].map(attest))
    const last = notices.at(-1)
    if (!last) return
    await events.journal.mark(last.position)
  }
}

/** A payment may have been let go and spent on something else since. */
const isFor = (goods: Deliverable | null, id: string): boolean =>
  goods?.kind === 'answer' && (JSON.parse(goods.body) as { readonly eventid?: string }).eventid === id

/** Nobody pays for these: they become public as long as anybody could use them. */
const isOurs = ({ payment, maturityTs }: StoredEvent, now: number): boolean =>
  isStanding(payment) && maturityTs * 1000 > now

/** Looks at each; one that cannot be read must not stand before the others. */
const eachReadable = async <T extends { readonly id: string }>(
  { quarantine }: Oracle,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> => {
  for (const item of items) {
    if (quarantine.has(item.id)) continue
    try {
      await work(item)
    } catch (problem) {
      if (!(problem instanceof UnreadableRecord)) throw problem
      quarantine.put(item.id, problem)
    }
  }
}

/** Offers whose payment came while nobody looked become events; those whose payment is gone are taken back. */
const resolveOffers = async (oracle: Oracle): Promise<void> => {
  const { events, claims, clock } = oracle
  const now = clock.now()
  const lapsed = (await events.lapsedOffers(now, PAGE)).map((id) => ({ id }))
  await eachReadable(oracle, lapsed, async ({ id }) => {
    const event = await events.read(id)
    const claim = event && (await claims.receipt(event.payment, now))
    const isPaid = claim?.state === 'spent' && isFor(claim.spent?.goods ?? null, id)
    if (isPaid || (event && isOurs(event, now))) {
      await events.activate(id, now, null)
      await recordEvent(oracle, id)
    } else await events.withdraw(id, now, null)
  })
}

/** The same for cancellations. */
const resolveCancellations = async (oracle: Oracle): Promise<void> => {
  const { events, claims, clock } = oracle
  const now = clock.now()
  await eachReadable(oracle, await events.lapsedCancellations(now, PAGE), async ({ id, payment }) => {
    const claim = await claims.receipt(payment, now)
    if (claim?.state === 'spent') await events.cancel(id, payment, now, { kind: 'cancellation', at: now }, null)
    else await events.releaseCancellation(id, payment, now)
  })
}

/** Those that cannot be signed now must not stand before those that can. */
const attestDecided = async ({ events, quarantine, journal, attest }: Oracle): Promise<void> => {
  const ids = await events.unsigned(PAGE + quarantine.list().length + journal.waiting.size)
  await Promise.all(ids.filter((id) => !quarantine.has(id) && !journal.waiting.has(id)).map(attest))
}

const attestAll = async (oracle: Oracle): Promise<WitnessAway | null> => {
  try {
    await followJournal(oracle)
    await attestDecided(oracle)
    return null
  } catch (problem) {
    if (problem instanceof WitnessAway) return problem
    throw problem
  }
}

/** Throws `WitnessAway` when the rest is done, and whatever else keeps it from its work. */
export const sweepOracle = async (oracle: Oracle): Promise<void> => {
  await resolveCancellations(oracle)
  const away = await attestAll(oracle)
  // Last: strangers decide how many there are.
  await resolveOffers(oracle)
  if (away) throw away
}
