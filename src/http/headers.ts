/** Headers that more than one answer carries. */

/** Browsers may call from anywhere: payment is the authentication, there are no cookies to steal. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, WWW-Authenticate, Payment-Receipt, Retry-After, Age',
} as const

/** What a browser may send. Both official clients ask for `Access-Control-Expose-Headers` as a request header. */
export const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'X-PAYMENT, PAYMENT-SIGNATURE, Authorization, Content-Type, Access-Control-Expose-Headers, X-Manage-Token, X-Oracle-Secret',
  'access-control-max-age': '86400',
} as const

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Challenges and bought answers belong to one buyer. */
export const NO_STORE = { ...CORS, 'content-type': JSON_TYPE, 'cache-control': 'no-store' } as const
