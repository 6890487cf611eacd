import type { Receipt } from '../../../client/src/receipt.ts'
import { sumText } from './kept-receipt.ts'

/** A payment of which it is not known what became. Nothing new is begun before it is gone on with, or given up. */
export const KeptPayment = (props: {
  readonly receipt: Receipt
  /** The body of what is bought here now. */
  readonly body: object | undefined
  readonly resume: () => void
  readonly forget: () => void
}) => {
  const { receipt, body, resume, forget } = props
  const isOther = body !== undefined && receipt.body !== JSON.stringify(body)
  return (
    <div class="stack kept">
      <p>
        A payment of {sumText(receipt)} is under way{isOther && ', for the terms that you asked for before'}. Going on
        pays nothing twice.
      </p>
      <button type="button" class="wide main" onClick={resume}>
        Go on with the payment that is under way
      </button>
      <button type="button" class="wide" onClick={forget}>
        I have not paid: forget it
      </button>
    </div>
  )
}
