import { receiptMark } from '../../src/canonical/receipt-mark.ts'
import type { App } from '../../src/http/app/app.ts'
import type { keptLog } from './still.ts'

/**
 * The app, which throws where the line of a refused payment and its answer do not name one receipt. Over Lightning only
 * the payer has a token of ours with its preimage: so the answer has the receipt wherever the line has its mark. Over
 * USDC the client may be a stranger, and then the line alone has it.
 */
export const heldToReceipts =
  (app: App, log: ReturnType<typeof keptLog>): App =>
  async (request, address) => {
    const response = await app(request, address)
    const id = response.headers.get('x-request-id')
    const refused = log.lines.findLast(({ event, fields }) => event === 'sale.refused' && Object(fields).request === id)
    // An answer in the words of MCP has other headers.
    if (refused === undefined || /^[a-z]+:\/\/[^/]*\/mcp/.test(request.url)) return response
    const { receipt, rail } = Object(refused.fields) as { readonly receipt?: string; readonly rail: string }
    const named = response.headers.get('payment-receipt')
    const isRight = named === null ? rail === 'x402' || receipt === undefined : receiptMark(named) === receipt
    if (!isRight) throw new Error(`${request.url} answered ${rail} with ${named}, and its line says ${receipt}`)
    return response
  }
