import { bytesToHex } from '@noble/hashes/utils.js'
import { USDC, type Usdc } from '../../src/payments/usdc.ts'
import { inSeconds } from '../../src/time-units.ts'
import { toBase64Json } from './base64-json.ts'
import { dollarUnits, inDollars } from './dollars.ts'
import { Refused, TooDear } from './errors.ts'
import type { X402Terms, X402Offers } from './offers.ts'
import type { Judged, Payer } from './payer.ts'
import type { X402Payment } from './receipt.ts'
import { type Authorization, typedTransfer } from './typed-transfer.ts'
import { type Account, signerFor, signText } from './wallet.ts'

/** How USDC is paid. */
export interface DollarWallet {
  /** `{address, signTypedData}`, as an account of viem, or a provider of EIP-1193. */
  readonly account: Account
  /** The most for one answer, dollars in decimal text. */
  readonly maxUsd: string
  /** The chain to pay on; others are not paid on, whatever is offered. */
  readonly network?: Usdc['network']
}

/** A clock that is wrong by some minutes must not make a payment that is not valid yet. */
const BACK_SECONDS = 600

/** A signature is money that somebody holds. An offer that wants it to stay good for longer gets this. */
const LONGEST_SECONDS = 300

const isToken = (terms: X402Terms, token: Usdc): boolean =>
  terms.scheme === 'exact' &&
  terms.network === token.caip2 &&
  terms.asset.toLowerCase() === token.asset.toLowerCase() &&
  isPayee(terms.payTo)

const isPayee = (text: string): text is `0x${string}` => /^0x[0-9a-fA-F]{40}$/.test(text)

const authorize = (terms: X402Terms, from: `0x${string}`): Authorization => {
  const now = inSeconds(Date.now())
  return {
    from,
    to: terms.payTo as `0x${string}`,
    value: terms.amount,
    validAfter: String(now - BACK_SECONDS),
    validBefore: String(now + Math.min(Math.floor(terms.maxTimeoutSeconds), LONGEST_SECONDS)),
    nonce: `0x${bytesToHex(crypto.getRandomValues(new Uint8Array(32)))}`,
  }
}

const sign = async (account: Account, token: Usdc, terms: X402Terms, resource: unknown): Promise<X402Payment> => {
  try {
    const signer = await signerFor(account, token)
    const authorization = authorize(terms, signer.address)
    const signature = await signer.sign(typedTransfer(token, authorization))
    const payload = { x402Version: 2, resource, accepted: terms, payload: { signature, authorization } }
    const { network, asset, amount } = terms
    return { rail: 'x402', network, asset, amount, nonce: authorization.nonce, header: toBase64Json(payload) }
  } catch (cause) {
    throw new Refused('not_signed', 'the transfer was not signed; nothing was paid', { cause })
  }
}

const judge = ({ accepts, resource }: X402Offers, account: Account, token: Usdc, limit: bigint): Judged => {
  const known = accepts.filter((terms) => isToken(terms, token))
  const [terms] = known.toSorted((a, b) => (BigInt(a.amount) < BigInt(b.amount) ? -1 : 1))
  if (!terms) {
    const message = `the service offers no exact payment in USDC on ${token.network}`
    return { kind: 'refused', because: new Refused('unknown_asset', message) }
  }
  const amount = BigInt(terms.amount)
  if (amount > limit) return { kind: 'refused', because: new TooDear(inDollars(amount), inDollars(limit)) }
  return { kind: 'fits', amount, prepare: () => sign(account, token, terms, resource) }
}

/** A wallet signs no other text than this: the request is the hash that `Claros-Request` has, and nothing else. */
const prove = async (account: Account, { nonce }: X402Payment, request: string): Promise<string | null> => {
  if (!/^[0-9a-f]{64}$/.test(request) || !/^0x[0-9a-f]{64}$/i.test(nonce)) return null
  const now = inSeconds(Date.now())
  const signature = await signText(account, `claros-proof-v1|${nonce}|${request}|${now}`)
  return signature && `${now}.${signature}`
}

/** Pays in USDC by a signed transfer. The limit is compared with amount, asset and network as offered. */
export const x402 = ({ account, maxUsd, network = 'base' }: DollarWallet): Payer<X402Payment> => {
  const [token, limit] = [USDC[network], dollarUnits(maxUsd)]
  if (limit === null) throw new RangeError('maxUsd must be dollars in decimal text, such as "0.10"')
  return {
    rail: 'x402',
    judge: ({ x402: offers }) => (offers ? judge(offers, account, token, limit) : { kind: 'not_offered' }),
    // Whoever has the header settles it: there is nothing to do before it is shown.
    complete: async (payment) => payment,
    prove: (payment, request) => prove(account, payment, request),
  }
}
