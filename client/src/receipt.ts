import { membersOf } from './members.ts'

/** A payment for one request, with everything that is needed to ask again. Plain JSON; it is as good as what it bought. */
export interface Receipt {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** The body of the request. */
  readonly body: string | null
  readonly payment: L402Payment | X402Payment
  /** `Payment-Receipt`, once the service has named it. */
  readonly id: string | null
  /** `Claros-Request`, which a proof of the payer is made over; `null` where the service named none. */
  readonly request: string | null
  /** When it was asked for, Unix seconds; an answer is held against it. Receipts of earlier releases lack it. */
  readonly askedAt?: number
}

export interface L402Payment {
  readonly rail: 'l402'
  readonly macaroon: string
  readonly invoice: string
  /** Millisatoshis, decimal text. */
  readonly msat: string
  /** Hex; `null` until the payer has told it. */
  readonly preimage: string | null
}

export interface X402Payment {
  readonly rail: 'x402'
  /** CAIP-2. */
  readonly network: string
  readonly asset: string
  /** Base units of USDC, millionths of a dollar, decimal text. */
  readonly amount: string
  /** Of the authorization, 32 bytes in hex with 0x. */
  readonly nonce: string
  /** `PAYMENT-SIGNATURE`. */
  readonly header: string
}

const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value)
const isTextOrNull = (value: unknown, form: RegExp): boolean => value === null || isText(value, form)

const [DIGITS, HEX_32, BASE64, WORD] = [/^\d{1,78}$/, /^[0-9a-f]{64}$/, /^[\w+/-]+={0,2}$/, /^[\w-]+$/]

const isPayment = (value: unknown): boolean => {
  const { rail, macaroon, invoice, msat, preimage, network, asset, amount, nonce, header } = membersOf(value)
  if (rail === 'l402')
    return isText(macaroon, BASE64) && isText(invoice, WORD) && isText(msat, DIGITS) && isTextOrNull(preimage, HEX_32)
  const words = [network, asset, nonce].every((each) => isText(each, /^[\w:]+$/))
  return rail === 'x402' && words && isText(amount, DIGITS) && isText(header, BASE64)
}

/** Whether this is a receipt: it may come from a file, and what it holds becomes a request and its headers. */
export const isReceipt = (value: unknown): value is Receipt => {
  const { url, method, body, payment, id, request, askedAt = 0 } = membersOf(value)
  return (
    isText(url, /^https?:\/\//) &&
    URL.canParse(String(url)) &&
    (method === 'GET' ? body === null : method === 'POST' && typeof body === 'string') &&
    isPayment(payment) &&
    isTextOrNull(id, WORD) &&
    isTextOrNull(request, HEX_32) &&
    Number.isSafeInteger(askedAt)
  )
}
