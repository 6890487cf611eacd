import { Type } from '@sinclair/typebox'
import { HOUR_MS } from '../time-units.ts'
import { askList, CannotList, type InvoiceListAccess } from './ask-list.ts'

/** Invoices that were paid, as each kind of node lists them. */

export interface PaidInvoice {
  /** 64 hex digits. */
  readonly paymentHash: string
  /** The amount that arrived. */
  readonly sats: bigint
  /** Unix milliseconds. */
  readonly at: number
  readonly memo: string
}

export type NodeKind = 'lnd' | 'cln' | 'phoenixd' | 'lnbits'

/** Those that were paid in `[from, to)`, Unix ms, in no order. Throws `CannotList`. */
type List = (access: InvoiceListAccess, from: number, to: number) => Promise<readonly PaidInvoice[]>

const PAGE = 500
/** Longer than one of our invoices can be paid: an invoice made earlier was not paid in the time span. */
const INVOICE_LIFE_MS = HOUR_MS

/** Without this check, a list whose pages repeat would be read for ever. */
const repeatedPage = (): CannotList => new CannotList('the Lightning node sends the same page again.')

const within = (from: number, to: number) => (invoice: PaidInvoice) => invoice.at >= from && invoice.at < to

const LndPage = Type.Object({
  invoices: Type.Array(
    Type.Object({
      r_hash: Type.String(),
      memo: Type.Optional(Type.String()),
      state: Type.Optional(Type.String()),
      creation_date: Type.String(),
      settle_date: Type.Optional(Type.String()),
      amt_paid_sat: Type.Optional(Type.String()),
    }),
  ),
  first_index_offset: Type.Optional(Type.String({ pattern: '^[0-9]{1,20}$' })),
})

/** `ListInvoices`, newest first. 64-bit numbers are strings, and absent where they are zero. */
const lnd: List = async (access, from, to) => {
  const found: PaidInvoice[] = []
  const headers = { 'Grpc-Metadata-macaroon': access.secret }
  for (let offset = '0'; ;) {
    const path = `/v1/invoices?reversed=true&num_max_invoices=${PAGE}&index_offset=${offset}`
    const { invoices, first_index_offset: next = '0' } = await askList(access, { path, headers }, LndPage)
    for (const { r_hash, memo = '', state, settle_date = '0', amt_paid_sat = '0' } of invoices)
      if (state === 'SETTLED')
        found.push({
          paymentHash: Buffer.from(r_hash, 'base64').toString('hex'),
          sats: BigInt(amt_paid_sat),
          at: Number(settle_date) * 1000,
          memo,
        })
    const isBefore = invoices.some((each) => Number(each.creation_date) * 1000 < from - INVOICE_LIFE_MS)
    if (isBefore || invoices.length === 0 || next === '0' || next === offset) return found.filter(within(from, to))
    if (offset !== '0' && BigInt(next) > BigInt(offset)) throw repeatedPage()
    offset = next
  }
}

const ClnPage = Type.Object({
  invoices: Type.Array(
    Type.Object({
      payment_hash: Type.String(),
      description: Type.Optional(Type.String()),
      status: Type.String(),
      created_index: Type.Integer(),
      paid_at: Type.Optional(Type.Integer()),
      amount_received_msat: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+(msat)?$' })])),
    }),
  ),
})

/** `listinvoices`, oldest first. Releases before 23.08 write `10msat`. */
const cln: List = async (access, from, to) => {
  const found: PaidInvoice[] = []
  for (let start = 1; ;) {
    const json = { index: 'created', start, limit: PAGE }
    const question = { path: '/v1/listinvoices', headers: { Rune: access.secret }, json }
    const { invoices } = await askList(access, question, ClnPage)
    for (const {
      payment_hash: paymentHash,
      description: memo = '',
      status,
      paid_at = 0,
      amount_received_msat,
    } of invoices)
      if (status === 'paid')
        found.push({
          paymentHash,
          sats: BigInt(String(amount_received_msat ?? 0).replace('msat', '')) / 1000n,
          at: paid_at * 1000,
          memo,
        })
    const last = invoices.at(-1)
    if (!last || invoices.length < PAGE) return found.filter(within(from, to))
    if (last.created_index < start) throw repeatedPage()
    start = last.created_index + 1
  }
}

const PhoenixdPage = Type.Array(
  Type.Object({
    paymentHash: Type.String(),
    isPaid: Type.Boolean(),
    receivedSat: Type.Integer(),
    description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    completedAt: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  }),
)

/** `GET /payments/incoming`, by the time of creation, Unix ms. */
const phoenixd: List = async (access, from, to) => {
  const found: PaidInvoice[] = []
  let first: string | undefined
  const headers = { Authorization: `Basic ${Buffer.from(`:${access.secret}`).toString('base64')}` }
  for (let offset = 0; ; offset += PAGE) {
    const span = `from=${Math.max(0, from - INVOICE_LIFE_MS)}&to=${to}`
    const path = `/payments/incoming?${span}&limit=${PAGE}&offset=${offset}`
    const page = await askList(access, { path, headers }, PhoenixdPage)
    for (const { paymentHash, isPaid, receivedSat, description, completedAt } of page)
      if (isPaid) found.push({ paymentHash, sats: BigInt(receivedSat), at: completedAt ?? 0, memo: description ?? '' })
    if (page.length < PAGE) return found.filter(within(from, to))
    if (page[0]!.paymentHash === first) throw repeatedPage()
    first = page[0]!.paymentHash
  }
}

const LnbitsPage = Type.Array(
  Type.Object({
    payment_hash: Type.String(),
    /** Millisatoshis; negative for outgoing payments. */
    amount: Type.Integer(),
    memo: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    /** Unix seconds until release 1.0, ISO 8601 since. */
    time: Type.Union([Type.Number(), Type.String()]),
    pending: Type.Optional(Type.Boolean()),
    status: Type.Optional(Type.String()),
  }),
)

const lnbitsTime = (time: number | string): number =>
  // There, a time without a zone is UTC.
  typeof time === 'number' ? time * 1000 : Date.parse(/Z$|[+-]\d\d:\d\d$/.test(time) ? time : `${time}Z`)

/** `GET /api/v1/payments`, newest first. */
const lnbits: List = async (access, from, to) => {
  const found: PaidInvoice[] = []
  let first: string | undefined
  for (let offset = 0; ; offset += PAGE) {
    const path = `/api/v1/payments?limit=${PAGE}&offset=${offset}&sortby=time&direction=desc`
    const page = await askList(access, { path, headers: { 'X-Api-Key': access.secret } }, LnbitsPage)
    for (const { payment_hash: paymentHash, amount, memo, time, pending, status } of page)
      if (amount > 0 && (status === undefined ? pending === false : status === 'success'))
        found.push({ paymentHash, sats: BigInt(Math.floor(amount / 1000)), at: lnbitsTime(time), memo: memo ?? '' })
    const isBefore = page.some(({ time }) => lnbitsTime(time) < from - INVOICE_LIFE_MS)
    if (isBefore || page.length < PAGE) return found.filter(within(from, to))
    if (page[0]!.payment_hash === first) throw repeatedPage()
    first = page[0]!.payment_hash
  }
}

const LISTS: Readonly<Record<NodeKind, List>> = { lnd, cln, phoenixd, lnbits }

/** The invoices of a node that were paid in `[from, to)`, Unix ms. Throws `CannotList`. */
export const paidInvoices = (kind: NodeKind, access: InvoiceListAccess, from: number, to: number) => {
  // Files of secrets often end in a line break, and copied addresses in a slash.
  const clean = { ...access, url: access.url.trim().replace(/\/+$/, ''), secret: access.secret.trim() }
  return LISTS[kind](clean, from, to)
}
