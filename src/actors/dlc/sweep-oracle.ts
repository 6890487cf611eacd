import { isStanding } from '../../dlc/terms/standing-terms.ts'
import type { StoredEvent } from '../../store/events/event-record.ts'
import type { Deliverable } from '../../store/claims/deliverable.ts'
import { UnreadableRecord } from '../../store/redis/stored.ts'
import type { Oracle } from './oracle.ts'
import { recordEvent } from './record-event.ts'
import { WitnessAway } from './witness.ts'

/**
 * Does what crashes and lost messages left undone. Every step may be done twice. The sweep guarantees the work; jobs
 * only make it faster.
 */

/** One sweep handles at most this many of each kind. */
const PAGE = 500

/** Brings the journal up to Redis: every creation and decision gets its line. */
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

/** Whether the payment bought this event. It may have been released and spent on something else since. */
const isFor = (deliverable: Deliverable | null, id: string): boolean =>
  deliverable?.kind === 'answer' && (JSON.parse(deliverable.body) as { readonly eventid?: string }).eventid === id

/** Standing events have no payment. They become public while there is still time to use them. */
const isOurs = ({ payment, maturityTs }: StoredEvent, now: number): boolean =>
  isStanding(payment) && maturityTs * 1000 > now

/** Runs `work` for each event. One that cannot be read is left out, so that it does not block the others. */
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

/** Activates offers whose payment is spent, and withdraws those whose payment was released. */
const resolveOffers = async (oracle: Oracle): Promise<void> => {
  const { events, claims, clock } = oracle
  const lapsed = (await events.lapsedOffers(clock.now(), PAGE)).map((id) => ({ id }))
  await eachReadable(oracle, lapsed, async ({ id }) => {
    const event = await events.read(id)
    const now = clock.now()
    const claim = event && (await claims.receipt(event.payment))
    const isPaid = claim?.state === 'spent' && isFor(claim.spent?.deliverable ?? null, id)
    if (isPaid || (event && isOurs(event, now))) {
      await events.activate(id, now, null)
      await recordEvent(oracle, id)
    } else await events.withdraw(id, now, null)
  })
}

/** The same for cancellations that wait for their payment. */
const resolveCancellations = async (oracle: Oracle): Promise<void> => {
  const { events, claims, clock } = oracle
  await eachReadable(oracle, await events.lapsedCancellations(clock.now(), PAGE), async ({ id, payment, request }) => {
    const claim = await claims.receipt(payment)
    const now = clock.now()
    const isSpent = claim?.state === 'spent'
    // A payment that was let go may have bought something else since.
    if (isSpent && (request === null || claim.request === request))
      await events.cancel(id, payment, now, { kind: 'cancellation', at: now }, null)
    else await events.releaseCancellation(id, payment, now, isSpent ? 'elsewhere' : null)
  })
}

/** Attests decided events. Those that cannot be signed now are left out, so that they do not block the others. */
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

/** Throws `WitnessAway` after the other steps are done, and any other error at once. */
export const sweepOracle = async (oracle: Oracle): Promise<void> => {
  await resolveCancellations(oracle)
  const away = await attestAll(oracle)
  // Last, because unpaid requests decide how many offers there are.
  await resolveOffers(oracle)
  if (away) throw away
}
