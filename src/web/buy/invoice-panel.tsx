import { useState } from 'preact/hooks'
import { isPreimageOf } from '../../../client/src/l402.ts'
import { documentFacts } from '../document-facts.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { playWallet } from './pay-ways.ts'
import { QrCode } from './qr-code.tsx'
import type { ShownInvoice } from './shown-invoice.ts'

const PreimageField = ({ invoice, give }: Pick<ShownInvoice, 'invoice' | 'give'>) => {
  const [typed, setTyped] = useState('')
  const preimage = typed.trim().toLowerCase()
  const isWhole = /^[0-9a-f]{64}$/.test(preimage)
  const isOurs = isWhole && isPreimageOf(preimage, invoice)
  return (
    <div class="stack">
      <p>It is paid, but the node does not tell the preimage. Your wallet shows it beside the payment.</p>
      <label class="field">
        <span>Preimage, 64 hex digits</span>
        <input
          class="mono"
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          {...(isWhole && !isOurs && { 'aria-invalid': true, 'aria-describedby': 'wrong-preimage' })}
        />
        {isWhole && !isOurs && (
          <small class="bad" id="wrong-preimage">
            That is the preimage of another invoice.
          </small>
        )}
      </label>
      <button type="button" class="main" disabled={!isOurs} onClick={() => give(preimage)}>
        Go on
      </button>
    </div>
  )
}

/** No real wallet reaches the node of a demonstration. */
const PlayMoney = ({ base, invoice }: { readonly base: string; readonly invoice: string }) => {
  const [trouble, setTrouble] = useState('')
  const pay = () =>
    playWallet(base)(invoice).then(
      () => setTrouble(''),
      (problem: unknown) => setTrouble(String(problem)),
    )
  return (
    <>
      <button type="button" class="wide" onClick={() => void pay()}>
        Pay this invoice with play money
      </button>
      {trouble !== '' && <p class="muted small breaks">{trouble}</p>}
    </>
  )
}

/** The invoice as a code, a link and a text. It delivers by itself as soon as it is paid. */
export const InvoicePanel = ({ invoice, needsPreimage, give }: ShownInvoice) => {
  const { playMoney } = documentFacts()
  if (needsPreimage) return <PreimageField invoice={invoice} give={give} />
  return (
    <div class="invoice">
      {/* In capitals the code is smaller: alphanumeric mode. */}
      <QrCode text={`LIGHTNING:${invoice.toUpperCase()}`} name="Lightning invoice as a QR code" />
      <div class="row">
        <a class="button" href={`lightning:${invoice.toLowerCase()}`}>
          Open a wallet
        </a>
        <CopyButton text={invoice} what="the invoice" />
      </div>
      {playMoney === null ? (
        <p class="muted small">Pay it with any wallet. This page waits and delivers by itself.</p>
      ) : (
        <>
          <p class="muted small">
            A real wallet cannot reach this demonstration’s node. The page waits and delivers by itself.
          </p>
          <PlayMoney base={playMoney} invoice={invoice} />
        </>
      )}
    </div>
  )
}
