/**
 * What travels in `_meta` of calls and results. The first two are those of the MCP transport of x402; no convention
 * carries L402 over MCP, so the others are ours. `/llms.txt` and the instructions of the server explain them.
 */
export const META = {
  /** Of a call: the x402 payment, as an object. */
  payment: 'x402/payment',
  /** Of a result: what a settlement came to. */
  settled: 'x402/payment-response',
  /** Of a demand: `{macaroon, invoice, sats}`. */
  challenge: 'l402/challenge',
  /** Of a demand without an invoice: why there is none, and when to come back. */
  withheld: 'l402/withheld',
  /** Of a call: `L402 <macaroon>:<preimage>`. */
  authorization: 'l402/authorization',
  /** Of a result: the id of the receipt. Of a call: shows that the payment is the caller's. */
  receipt: 'claros/receipt',
  /** Of a call: the proof of the paying account. */
  proof: 'claros/proof',
  /** Of a result: the hash of the request, over which a proof is signed. */
  request: 'claros/request',
  /** Of a demand: the problem document, which says why a payment was refused. */
  problem: 'claros/problem',
  /** Of a problem: seconds until it makes sense to come back. */
  retryAfter: 'claros/retry-after',
  /** Of a result that `claros mcp` bought and verified by itself: what was paid, and what is left of its budget. */
  paid: 'claros/paid',
} as const
