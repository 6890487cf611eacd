import { Type } from '@sinclair/typebox'
import { secretUrl, text } from './setting-kinds.ts'

/** The settings of the chain that x402 settles on. */

export const rpcUrl = Type.Optional(
  secretUrl(
    'JSON-RPC node of the x402 chain; a public one when not set. Without one that answers, a facilitator settles up to $0.10 only',
  ),
)

/** Settings that server and worker must share so that both mean the same settlement. */
export const settling = {
  PAY_TO: Type.Optional(
    text(
      'Base address that receives USDC; without it the x402 rail is not offered. One address per Redis: two that know nothing of each other would both deliver for one payment',
      {
        pattern: '^0x[0-9a-fA-F]{40}$',
        form: 'an address: 0x and 40 hex digits',
      },
    ),
  ),
  X402_NETWORK: Type.Union([Type.Literal('base'), Type.Literal('base-sepolia')], {
    description: 'Chain of the x402 rail: base or base-sepolia',
    default: 'base',
  }),
  X402_SETTLEMENT: Type.Union([Type.Literal('facilitator'), Type.Literal('own')], {
    description: 'Who settles: a facilitator over HTTP, or our own worker with a settling key',
    default: 'facilitator',
  }),
}
