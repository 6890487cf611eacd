import { inDollars } from '../../feeds/tariff.ts'
import { SMALL_MICRO_USD } from '../../payments/small-amount.ts'
import { REDELIVERY_MS, UNANSWERED_MS } from '../../store/claims/redelivery.ts'
import { HOUR_MS } from '../../time-units.ts'
import { PROOF, RECEIPT, REQUEST } from '../wire/header-names.ts'
import { AHEAD_SECONDS, MAX_AGE_SECONDS, proofMessage } from '../paywall/payment-proof.ts'

/** How a buyer fetches a paid answer again, for documents. Every number comes from the rule itself. */

const WINDOW = `${REDELIVERY_MS / 1_000} s`
const DAY = `${UNANSWERED_MS / HOUR_MS} h`
const SMALL = inDollars({ microUsd: SMALL_MICRO_USD })
const SIGNED = proofMessage('<nonce of the authorization, lower case>', `<${REQUEST}>`, '<Unix seconds>')

/** Request headers of every paid route. */
export const ASKING_HEADERS: Readonly<Record<string, string>> = {
  [RECEIPT]: `The id of the receipt of a payment made before, beside that payment over x402: shows that it is yours`,
  [PROOF]: `\`<Unix seconds>.<0x signature>\`, beside a payment made before over x402: shows that it is yours. The paying account signs ${SIGNED} as a text (EIP-191; contract wallets by ERC-1271), at most ${MAX_AGE_SECONDS} s ago`,
}

/** Response headers of every paid answer and of every offer. */
export const REQUEST_HEADER = `Hash of the request, hex: what a payment is bound to, and what a ${PROOF} is signed over`
export const RECEIPT_HEADER = `Id of the payment's receipt, for its buyer alone: GET /receipts/{id}`

export const USED_BEFORE = `payment_already_used: the payment bought an answer before, or was made for another request, and the price or the payment is above ${SMALL}. There is no offer in it: no client pays twice by itself. Up to ${SMALL} it is a 402 with fresh offers`

/** For `/llms.txt`. */
export const ASKING_AGAIN: readonly string[] = [
  `Everybody can read an x402 payment on the chain, so its header alone does not show who is asking. Each answer to a`,
  `payment carries ${RECEIPT} and ${REQUEST}: keep them. Whoever repeats the request with the same payment gets`,
  ``,
  `- with ${RECEIPT}, or ${PROOF}: the whole answer, for ${DAY} if nobody of yours was answered yet, and for ${WINDOW}`,
  `  from the first answer; an event that was created, for ever;`,
  `- from the network that paid (IPv4 /24, IPv6 /48, no private or loopback address), within the same times: the answer`,
  `  without its secrets (manageToken, webhookSecret, webhookUrl) and without the receipt; an event too;`,
  `- from elsewhere: the same until the buyer was answered, nothing afterwards.`,
  ``,
  `${PROOF}: <Unix seconds>.<0x signature>. The paying account signs this text (EIP-191, personal_sign; a contract wallet`,
  `as its isValidSignature takes it), at most ${MAX_AGE_SECONDS} s ago and not more than ${AHEAD_SECONDS} s ahead:`,
  ``,
  `    ${SIGNED}`,
  ``,
  `A payment that is not served any more is 402 payment_already_used with fresh offers up to ${SMALL}, and 409 without any`,
  `above. Another request never learns what a payment bought. Over Lightning the token with its preimage is the proof.`,
]
