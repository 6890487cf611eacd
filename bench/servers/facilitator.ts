import { USDC } from '../../src/payments/usdc.ts'
import { BUYER_ADDRESS } from '../buyers.ts'
import { ready } from './process.ts'

/** A facilitator over HTTP that accepts everything at once, so that only the server is measured. */

const network = USDC.base.caip2
const answers: Readonly<Record<string, object>> = {
  '/supported': { kinds: [{ x402Version: 2, scheme: 'exact', network }], extensions: [], signers: {} },
  '/verify': { isValid: true, payer: BUYER_ADDRESS },
  '/settle': { success: true, transaction: `0x${'ab'.repeat(32)}`, network, payer: BUYER_ADDRESS },
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    await request.text()
    const answer = answers[new URL(request.url).pathname]
    return answer ? Response.json(answer) : new Response(null, { status: 404 })
  },
})
ready(server.port!)
