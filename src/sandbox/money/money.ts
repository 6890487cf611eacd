import type { Clock, Random } from '../../ports.ts'
import { createChain } from './chain.ts'
import { createChainControl } from './chain-control.ts'
import { BASE_USDC, type Token } from './eip3009.ts'
import { createChainRpc } from './rpc.ts'
import { createFacilitator } from './facilitator.ts'
import { createLightning } from './lightning.ts'
import { openToPages } from './page-access.ts'
import { pathOf } from './wire.ts'

/**
 * Money for the demo and the tests: a Lightning node and a chain with USDC. They use the formats of the real ones, and
 * lose all data when the process ends. Paths and files:
 *
 *     /lnd          LND's REST interface            lnd.ts, lightning-node.ts, bolt11.ts
 *     /lightning    the payer, and faults           lightning.ts
 *     /facilitator  x402, versions 1 and 2          facilitator.ts, x402-payment.ts
 *     /chain        faucet, explorer, faults        chain-control.ts, chain.ts, eip3009.ts
 *
 * It stands for systems outside this service, so it shares no code with the service that it tests.
 */
export interface Money {
  /** Null for paths of other parts of the sandbox. Never throws. */
  handle(request: Request): Promise<Response | null>
}

export interface MoneyOptions {
  readonly clock: Clock
  readonly random: Random
  /** USDC on Base unless told otherwise. */
  readonly token?: Token
}

export const createMoney = ({ clock, random, token = BASE_USDC }: MoneyOptions): Money => {
  const lightning = createLightning({ clock, random })
  const chain = createChain({ clock, random, token })
  const control = createChainControl(chain)
  const rpc = createChainRpc(chain)
  const facilitator = createFacilitator({ clock, random, chain, faults: control.faults })

  return {
    handle: openToPages(async (request) => {
      const path = pathOf(request)
      if (path === '/chain/rpc') return rpc.handle(request)
      if (path.startsWith('/chain/')) return control.handle(request)
      if (path.startsWith('/facilitator/')) return facilitator.handle(request)
      return lightning.handle(request)
    }),
  }
}
