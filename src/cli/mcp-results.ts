import type { Bought } from '../../client/src/bought.ts'
import { inDollars } from '../../client/src/dollars.ts'
import { NotWhole, Refused, TooDear, Unsettled } from '../../client/src/errors.ts'
import { type Members, membersOf } from '../../client/src/members.ts'
import { META } from '../http/wire/mcp-meta.ts'
import type { Budget } from './mcp-budget.ts'
import { type McpMessage, versionIn } from './mcp-message.ts'
import { paidText, replacedText } from './paid-text.ts'

/** What a host is told of a purchase that was made for it. */

const resultFor = (asked: McpMessage, result: Members): string => {
  // Clients of 2026 want to be told that this is a result and no question; those of 2025 do not know the word.
  const kind = versionIn(asked) === null ? {} : { resultType: 'complete' }
  return JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: { ...kind, ...result } })
}

const textsOf = (texts: readonly string[]): Members => ({ content: texts.map((text) => ({ type: 'text', text })) })

/**
 * What was verified, and nothing beside it that a model would read: the answer byte for byte, and what was paid.
 *
 * @param heard the result of the service
 */
export const boughtResult = (asked: McpMessage, bought: Bought, heard: Members, budget: Budget): string => {
  const { answer, body, verification, paid, receipt } = bought
  const left = inDollars(budget.left())
  const remark =
    `${paidText(bought)}. ${left} of the budget of ${inDollars(budget.total)} is left. ` +
    `Whole and signed: ${verification.checks.length} checks.`
  return resultFor(asked, {
    ...textsOf([body, [remark, ...replacedText(verification)].join(' ')]),
    ...('structuredContent' in heard && { structuredContent: answer }),
    _meta: {
      ...membersOf(heard['_meta']),
      [META.paid]: { ...paid, receipt: receipt?.id ?? null, budget_left_usd: left.slice(1) },
    },
  })
}

interface Failure extends Members {
  readonly error: string
  readonly message: string
  readonly details?: unknown
}

/** Some refusals say it themselves. */
const SAYS_UNPAID = /nothing was (?:paid|charged)$/i

const refusedFailure = ({ code, message, problem, receipt }: Refused): Failure => {
  const { asked, left, budget } = problem ?? {}
  const said = message.replace(/\.$/, '')
  const unpaid = SAYS_UNPAID.test(said) ? '' : ' Nothing was paid.'
  return {
    error: code,
    message: `${said}.${receipt ? ' What was sent for it stays counted.' : unpaid}`,
    details: problem?.['details'],
    ...(asked !== undefined && { asked, left, budget }),
    ...(receipt && { receipt: receipt.id }),
  }
}

/** `null` for what is no end of a purchase. */
const failureOf = (problem: unknown): Failure | null => {
  if (problem instanceof TooDear) {
    const { asked, limit, message } = problem
    return { error: 'too_dear', message: `${message}. Nothing was paid.`, asked, limit }
  }
  if (problem instanceof Refused) return refusedFailure(problem)
  if (problem instanceof Unsettled) {
    const next = 'Make the same call again: it goes on with the same payment, and pays nothing new.'
    return { error: 'payment_unsettled', message: `${problem.message}. ${next}`, receipt: problem.receipt.id }
  }
  if (problem instanceof NotWhole) {
    const { message, verification, receipt } = problem
    if (verification.unread) {
      const next = 'Make the same call again: what came is looked at again, and nothing new is paid.'
      return { error: 'payment_unsettled', message: `${message}. ${next}`, receipt: receipt?.id ?? null }
    }
    const failed = verification.checks.filter(({ ok }) => !ok)
    return {
      error: 'not_whole',
      message: `${message}. It was paid for, and is not handed on.`,
      details: failed.map(({ what }) => ({ path: 'answer', rule: 'verifies', message: what })),
      receipt: receipt?.id ?? null,
    }
  }
  return null
}

/**
 * An end without an answer, in the shape of the service's own problems.
 *
 * @param docs where that shape is explained
 * @throws what is no end of a purchase
 */
export const failedResult = (asked: McpMessage, problem: unknown, docs: string): string => {
  const failure = failureOf(problem)
  if (!failure) throw problem
  const { error, message, details = [], ...more } = failure
  return resultFor(asked, { ...textsOf([JSON.stringify({ error, message, docs, details, ...more })]), isError: true })
}
