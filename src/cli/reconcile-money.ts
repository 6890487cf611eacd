import { readFileSync } from 'node:fs'
import { openHistory } from '../chain/transfers.ts'
import type { ReconcileConfig } from '../config.ts'
import { CannotList } from '../lightning/ask-list.ts'
import { paidInvoices } from '../lightning/paid-invoices.ts'
import { INVOICE_MEMO } from '../payments/invoice-memo.ts'
import { PUBLIC_RPC } from '../payments/public-rpc.ts'
import { USDC } from '../payments/usdc.ts'
import type { Clock } from '../ports.ts'
import { DAY_MS } from '../time-units.ts'
import type { MovedMoney } from './reconcile-compare.ts'
import type { TimeSpan } from './time-span.ts'

/** Money that the chain and the Lightning node report, within a span and around it. */

/** A sale is recorded after its money came in: mostly within seconds, within two days after a long outage. */
const BEFORE_MS = 2 * DAY_MS
/** Clocks differ, and the timestamp of a block is the time when it was started. */
const AFTER_MS = 600_000
const RPC_LIMIT_MS = 30_000

/** Transfers to any of these addresses. Throws `WrongChain` or `ChainAway`. */
export const moneyOnChain = async (
  { X402_NETWORK: network, RPC_URL: rpcUrl }: ReconcileConfig,
  payTo: readonly string[],
  { from, to }: TimeSpan,
  clock: Clock,
): Promise<readonly MovedMoney[]> => {
  const token = USDC[network]
  const asset = token.asset.toLowerCase()
  const history = await openHistory({ rpcUrl: rpcUrl ?? PUBLIC_RPC[network], token, timeoutMs: RPC_LIMIT_MS, clock })
  const [first, start, end, last] = await Promise.all(
    [from - BEFORE_MS, from, to, to + AFTER_MS].map((at) => history.blockAt(at)),
  )
  return (await history.transfers(payTo, first!, last!)).map(({ payer, nonce, value, transaction, block }) => ({
    network: token.caip2,
    asset,
    amount: value,
    payment: nonce && `x402:${token.chainId}:${asset}:${payer}:${nonce}`,
    where: transaction,
    inSpan: block >= start! && block < end!,
  }))
}

const certificate = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new CannotList('LIGHTNING_TLS_CERT cannot be read.')
  }
}

/**
 * Paid invoices of this service, known by their memo or from the ledger. A node may have others. Throws `CannotList`.
 *
 * @param known payments that the ledger knows
 */
export const moneyOnNode = async (
  config: ReconcileConfig,
  known: ReadonlySet<string>,
  { from, to }: TimeSpan,
): Promise<readonly MovedMoney[]> => {
  const { LIGHTNING: kind, LIGHTNING_URL: url, LIGHTNING_SECRET: secret, LIGHTNING_TLS_CERT: cert } = config
  if (kind === undefined || url === undefined || secret === undefined)
    throw new CannotList('LIGHTNING, LIGHTNING_URL and LIGHTNING_SECRET are not all set.')
  const access = { url, secret, ...(cert !== undefined && { tlsCa: certificate(cert) }) }
  return (await paidInvoices(kind, access, from - BEFORE_MS, to + AFTER_MS))
    .map(({ paymentHash, sats, at, memo }) => ({ memo, at, sats, paymentHash, payment: `l402:${paymentHash}` }))
    .filter(({ memo, payment }) => memo === INVOICE_MEMO || known.has(payment))
    .map(({ sats, at, payment, paymentHash }) => ({
      network: 'lightning',
      asset: 'sat',
      amount: sats,
      payment,
      where: paymentHash,
      inSpan: at >= from && at < to,
    }))
}
