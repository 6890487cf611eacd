import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, base64urlnopad, hex } from '@scure/base'
import { DAY_SECONDS } from '../../time-units.ts'
import { MAX_DESCRIPTION_BYTES, MAX_MSAT } from './bolt11.ts'
import type { LightningNode, NewInvoice, NodeInvoice } from './lightning-node.ts'
import { answer, type Fields, pathOf, readFields } from './wire.ts'

/**
 * The REST interface of LND (lightning.engineering/api-docs, `AddInvoice`, `ListInvoices`, `LookupInvoice`,
 * `LookupInvoiceV2`), under `/lnd`. 64-bit numbers are strings, bytes are base64, and errors have the form of
 * grpc-gateway: `{"code":5,"message":"unable to locate invoice","details":[]}` with gRPC status codes.
 */

/** LND's default: a day. */
const DEFAULT_EXPIRY_SECONDS = DAY_SECONDS
/** LND refuses invoices with a longer lifetime than a year. */
const MAX_EXPIRY_SECONDS = 31_536_000

const failure = (status: number, code: number, message: string): Response =>
  answer({ code, message, details: [] }, status)

const invalid = (message: string): Response => failure(400, 3, message)

const bytesField = (hexText: string): string => base64.encode(hexToBytes(hexText))

/** An int64 field: JSON may have it as a string or as a number; absent and '' mean zero, as in protobuf. */
const int64 = (value: unknown): bigint | null => {
  if (value === undefined || value === null || value === '') return 0n
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && /^(0|[1-9][0-9]{0,18})$/.test(text) ? BigInt(text) : null
}

/** The invoice to make, or the error text of LND. */
const readWanted = (body: Fields): NewInvoice | string => {
  const sats = int64(body['value'])
  const msats = int64(body['value_msat'])
  const expiry = int64(body['expiry'])
  const memo = body['memo'] ?? ''
  if (sats === null || msats === null || expiry === null) return 'proto: invalid value for int64 type'
  if (typeof memo !== 'string') return 'proto: invalid value for string type: memo'
  if (sats > 0n && msats > 0n) return 'sat and msat arguments are mutually exclusive'
  const amountMsat = msats > 0n ? msats : sats * 1000n
  if (amountMsat > MAX_MSAT) return 'invoice amount too large'
  const memoBytes = utf8ToBytes(memo).length
  if (memoBytes > MAX_DESCRIPTION_BYTES) return `memo too large: ${memoBytes} bytes (maxsize=${MAX_DESCRIPTION_BYTES})`
  const expirySeconds = expiry === 0n ? DEFAULT_EXPIRY_SECONDS : Number(expiry)
  if (expirySeconds > MAX_EXPIRY_SECONDS) return `expiry of ${expirySeconds} s is too large`
  return { amountMsat, memo, expirySeconds }
}

/**
 * `r_preimage` is shown of paid invoices alone, though LND shows it of all: any macaroon opens this node, and with it
 * anybody could claim to have paid.
 */
const described = (node: LightningNode, invoice: NodeInvoice): Record<string, unknown> => {
  const state = node.state(invoice)
  const preimage = node.preimageOf(invoice)
  const paidMsat = state === 'SETTLED' ? invoice.amountMsat : 0n
  return {
    memo: invoice.memo,
    r_hash: bytesField(invoice.paymentHash),
    ...(preimage !== null && { r_preimage: bytesField(preimage) }),
    value: String(invoice.amountMsat / 1000n),
    value_msat: String(invoice.amountMsat),
    settled: state === 'SETTLED',
    creation_date: String(invoice.createdAt),
    settle_date: String(invoice.settledAt ?? 0),
    payment_request: invoice.bolt11,
    expiry: String(invoice.expirySeconds),
    add_index: String(invoice.addIndex),
    amt_paid_sat: String(paidMsat / 1000n),
    amt_paid_msat: String(paidMsat),
    state,
    payment_addr: bytesField(invoice.paymentSecret),
  }
}

/** A 32-byte hash as hex, from hex. */
const fromHex = (text: string): string | null => (/^[0-9a-fA-F]{64}$/.test(text) ? text.toLowerCase() : null)

/** A 32-byte hash as hex, from base64 in either alphabet, with or without padding, as grpc-gateway accepts it. */
const fromBase64 = (text: string): string | null => {
  const bare = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=$/, '')
  if (!/^[A-Za-z0-9_-]{43}$/.test(bare)) return null
  try {
    return hex.encode(base64urlnopad.decode(bare))
  } catch {
    return null
  }
}

const found = (node: LightningNode, paymentHash: string | null): Response => {
  if (paymentHash === null) return invalid('the payment hash is not 32 bytes')
  const invoice = node.find(paymentHash)
  return invoice === null ? failure(404, 5, 'unable to locate invoice') : answer(described(node, invoice))
}

/**
 * `ListInvoices` with `reversed`: the page before an index, in the order of creation. Other orders are not supported.
 */
const listed = (node: LightningNode, query: URLSearchParams): Response => {
  const [offset, most] = [int64(query.get('index_offset')), int64(query.get('num_max_invoices'))]
  if (offset === null || most === null) return invalid('proto: invalid value for uint64 type')
  if (query.get('reversed') !== 'true') return failure(501, 12, 'the sandbox lists invoices reversed')
  const before = node.invoices().filter(({ addIndex }) => offset === 0n || BigInt(addIndex) < offset)
  // LND's default.
  const page = before.slice(-Number(most === 0n ? 100n : most))
  return answer({
    invoices: page.map((invoice) => described(node, invoice)),
    last_index_offset: String(page.at(-1)?.addIndex ?? 0),
    first_index_offset: String(page[0]?.addIndex ?? 0),
  })
}

const added = async (node: LightningNode, request: Request): Promise<Response> => {
  const body = await readFields(request)
  if (body === null) return invalid('proto: syntax error (line 1:1): a JSON object is wanted')
  const wanted = readWanted(body)
  if (typeof wanted === 'string') return invalid(wanted)
  const invoice = node.create(wanted)
  return answer({
    r_hash: bytesField(invoice.paymentHash),
    payment_request: invoice.bolt11,
    add_index: String(invoice.addIndex),
    payment_addr: bytesField(invoice.paymentSecret),
  })
}

/** Answers all requests under `/lnd`. */
export const answerAsLnd = async (node: LightningNode, request: Request): Promise<Response> => {
  const macaroon = request.headers.get('grpc-metadata-macaroon') ?? ''
  // LND reports a missing macaroon as an unknown error with status 500, not as 401.
  if (!/^([0-9a-fA-F]{2})+$/.test(macaroon)) return failure(500, 2, 'expected 1 macaroon, got 0')
  const path = pathOf(request)
  if (path === '/lnd/v1/invoices' && request.method === 'POST') return added(node, request)
  if (path === '/lnd/v1/invoices' && request.method === 'GET') return listed(node, new URL(request.url).searchParams)
  if (request.method === 'GET' && path.startsWith('/lnd/v1/invoice/')) {
    return found(node, fromHex(path.slice('/lnd/v1/invoice/'.length)))
  }
  if (request.method === 'GET' && path === '/lnd/v2/invoices/lookup') {
    return found(node, fromBase64(new URL(request.url).searchParams.get('payment_hash') ?? ''))
  }
  return failure(404, 5, 'Not Found')
}
