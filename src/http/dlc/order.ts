import { RAILS, type Rail } from '../../canonical/snapshot.ts'
import type { Broken, Checked } from '../../dlc/terms/checks.ts'
import { enumTerms } from '../../dlc/terms/enum-terms.ts'
import { pairOf, type Terms } from '../../dlc/terms/event-terms.ts'
import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import { actorOf, DLC_PAIRS } from '../../dlc/terms/pairs.ts'
import { numericTerms } from '../../dlc/terms/numeric-terms.ts'
import { thresholdTerms } from '../../dlc/terms/threshold-terms.ts'
import { closedProblem } from '../paywall/closed-feeds.ts'
import { type BrokenRule, problem, type Problem } from '../wire/problem.ts'
import { INVOICE_SECONDS } from '../rails/lightning/maker.ts'
import type { EventSaleDeps } from './sale-deps.ts'

/** Checks a create body. Previews and creations use the same function. */

const READERS = { threshold: thresholdTerms, enum: enumTerms, numeric: numericTerms } as const

/** Checks only the text of the body, by this time (Unix milliseconds). */
export const readTerms = (
  { around }: Pick<EventSaleDeps, 'around'>,
  kind: EventKind,
  value: unknown,
  at: number,
): Checked<Terms> => READERS[kind](value, { ...around, nowTs: Math.floor(at / 1000) })

const inBody = ({ path, rule, message }: Broken): BrokenRule => ({
  path: path === '' ? 'body' : `body.${path}`,
  rule,
  message,
})

const brokenBody = (broken: readonly Broken[]): Problem =>
  problem('invalid_request', 'The body breaks rules. Nothing was charged.', { details: broken.map(inBody) })

/** An invoice that is paid in its last second must still buy the event. */
export const LIGHTNING_MARGIN_SECONDS = INVOICE_SECONDS + 60

/** The rails on which an event can be bought now. Lightning only if the event matures after its invoice expires. */
export const railsAt = ({ maturityTs }: Terms, at: number): readonly Rail[] =>
  maturityTs <= Math.floor(at / 1000) + LIGHTNING_MARGIN_SECONDS ? ['x402'] : RAILS

/** The refusal if Lightning is the only rail and this event matures too soon for it. */
const tooNear = (
  { paywall: { rails } }: Pick<EventSaleDeps, 'paywall'>,
  terms: Terms,
  at: number,
): readonly Broken[] => {
  if (rails.x402 !== null || rails.l402 === null || railsAt(terms, at).includes('l402')) return []
  const path = terms.kind === 'threshold' ? 'expiry' : 'maturityTs'
  const message = `${path} must lie more than ${LIGHTNING_MARGIN_SECONDS} seconds ahead: this service is paid over Lightning`
  return [{ path, rule: 'too_soon', message }]
}

/** The refusal if nobody may make the price that resolves the event: it would never be attested. */
const closedPair = ({ paywall }: Pick<EventSaleDeps, 'paywall'>, terms: Terms): Problem | null => {
  const pair = pairOf(terms)
  const lacks = pair && paywall.closedFeeds.of({ actor: actorOf(pair), feed: { id: DLC_PAIRS[pair].feed } })
  return pair && lacks ? closedProblem({ feed: { noun: 'event' }, subject: { name: pair } }, lacks) : null
}

/** Terms that break no rule. */
export interface JudgedOrder {
  readonly kind: 'judged'
  readonly terms: Terms
  /** Unknown fields, which are ignored. */
  readonly ignored: readonly string[]
}

/** The terms, or every broken rule. Addresses are checked as they will be again when they are called. */
export const judgeOrder = async (
  deps: Pick<EventSaleDeps, 'around' | 'forbidden' | 'paywall'>,
  kind: EventKind,
  value: unknown,
  at: number,
): Promise<JudgedOrder | Problem> => {
  const checked = readTerms(deps, kind, value, at)
  const judged = await Promise.all(
    checked.callees.map(async ({ path, url }): Promise<Broken | null> => {
      const why = await deps.forbidden(url)
      return why === null ? null : { path, rule: 'url_not_allowed', message: `${path} ${why}` }
    }),
  )
  const forbidden = judged.filter((each) => each !== null)
  if (!checked.ok) return brokenBody([...checked.broken, ...forbidden])
  const broken = [...forbidden, ...tooNear(deps, checked.terms, at)]
  if (broken.length > 0) return brokenBody(broken)
  const closed = closedPair(deps, checked.terms)
  if (closed !== null) return closed
  return { kind: 'judged', terms: checked.terms, ignored: checked.ignored }
}
