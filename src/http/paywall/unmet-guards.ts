import type { Snapshot } from '../../canonical/snapshot.ts'
import type { Item } from '../../feeds/registry.ts'
import type { SHORTFALLS } from '../../feeds/shortfall.ts'
import type { Json } from '../../canonical/jcs.ts'
import { type Guards, NO_GUARDS } from '../rails/guards.ts'
import { type BrokenRule, problem, type Problem } from '../wire/problem.ts'

/** A guard that an answer does not meet. */
interface Unmet extends BrokenRule {
  /** What was found and what was asked, with their names in the body of the refusal. */
  readonly facts: Readonly<Record<string, Json>>
}

type Answer = Pick<Snapshot, 'content' | 'timestamp'>

/** Unix seconds from which its age counts. */
const observedAt = ({ content, timestamp }: Answer): number => {
  const stated = content['observed_at']
  return typeof stated === 'number' ? stated : timestamp
}

const tooUnsure = ({ content }: Answer, least: number | undefined): Unmet | null => {
  if (least === undefined) return null
  const stated = content['confidence']
  const confidence = typeof stated === 'number' ? stated : null
  if (confidence !== null && confidence >= least) return null
  const message = `its confidence is ${confidence ?? 'not known'}, and ${least} was asked for`
  return {
    path: 'query.min_confidence',
    rule: 'min_confidence',
    message,
    facts: { confidence, min_confidence: least },
  }
}

const tooOld = (answer: Answer, most: number | undefined, now: number): Unmet | null => {
  if (most === undefined) return null
  const age = Math.floor(now / 1000) - observedAt(answer)
  if (age <= most) return null
  const message = `its observation is ${age} s old, and ${most} s at most was asked for`
  return { path: 'query.max_age', rule: 'max_age', message, facts: { age_seconds: age, max_age: most } }
}

/**
 * Why an answer is not sold to who asks for these guards; `null` if it meets them. The refusal names every guard that
 * is not met, with what was found and what was asked.
 *
 * @param now Unix milliseconds
 */
export const unmetGuards = (
  { feed, subject }: Pick<Item, 'feed' | 'subject'>,
  answer: Answer,
  guards: Guards,
  now: number,
): Problem | null => {
  if (guards === NO_GUARDS) return null
  const unmet = [tooUnsure(answer, guards.min_confidence), tooOld(answer, guards.max_age, now)].filter(
    (each) => each !== null,
  )
  if (unmet.length === 0) return null
  const told = unmet.map(({ message }) => message).join('; ')
  return problem('data_unavailable', `${subject.name}: ${told}. Nothing was charged.`, {
    details: unmet.map(({ path, rule, message }) => ({ path, rule, message })),
    retryAfter: feed.everySeconds,
    more: {
      reason: 'guard_not_met' satisfies keyof typeof SHORTFALLS,
      ...Object.fromEntries(unmet.flatMap(({ facts }) => Object.entries(facts))),
    },
  })
}
