import { useEffect, useState } from 'preact/hooks'
import type { Bought } from '../../../client/src/bought.ts'
import { documentFacts } from '../document-facts.ts'
import { Failure } from '../parts/failure.tsx'
import { dollars, satsText } from '../parts/texts.ts'
import { InvoicePanel } from './invoice-panel.tsx'
import { keptReceipt } from './kept-receipt.ts'
import { byInvoice, byWallet, playWallet, type ShownPrice, webLn } from './pay-ways.ts'
import { StepsList } from './steps-list.tsx'
import { type MakePayers, usePurchase } from './use-purchase.ts'
import { findWallets, type FoundWallet } from './wallets-found.ts'

export interface BuyPanelProps {
  readonly path: string
  readonly body?: object | undefined
  readonly price: ShownPrice
  readonly isSold: boolean
  readonly what: string
  readonly onBought: (bought: Bought) => void
}

const Choice = ({
  wallets,
  choose,
}: {
  readonly wallets: readonly FoundWallet[]
  readonly choose: (wallet: FoundWallet) => void
}) => (
  <div class="stack" role="group" aria-label="Which wallet?">
    <p>Several wallets are here. Which one pays?</p>
    {wallets.map((wallet) => (
      <button key={wallet.id} type="button" class="wide" onClick={() => choose(wallet)}>
        {wallet.icon !== null && <img src={wallet.icon} alt="" width="20" height="20" />}
        {wallet.name}
      </button>
    ))}
  </div>
)

const invoiceWay =
  (price: ShownPrice): MakePayers =>
  (progress, showInvoice) =>
    byInvoice(async (invoice) => {
      const send = webLn()
      if (!send) return showInvoice(invoice)
      progress.say('Pay the invoice in the Lightning wallet of this browser.')
      return send(invoice)
    }, price)

/** Asks, pays and receives, in front of the buyer. Nothing is asked of a paid path before a button is pressed. */
export const BuyPanel = ({ path, body, price, isSold, what, onBought }: BuyPanelProps) => {
  const priceText = `${dollars(price.usd)} or ${satsText(price.sats)}`
  const { purchase, buy, resume, cancel } = usePurchase({ path, body, price: priceText })
  const [wallets, setWallets] = useState<readonly FoundWallet[] | null>(null)
  const [kept] = useState(() => keptReceipt(path))
  const { playMoney } = documentFacts()
  const { bought, failure, invoice, kind } = purchase
  useEffect(() => {
    if (bought) onBought(bought)
  }, [bought])

  const payBy = ({ provider }: FoundWallet) => {
    setWallets(null)
    buy((progress) => byWallet(provider, price, progress))
  }
  const withWallet = async () => {
    const found = await findWallets()
    const [first, ...others] = found
    if (first && others.length === 0) payBy(first)
    else setWallets(found)
  }
  const withPlayMoney = (base: string) =>
    buy((progress) =>
      byInvoice((each) => {
        progress.say('The play wallet pays the invoice.')
        return playWallet(base)(each)
      }, price),
    )

  const isBusy = kind === 'under way'
  return (
    <section class="sheet buy" aria-label="Buy">
      <h2>Buy {what}</h2>
      <p class="buy-price">
        {dollars(price.usd)} <span class="unit">or {satsText(price.sats)}, once</span>
      </p>
      {!isSold && <p class="muted">It cannot be bought now.</p>}
      {isSold && !isBusy && (
        <div class="stack">
          {kept && kind === 'none' && (
            <button type="button" class="wide main" onClick={() => resume(invoiceWay(price), kept)}>
              Go on with the payment that is under way
            </button>
          )}
          {playMoney !== null && (
            <button type="button" class="wide main" onClick={() => withPlayMoney(playMoney)}>
              Pay with play money
            </button>
          )}
          <button type="button" class={`wide ${playMoney === null ? 'main' : ''}`} onClick={() => void withWallet()}>
            Pay USDC with a browser wallet
          </button>
          <button type="button" class="wide" onClick={() => buy(invoiceWay(price))}>
            Pay over Lightning
          </button>
        </div>
      )}
      {wallets?.length === 0 && !isBusy && (
        <p class="notice mild section-tight" role="status">
          No wallet was found in this browser. Install one that speaks EIP-6963, or pay over Lightning.
        </p>
      )}
      {wallets && wallets.length > 0 && !isBusy && <Choice wallets={wallets} choose={payBy} />}
      {kind !== 'none' && <StepsList steps={purchase.steps} />}
      {invoice && <InvoicePanel {...invoice} />}
      {isBusy && invoice && (
        <button type="button" class="small-button" onClick={cancel}>
          Cancel
        </button>
      )}
      {failure && <Failure what={failure.what} why={failure.why} />}
    </section>
  )
}
