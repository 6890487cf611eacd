/** Everything that the package `claros-client` offers. */

export { type Bought, type Paid } from './bought.ts'
export { type Claros, type ClarosOptions, createClaros } from './claros.ts'
export { NotWhole, Refused, TooDear, Unsettled } from './errors.ts'
export { keyAccount } from './key-account.ts'
export { l402, type LightningWallet } from './l402.ts'
export { nwc } from './nwc.ts'
export { type NwcOptions } from './nwc-ask.ts'
export { type AnswerOf, type Asked, type PaidPath, type PreviewedPath, type PreviewOf } from './paths.ts'
export { type Payer } from './payer.ts'
export { type Receipt } from './receipt.ts'
export { type Account, type TypedDataAccount, type WalletProvider } from './wallet.ts'
export { type DollarWallet, x402 } from './x402.ts'
