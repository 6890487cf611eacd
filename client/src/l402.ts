import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { fromBase64 } from '../../src/canonical/verify-signature.ts'
import { readInvoice } from './bolt11.ts'
import { Refused, TooDear } from './errors.ts'
import type { Judged, Payer } from './payer.ts'
import type { L402Offer } from './offers.ts'
import type { L402Payment } from './receipt.ts'

/** How Lightning is paid. */
export interface LightningWallet {
  /**
   * Pays an invoice and gives the preimage, in hex. It may be asked about one invoice twice: a node pays it once.
   *
   * @throws Refused with the code `not_paid` if nothing has left; of any other error it is not known
   */
  readonly payInvoice: (bolt11: string) => Promise<string>
  /** The most for one answer, in satoshis, without the fees of routing. */
  readonly maxSats: number
}

const refused = (code: string, message: string): Judged => ({ kind: 'refused', because: new Refused(code, message) })

export const inSats = (msat: bigint): string =>
  msat % 1_000n === 0n ? `${msat / 1_000n} sats` : `${msat / 1_000n}.${String(msat % 1_000n).padStart(3, '0')} sats`

/** Aperture's identifier of a token: version 0, the payment hash, an id. */
const IDENTIFIER_BYTES = 66

/** The payment hash that a token is good for; `null` for what is no macaroon of L402. */
const hashInToken = (macaroon: string): string | null => {
  const bytes = fromBase64(macaroon)
  if (bytes?.[0] !== 2) return null
  // A location may stand first.
  const at = bytes[1] === 1 ? 3 + bytes[2]! : 1
  const isIdentifier = [2, IDENTIFIER_BYTES, 0, 0].every((byte, nth) => bytes[at + nth] === byte)
  return isIdentifier ? bytesToHex(bytes.subarray(at + 4, at + 36)) : null
}

const judgeInvoice = ({ macaroon, invoice }: L402Offer, maxSats: number): Judged => {
  const read = readInvoice(invoice)
  if (!read) return refused('bad_invoice', 'the service offers an invoice that cannot be read')
  const { msat, paymentHash } = read
  if (msat === null) return refused('bad_invoice', 'the service offers an invoice that leaves the sum to the payer')
  if (msat > BigInt(maxSats) * 1_000n)
    return { kind: 'refused', because: new TooDear(inSats(msat), inSats(BigInt(maxSats) * 1_000n)) }
  // Of another invoice the preimage would buy nothing here.
  if (hashInToken(macaroon) !== paymentHash)
    return refused('bad_invoice', 'the service offers an invoice that is not the one its token is for')
  const payment: L402Payment = { rail: 'l402', macaroon, invoice, msat: String(msat), preimage: null }
  return { kind: 'fits', amount: msat, prepare: async () => payment }
}

/** Whether this is what the invoice was paid for, 64 hex digits in lower case. */
export const isPreimageOf = (preimage: string, invoice: string): boolean =>
  /^[0-9a-f]{64}$/.test(preimage) && bytesToHex(sha256(hexToBytes(preimage))) === readInvoice(invoice)?.paymentHash

/** Pays over Lightning. The limit is compared with the sum in the invoice, whatever stands beside it. */
export const l402 = ({ payInvoice, maxSats }: LightningWallet): Payer<L402Payment> => {
  if (!Number.isSafeInteger(maxSats) || maxSats < 1) throw new RangeError('maxSats must be a whole number, 1 or more')
  return {
    rail: 'l402',
    judge: ({ l402: offer }) => (offer ? judgeInvoice(offer, maxSats) : { kind: 'not_offered' }),
    complete: async (payment) => {
      if (payment.preimage !== null) return payment
      // A receipt may come from a file: its invoice is judged like an offer.
      const judged = judgeInvoice(payment, maxSats)
      if (judged.kind === 'refused') throw judged.because
      const preimage = (await payInvoice(payment.invoice)).toLowerCase()
      if (!isPreimageOf(preimage, payment.invoice)) throw new Error('the wallet gave a preimage of another invoice')
      return { ...payment, preimage }
    },
  }
}
