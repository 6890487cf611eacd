import { type StandingPlan, wantedMaturities } from '../../dlc/terms/standing-plan.ts'
import { NOBODY, standingId, standingPayment, standingTerms } from '../../dlc/terms/standing-terms.ts'
import { offerEvent } from './offer-event.ts'
import type { Oracle } from './oracle.ts'
import { recordEvent } from './record-event.ts'

/**
 * Announces the standing events that are missing, with the same steps as bought events: nonces, journal, offer,
 * activation. Ids follow from pair and maturity. So if this or another process has done some of the steps before, only
 * the rest is done.
 */

type Parts = Pick<StandingPlan, 'pair'> & { readonly maturityTs: number; readonly id: string }

export interface StandingAnnouncer {
  /** @param now Unix milliseconds by the clock of Redis, which a worker with a wrong clock cannot change */
  announce(oracle: Oracle, now: number): Promise<void>
}

const wanted = (plans: readonly StandingPlan[], nowTs: number): readonly Parts[] =>
  plans
    .flatMap((plan) => wantedMaturities(plan, nowTs).map((maturityTs) => ({ pair: plan.pair, maturityTs })))
    .map((each) => ({ ...each, id: standingId(each.pair, each.maturityTs) }))
    .toSorted((a, b) => a.maturityTs - b.maturityTs)

/**
 * Offers the event under its own id. `false` if there is no price yet to choose its digits, or if its id was used
 * before.
 */
const offer = async (oracle: Oracle, { pair, maturityTs, id }: Parts, now: number): Promise<boolean> => {
  const { events, journal, log } = oracle
  if (journal.knows(id)) {
    log.warn('standing.id_used_up', { eventid: id })
    return true
  }
  const price = await events.ticks.lastBefore(pair, now + 1)
  if (price === null) {
    log.info('standing.no_price_yet', { pair })
    return false
  }
  const terms = standingTerms(pair, maturityTs, price.price, Math.floor(now / 1000))
  await offerEvent(oracle, { payment: standingPayment(id), terms, creator: NOBODY }, [id])
  return true
}

export const createStanding = (plans: readonly StandingPlan[]): StandingAnnouncer => {
  let done = new Set<string>()
  return {
    announce: async (oracle, now) => {
      const { events, log } = oracle
      const still = new Set<string>()
      for (const each of wanted(plans, Math.floor(now / 1000))) {
        const { id } = each
        if (!done.has(id)) {
          const before = await events.read(id)
          if (before === null && !(await offer(oracle, each, now))) continue
          if (before === null || before.state === 'offered') {
            const { kind } = await events.activate(id, now, null)
            if (kind === 'activated') log.info('standing.announced', { eventid: id, maturityTs: each.maturityTs })
          }
          await recordEvent(oracle, id)
        }
        still.add(id)
      }
      done = still
    },
  }
}
