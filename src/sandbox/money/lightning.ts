import type { Clock, Random } from '../../ports.ts'
import { createLightningNode, type LightningNode, type NodeInvoice } from './lightning-node.ts'
import { answerAsLnd } from './lnd.ts'
import {
  answer,
  type Fields,
  malformed,
  milliseconds,
  noSuchPath,
  onlyHas,
  pathOf,
  problem,
  readFields,
  verb,
} from './wire.ts'

/**
 * Lightning of the sandbox: an LND node at `/lnd`. The routes at `/lightning` stand for the payer's wallet, and set
 * faults of the node.
 *
 *     POST /lightning/pay      {"invoice":"lnbc…"}  → 200 {"preimage":"<64 hex>"}, 404 unknown, 410 expired
 *     GET  /lightning/invoices                      → {"invoices":[{"invoice","paymentHash","state","amountMsat","memo",
 *                                                      "createdAt","expiresAt","settledAt"}]}, oldest first, Unix seconds
 *     POST /lightning/faults   {"down"?:bool,"delayMs"?:N,"status"?:400…599|null} → what is set now; `{}` ends all
 */
export interface Lightning {
  readonly node: LightningNode
  handle(request: Request): Promise<Response | null>
}

/**
 * The present faults of the node. They affect `/lnd` only: a payer can have a preimage while the payee's node is away.
 */
interface Faults {
  /** The connection is dropped without an answer. */
  readonly down: boolean
  readonly delayMs: number
  /** Every request is answered with this status, as by a broken proxy in front of the node. */
  readonly status: number | null
}

const HEALTHY: Faults = Object.freeze({ down: false, delayMs: 0, status: null })

const readFaults = (body: Fields): Faults | null => {
  const down = body['down'] ?? false
  const delayMs = milliseconds(body['delayMs'] ?? 0)
  const status = body['status'] ?? null
  if (!onlyHas(body, ['down', 'delayMs', 'status']) || typeof down !== 'boolean' || delayMs === null) return null
  if (status === null) return { down, delayMs, status }
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599
    ? { down, delayMs, status }
    : null
}

/** A body that fails before its first byte. Bun then closes the socket, and the client sees a reset connection. */
const dropped = (): Response => new Response(new ReadableStream({ pull: (controller) => controller.error() }))

const listed = (node: LightningNode, invoice: NodeInvoice): Record<string, unknown> => ({
  invoice: invoice.bolt11,
  paymentHash: invoice.paymentHash,
  state: node.state(invoice),
  amountMsat: String(invoice.amountMsat),
  memo: invoice.memo,
  createdAt: invoice.createdAt,
  expiresAt: invoice.createdAt + invoice.expirySeconds,
  settledAt: invoice.settledAt,
})

const paid = async (node: LightningNode, request: Request): Promise<Response> => {
  const invoice = (await readFields(request))?.['invoice']
  if (typeof invoice !== 'string') return malformed('the body is {"invoice":"lnbc…"}')
  const payment = node.pay(invoice)
  if (payment.kind === 'paid') return answer({ preimage: payment.preimage })
  if (payment.kind === 'expired') return problem(410, 'invoice_expired', 'the invoice has expired; ask for a new one')
  return problem(404, 'invoice_unknown', 'no invoice of this node reads like that')
}

export const createLightning = (ports: { clock: Clock; random: Random }): Lightning => {
  const node = createLightningNode(ports)
  let faults = HEALTHY

  const asLnd = async (request: Request): Promise<Response> => {
    const { down, delayMs, status } = faults
    if (delayMs > 0) await ports.clock.sleep(delayMs)
    if (down) return dropped()
    if (status !== null) return answer({ code: 2, message: `sandbox fault: status ${status}`, details: [] }, status)
    return answerAsLnd(node, request)
  }

  const control = async (request: Request): Promise<Response> => {
    switch (verb(request)) {
      case 'POST /lightning/pay':
        return paid(node, request)
      case 'GET /lightning/invoices':
        return answer({ invoices: node.invoices().map((invoice) => listed(node, invoice)) })
      case 'POST /lightning/faults': {
        const body = await readFields(request)
        const wanted = body === null ? null : readFaults(body)
        if (wanted === null) return malformed('the body is {"down"?:bool,"delayMs"?:0…600000,"status"?:400…599|null}')
        faults = wanted
        return answer(faults)
      }
      default:
        return noSuchPath(request)
    }
  }

  return {
    node,
    async handle(request) {
      const path = pathOf(request)
      if (path.startsWith('/lnd/')) return asLnd(request)
      return path.startsWith('/lightning/') ? control(request) : null
    },
  }
}
