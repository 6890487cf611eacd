import { useState } from 'preact/hooks'
import { CopyButton } from '../parts/copy-button.tsx'
import { QrCode } from './qr-code.tsx'

/** An invoice that is to be paid by any wallet, and what became of it is not known yet. */
export interface ShownInvoice {
  readonly invoice: string
  /** The node does not tell preimages, so the payer must. */
  readonly needsPreimage: boolean
  /** Called with what was typed. */
  readonly give: (preimage: string) => void
}

const PreimageField = ({ give }: Pick<ShownInvoice, 'give'>) => {
  const [typed, setTyped] = useState('')
  const isWhole = /^[0-9a-f]{64}$/i.test(typed.trim())
  return (
    <div class="stack">
      <p>It is paid, but the node does not tell the preimage. Your wallet shows it beside the payment.</p>
      <label class="field">
        <span>Preimage, 64 hex digits</span>
        <input class="mono" type="text" value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
      </label>
      <button type="button" class="main" disabled={!isWhole} onClick={() => give(typed.trim().toLowerCase())}>
        Go on
      </button>
    </div>
  )
}

/** The invoice as a code, a link and a text. It delivers by itself as soon as it is paid. */
export const InvoicePanel = ({ invoice, needsPreimage, give }: ShownInvoice) =>
  needsPreimage ? (
    <PreimageField give={give} />
  ) : (
    <div class="invoice">
      {/* In capitals the code is smaller: alphanumeric mode. */}
      <QrCode text={`LIGHTNING:${invoice.toUpperCase()}`} name="Lightning invoice as a QR code" />
      <div class="row">
        <a class="button" href={`lightning:${invoice.toLowerCase()}`}>
          Open a wallet
        </a>
        <CopyButton text={invoice} what="the invoice" />
      </div>
      <p class="muted small">Pay it with any wallet. This page waits and delivers by itself.</p>
    </div>
  )
