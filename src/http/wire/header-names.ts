/** Names of our own headers, for requests, answers, browsers and documents. */

/**
 * Of an answer: names the payment's receipt, `GET /receipts/{id}`. Of a request: shows that the client is the buyer.
 */
export const RECEIPT = 'Payment-Receipt'

/** The hash of the request, to which a payment is bound and over which a proof is signed. */
export const REQUEST = 'Claros-Request'

/** Shows that the client is the payer: `<Unix seconds>.<0x signature>`. */
export const PROOF = 'Payment-Proof'

/** Of every answer: names the request in our log. Of a request: the id that it is to have. */
export const REQUEST_ID = 'X-Request-Id'

/** The requested place as it was written, if the answer is about a grid point. */
export const ASKED = 'Claros-Asked'

/** The token with which the creator of a contract manages it. */
export const MANAGE_TOKEN = 'X-Manage-Token'

/** The secret of administrators. */
export const ORACLE_SECRET = 'X-Oracle-Secret'
