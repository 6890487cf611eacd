import type { Candidate } from '../../store/events/event-decision.ts'
import type { CourierDeps } from './deps.ts'
import { type Resolution, SOON_MS, waiting } from './resolution.ts'

/** Wakes the signer after a decision. If that fails, the signer finds the decision by itself a second later. */
export const wakeFor = async ({ wake, log }: Pick<CourierDeps, 'wake' | 'log'>, eventId: string): Promise<void> => {
  try {
    await wake(eventId)
  } catch (problem) {
    log.warn('signer.not_woken', { eventid: eventId, message: String(problem) })
  }
}

/** Proposes an outcome. If one was decided before, that one counts. */
export const decide = async (
  deps: Pick<CourierDeps, 'store' | 'clock' | 'log' | 'wake'>,
  eventId: string,
  candidate: Candidate,
): Promise<Resolution> => {
  const decided = await deps.store.events.decide(eventId, candidate)
  const soon = deps.clock.now() + SOON_MS
  if (decided.kind === 'missing') return { kind: 'gone' }
  if (decided.kind === 'too_early') return waiting('ticks', soon)
  if (decided.kind === 'not_now') {
    if (decided.state === 'withdrawn') return { kind: 'gone' }
    return waiting(decided.state === 'cancelling' ? 'cancelling' : 'offered', soon)
  }
  const { kind, decision } = decided
  if (kind === 'decided') {
    deps.log.info('event.decided', { eventid: eventId, outcome: decision.outcome.join(), reason: decision.reason })
    await wakeFor(deps, eventId)
  }
  return { kind, decision }
}
