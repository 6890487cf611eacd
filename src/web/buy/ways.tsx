import type { FoundWallet } from './wallets-found.ts'

/** Which of several wallets pays. */
export const WalletChoice = (props: {
  readonly wallets: readonly FoundWallet[]
  readonly choose: (wallet: FoundWallet) => void
}) => (
  <div class="stack" role="group" aria-label="Which wallet?">
    <p>Several wallets are here. Which one pays?</p>
    {props.wallets.map((wallet) => (
      <button key={wallet.id} type="button" class="wide" onClick={() => props.choose(wallet)}>
        {wallet.icon !== null && <img src={wallet.icon} alt="" width="20" height="20" />}
        {wallet.name}
      </button>
    ))}
  </div>
)

/** The buttons that begin a purchase. */
export const PayButtons = (props: {
  /** Where play money is had; `null` outside of demonstrations. */
  readonly playMoney: string | null
  readonly onPlayMoney: (base: string) => void
  readonly onWallet: () => void
  readonly onLightning: () => void
}) => {
  const { playMoney, onPlayMoney, onWallet, onLightning } = props
  return (
    <div class="stack">
      {playMoney !== null && (
        <button type="button" class="wide main" onClick={() => onPlayMoney(playMoney)}>
          Pay with play money
        </button>
      )}
      <button type="button" class={`wide ${playMoney === null ? 'main' : ''}`} onClick={onWallet}>
        Pay USDC with a browser wallet
      </button>
      <button type="button" class="wide" onClick={onLightning}>
        Pay over Lightning
      </button>
      {playMoney !== null && (
        <p class="muted small">
          A browser wallet signs a transfer that real USDC would honour, though nobody submits it here: use an empty
          one.
        </p>
      )}
    </div>
  )
}
