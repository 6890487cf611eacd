import type { BrokenParameter } from '../../feeds/history/computed.ts'
import type { Subject } from '../../feeds/subject.ts'
import { type BrokenRule, problem, type Problem } from '../wire/problem.ts'

/** The refusals of requests for computed answers. */

export const brokenRules = (rules: readonly BrokenParameter[]): readonly BrokenRule[] =>
  rules.map(({ parameter, rule, message }) => ({ path: `query.${parameter}`, rule, message }))

export const broken = (rules: readonly BrokenParameter[]): Problem =>
  problem('invalid_request', 'The query breaks rules. Nothing was charged.', {
    details: brokenRules(rules),
  })

/** The refusal for a request without times, which is valid: there are no rows yet, or none came lately. */
export const nothingYet = (subject: Subject): Problem =>
  problem('data_unavailable', `${subject.name}: there is no recent data. Nothing was charged.`, {
    retryAfter: 60,
  })

export const nothingKept = (subject: Subject): Problem =>
  problem('invalid_request', 'There is no data of that time. Nothing was charged.', {
    details: [{ path: 'query.from', rule: 'no_rows', message: `there are no rows of ${subject.name} in this range` }],
  })
