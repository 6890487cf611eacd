import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import { useEffect, useState } from 'preact/hooks'
import type { Bought } from '../../../client/src/bought.ts'
import { BoughtAnswer } from '../buy/bought-answer.tsx'
import { BuyPanel } from '../buy/buy-panel.tsx'
import { SamePurchase } from '../buy/same-purchase.tsx'
import type { EventPreview } from '../wire/events.ts'

interface OrderProps {
  readonly kind: EventKind
  readonly body: object
  readonly preview: EventPreview
}

/** What only the creator is told, once. */
const SECRETS = ['manageToken', 'webhookSecret'] as const

const Made = ({ bought }: { readonly bought: Bought }) => {
  const id = String(bought.answer['eventid'])
  const secrets = SECRETS.filter((name) => bought.answer[name] !== undefined)
  return (
    <div class="stack">
      <p class="verdict ok section-tight" role="status">
        <strong>It is announced.</strong> <a href={`/events/${encodeURIComponent(id)}`}>Follow it to its attestation</a>
      </p>
      {secrets.length > 0 && (
        <p class="notice mild">
          <strong>Keep this answer:</strong> <code>{secrets.join(', ')}</code> {secrets.length > 1 ? 'stand' : 'stands'}{' '}
          in it, and only its creator is told.
        </p>
      )}
      <BoughtAnswer bought={bought} name={`${id}.json`} />
    </div>
  )
}

/** Buys an event whose terms break no rule. A change of the terms begins another purchase. */
export const OrderEvent = ({ kind, body, preview }: OrderProps) => {
  const [bought, setBought] = useState<Bought | null>(null)
  const price = { usd: preview.price_usd, sats: preview.price_sats }
  const path = `/dlc/oracle/${kind}`
  const terms = JSON.stringify(body)
  useEffect(() => setBought(null), [terms, kind])
  return (
    <div class="order section-tight">
      <BuyPanel
        key={`${path} ${terms}`}
        path={path}
        body={body}
        price={price}
        isSold
        what="this announcement"
        onBought={setBought}
      />
      {bought ? (
        <Made bought={bought} />
      ) : (
        <details class="numbers">
          <summary>The same purchase from a program</summary>
          <SamePurchase path={path} body={body} price={price} />
        </details>
      )}
    </div>
  )
}
