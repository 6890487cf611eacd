import { HTTPFacilitatorClient, type RoutesConfig } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { registry } from '../../src/feeds/registry.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { PAY_TO } from '../buyers.ts'
import { ready, settingsOf } from './process.ts'

/**
 * The official resource server with the same work: `@x402/hono` with its facilitator client, before handlers that
 * answer a constant. It keeps no record of payments and signs nothing.
 */
export interface OfficialSettings {
  readonly facilitator: string
  readonly bytes: number
}

const { facilitator, bytes } = settingsOf<OfficialSettings>()
const constant = JSON.stringify({ body: 'x'.repeat(bytes - 11) })

const { asset, caip2, name, version } = USDC.base
const routes: RoutesConfig = Object.fromEntries(
  registry.items.map(({ path, feed }) => [
    `GET ${path}`,
    {
      accepts: {
        scheme: 'exact',
        network: caip2,
        payTo: PAY_TO,
        price: { asset, amount: String(feed.sale.price.microUsd), extra: { name, version } },
        maxTimeoutSeconds: 60,
      },
      description: '',
      mimeType: 'application/json',
    },
  ]),
)
const resources = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitator })).register(
  caip2,
  new ExactEvmScheme(),
)

const app = new Hono()
app.use(paymentMiddleware(routes, resources))
for (const { path } of registry.items)
  app.get(path, () => new Response(constant, { headers: { 'content-type': 'application/json' } }))
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch })
ready(server.port!)
