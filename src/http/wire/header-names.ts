/** Names of headers of our own: what is sent, what is answered, what browsers may read and documents tell. */

/** Of an answer: names the payment's receipt, `GET /receipts/{id}`. Of a request: who shows it asks for his own. */
export const RECEIPT = 'Payment-Receipt'

/** Names what a payment is bound to: the hash that a proof is signed over. */
export const REQUEST = 'Claros-Request'

/** Shows that who asks is who paid: `<Unix seconds>.<0x signature>`. */
export const PROOF = 'Payment-Proof'

/** What was asked, as it was written, where the answer speaks of a grid point. */
export const ASKED = 'Claros-Asked'

/** Opens a contract for its creator. */
export const MANAGE_TOKEN = 'X-Manage-Token'

/** What administrators show. */
export const ORACLE_SECRET = 'X-Oracle-Secret'
