import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { USDC } from '../../src/payments/usdc.ts'
import { ready } from './process.ts'
import { ledger } from './ledger.ts'

/**
 * The official facilitator, unmodified, over HTTP: `x402Facilitator` with the exact scheme of `@x402/evm`. It recovers
 * the signer of the EIP-712 message with viem in every `/verify` and again in every `/settle`. A ledger in this process
 * replaces the chain: a node would delay all servers equally, and hide what they cost.
 */

const { caip2 } = USDC.base
const official = new x402Facilitator().register(caip2, new ExactEvmScheme(ledger()))

const envelopeOf = async (request: Request) => {
  const { paymentPayload, paymentRequirements } = (await request.json()) as Record<string, unknown>
  return [paymentPayload as PaymentPayload, paymentRequirements as PaymentRequirements] as const
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    switch (new URL(request.url).pathname) {
      case '/verify':
        return Response.json(await official.verify(...(await envelopeOf(request))))
      case '/settle':
        return Response.json(await official.settle(...(await envelopeOf(request))))
      case '/supported':
        return Response.json(official.getSupported())
      default:
        return new Response(null, { status: 404 })
    }
  },
})
ready(server.port!)
