import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import type { Bought } from '../../../client/src/bought.ts'
import { BoughtAnswer } from '../buy/bought-answer.tsx'
import { BuyPanel } from '../buy/buy-panel.tsx'
import { hasKeptAnswer } from '../buy/kept-answer.ts'
import { keptReceipt } from '../buy/kept-receipt.ts'
import { SamePurchase } from '../buy/same-purchase.tsx'
import { useBought } from '../buy/use-bought.ts'
import type { EventPreview } from '../wire/events.ts'

interface OrderProps {
  readonly kind: EventKind
  readonly body: object
  /** `null`: the terms break a rule, or are not judged yet; what was begun before can still be ended. */
  readonly preview: EventPreview | null
  readonly onBusy: (isBusy: boolean) => void
}

const pathOf = (kind: EventKind): string => `/dlc/oracle/${kind}`

/** Whether this tab has an order of this kind that is not done with. */
export const hasOrder = (kind: EventKind): boolean => keptReceipt(pathOf(kind)) !== null || hasKeptAnswer(pathOf(kind))

/** What only the creator is told, once. */
const SECRETS = ['manageToken', 'webhookSecret'] as const

const Made = ({ bought, path }: { readonly bought: Bought; readonly path: string }) => {
  const id = String(bought.answer['eventid'])
  const secrets = SECRETS.filter((name) => bought.answer[name] !== undefined)
  return (
    <div class="stack">
      <p class="verdict ok section-tight" role="status">
        <strong>It is announced:</strong> <code class="breaks">{id}</code>.{' '}
        <a href={`/events/${encodeURIComponent(id)}`}>Follow it to its attestation</a>
      </p>
      {secrets.length > 0 && (
        <p class="notice mild">
          <strong>Keep this answer:</strong> <code>{secrets.join(', ')}</code> {secrets.length > 1 ? 'stand' : 'stands'}{' '}
          in it, and only its creator is told.
        </p>
      )}
      <BoughtAnswer bought={bought} path={path} name={`${id}.json`} />
    </div>
  )
}

/**
 * Buys an event whose terms break no rule. A change of the terms begins another purchase; what was bought for others stays
 * in sight, since it tells its creator what nobody else is told.
 */
export const OrderEvent = ({ kind, body, preview, onBusy }: OrderProps) => {
  const path = pathOf(kind)
  const [bought, setBought] = useBought(path)
  const price = preview && { usd: preview.price_usd, sats: preview.price_sats }
  return (
    <div class="order section-tight">
      <BuyPanel
        key={`${path} ${JSON.stringify(body)}`}
        path={path}
        body={body}
        price={price}
        isSold
        what="this announcement"
        onBought={setBought}
        onBusy={onBusy}
      />
      {bought && <Made bought={bought} path={path} />}
      {price && (
        <details class="numbers">
          <summary>The same purchase from a program</summary>
          <SamePurchase path={path} body={body} price={price} />
        </details>
      )}
    </div>
  )
}
