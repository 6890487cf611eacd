import { NotWhole, Refused, TooDear, Unsettled } from '../../../client/src/errors.ts'
import { USED } from '../../../client/src/refusals.ts'
import { NotOpened } from './pay-ways.ts'
import { InvoiceExpired } from './wait-for-invoice.ts'

/** What a purchase that brought no answer means for the buyer's money, in words. */
export interface FailureText {
  readonly what: string
  readonly why: string
  /** Whether money may have moved. */
  readonly mayBePaid: boolean
  /** What came instead of a whole answer. */
  readonly body?: string
}

/** EIP-1193: the user said no. */
const DECLINED = 4001

const isDeclined = (problem: unknown): boolean =>
  typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === DECLINED

const said = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem))

export const failureOf = (problem: unknown): FailureText => {
  if (problem instanceof TooDear)
    return { what: 'It costs more than this page said. Nothing was paid.', why: problem.message, mayBePaid: false }
  if (problem instanceof NotWhole)
    return {
      what: 'The answer does not verify. Do not trust it.',
      why: problem.message,
      mayBePaid: true,
      body: problem.body,
    }
  if (problem instanceof Unsettled) {
    if (problem.cause instanceof InvoiceExpired)
      return { what: 'The invoice has expired. Nothing was paid.', why: 'Ask for a new one.', mayBePaid: false }
    if (problem.cause instanceof NotOpened)
      return { what: 'The wallet was not opened. Nothing was paid.', why: said(problem.cause.cause), mayBePaid: false }
    if (isDeclined(problem.cause)) return { what: 'You declined. Nothing was paid.', why: '', mayBePaid: false }
    return { what: 'It is not known yet whether this was paid.', why: problem.message, mayBePaid: true }
  }
  if (problem instanceof Refused) {
    if (problem.code === USED && problem.receipt?.payment.rail === 'x402')
      return {
        what: 'This payment has bought an answer before.',
        why: 'It is handed out again to whoever shows that the payment is theirs: go on, and sign that in the same wallet.',
        mayBePaid: true,
      }
    if (isDeclined(problem.cause))
      return { what: 'You declined. Nothing was paid.', why: 'The wallet signed nothing.', mayBePaid: false }
    const cause = problem.cause === undefined ? '' : ` ${said(problem.cause)}`
    return { what: 'It could not be bought.', why: `${problem.message}${cause}`, mayBePaid: false }
  }
  // Nobody knows how far it came. What is kept stays kept.
  return { what: 'It could not be bought.', why: said(problem), mayBePaid: true }
}
