import { ASKED, MANAGE_TOKEN, ORACLE_SECRET, PROOF, RECEIPT, REQUEST, REQUEST_ID } from './header-names.ts'

/** Headers that more than one answer carries. */

/** Headers that official x402 clients send, version 1 and 2. */
const PAYMENT_HEADERS = ['X-PAYMENT', 'PAYMENT-SIGNATURE'] as const

/** Headers that clients of the Model Context Protocol send, of 2025 and of 2026-07-28. */
const MCP_HEADERS = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'Last-Event-ID'] as const

/** Headers of answers of the two rails. */
const RAIL_HEADERS = ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE', 'WWW-Authenticate'] as const

/** Browsers may call from anywhere: payment is the authentication, there are no cookies to steal. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    ...RAIL_HEADERS,
    RECEIPT,
    REQUEST,
    REQUEST_ID,
    ASKED,
    'Retry-After',
    'Age',
    'ETag',
  ].join(', '),
} as const

/**
 * Headers that a browser may send. Both official clients ask for `Access-Control-Expose-Headers` as a request header.
 */
export const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE, OPTIONS',
  'access-control-allow-headers': [
    ...PAYMENT_HEADERS,
    ...MCP_HEADERS,
    'Authorization',
    'Content-Type',
    'Access-Control-Expose-Headers',
    'If-None-Match',
    RECEIPT,
    PROOF,
    REQUEST_ID,
    MANAGE_TOKEN,
    ORACLE_SECRET,
  ].join(', '),
  'access-control-max-age': '86400',
} as const

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Challenges and bought answers belong to one buyer. */
export const NO_STORE = { ...CORS, 'content-type': JSON_TYPE, 'cache-control': 'no-store' } as const
