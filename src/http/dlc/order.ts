import type { Broken, Checked } from '../../dlc/checks.ts'
import { enumTerms } from '../../dlc/enum-terms.ts'
import type { Terms } from '../../dlc/event-terms.ts'
import type { EventKind } from '../../dlc/lifecycle.ts'
import { numericTerms } from '../../dlc/numeric-terms.ts'
import { thresholdTerms } from '../../dlc/threshold-terms.ts'
import { type BrokenRule, problem, type Problem } from '../problem.ts'
import type { DlcCounter } from './counter.ts'

/** A create body, judged. Previews and creations judge by this one function. */

const READERS = { threshold: thresholdTerms, enum: enumTerms, numeric: numericTerms } as const

/** By the text alone, at a moment (Unix milliseconds). */
export const readTerms = (
  { around }: Pick<DlcCounter, 'around'>,
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

/** Terms that hold. */
export interface Judged {
  readonly kind: 'judged'
  readonly terms: Terms
  /** Fields that mean nothing here. */
  readonly ignored: readonly string[]
}

/** The terms, with every address in them judged as it will be when it is called; or every broken rule. */
export const judgeOrder = async (
  counter: Pick<DlcCounter, 'around' | 'forbidden'>,
  kind: EventKind,
  value: unknown,
  at: number,
): Promise<Judged | Problem> => {
  const checked = readTerms(counter, kind, value, at)
  const judged = await Promise.all(
    checked.callees.map(async ({ path, url }): Promise<Broken | null> => {
      const why = await counter.forbidden(url)
      return why === null ? null : { path, rule: 'url_not_allowed', message: `${path} ${why}` }
    }),
  )
  const forbidden = judged.filter((each) => each !== null)
  if (!checked.ok) return brokenBody([...checked.broken, ...forbidden])
  if (forbidden.length > 0) return brokenBody(forbidden)
  return { kind: 'judged', terms: checked.terms, ignored: checked.ignored }
}
