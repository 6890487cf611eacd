import { useEffect, useState } from 'preact/hooks'
import type { Bought } from '../../../client/src/bought.ts'
import type { Receipt } from '../../../client/src/receipt.ts'
import { documentFacts } from '../document-facts.ts'
import { download } from '../parts/download.ts'
import { Failure } from '../parts/failure.tsx'
import { dollars, satsText } from '../parts/texts.ts'
import { InvoicePanel } from './invoice-panel.tsx'
import { KeptPayment } from './kept-payment.tsx'
import { goOn, lightning, playMoneyWay, type ShownPrice, walletWay } from './pay-ways.ts'
import { StepsList } from './steps-list.tsx'
import { usePurchase } from './use-purchase.ts'
import { findWallets, type FoundWallet } from './wallets-found.ts'
import { PayButtons, WalletChoice } from './ways.tsx'

export interface BuyPanelProps {
  readonly path: string
  readonly body?: object | undefined
  /** `null`: nothing can be begun here, only what is under way ended. */
  readonly price: ShownPrice | null
  readonly isSold: boolean
  readonly what: string
  readonly onBought: (bought: Bought) => void
  /** Told when a purchase begins and ends. */
  readonly onBusy?: (isBusy: boolean) => void
}

const priceText = ({ usd, sats }: ShownPrice): string => `${dollars(usd)} or ${satsText(sats)}`

/** Asks, pays and receives, in front of the buyer. Nothing is asked of a paid path before a button is pressed. */
export const BuyPanel = ({ path, body, price, isSold, what, onBought, onBusy }: BuyPanelProps) => {
  const { purchase, kept, buy, resume, stop, forget } = usePurchase({
    path,
    body,
    price: price ? priceText(price) : 'what was agreed',
  })
  const [wallets, setWallets] = useState<readonly FoundWallet[] | null>(null)
  const { playMoney } = documentFacts()
  const { bought, failure, invoice, kind } = purchase
  const isBusy = kind === 'under way'
  useEffect(() => {
    if (bought) onBought(bought)
  }, [bought])
  useEffect(() => onBusy?.(isBusy), [isBusy])

  const payBy = (wallet: FoundWallet) => {
    setWallets(null)
    if (price) buy((progress) => walletWay(wallet.provider, price, progress))
  }
  const withWallet = () =>
    buy(async (progress) => {
      const found = await findWallets()
      const [first, ...others] = found
      setWallets(first && others.length === 0 ? null : found)
      return first && others.length === 0 && price ? walletWay(first.provider, price, progress) : null
    })
  const withKept = (receipt: Receipt) => resume((progress, invoices) => goOn(receipt, progress, invoices), receipt)

  return (
    <section class="sheet buy" aria-label="Buy">
      <h2>Buy {what}</h2>
      {price && (
        <p class="buy-price">
          {dollars(price.usd)} <span class="unit">or {satsText(price.sats)}, once</span>
        </p>
      )}
      {!isSold && <p class="muted">It cannot be bought now.</p>}
      {kept && !isBusy && <KeptPayment receipt={kept} body={body} resume={() => withKept(kept)} forget={forget} />}
      {price && isSold && !isBusy && !kept && (
        <PayButtons
          playMoney={playMoney}
          onPlayMoney={(base) => buy((progress, invoices) => playMoneyWay(base, price, progress, invoices))}
          onWallet={withWallet}
          onLightning={() => buy((progress, invoices) => lightning(price, progress, invoices))}
        />
      )}
      {wallets?.length === 0 && !isBusy && !kept && (
        <p class="notice mild section-tight" role="status">
          No wallet was found in this browser. Install one that speaks EIP-6963, or pay over Lightning.
        </p>
      )}
      {wallets && wallets.length > 0 && !isBusy && !kept && <WalletChoice wallets={wallets} choose={payBy} />}
      {kind !== 'none' && <StepsList steps={purchase.steps} />}
      {invoice && <InvoicePanel {...invoice} />}
      {isBusy && invoice && (
        <button type="button" class="small-button" onClick={stop}>
          Stop waiting
        </button>
      )}
      {failure && <Failure what={failure.what} why={failure.why} />}
      {failure?.body && (
        <button type="button" class="small-button" onClick={() => download(failure.body ?? '', 'not-whole.json')}>
          Download what came, as proof
        </button>
      )}
    </section>
  )
}
