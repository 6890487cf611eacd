import { systemRandom } from '../system/random.ts'
import type { WebhookHeaders } from '../webhooks/standard-webhooks.ts'

/** The customer's side of a webhook: a server on this machine that keeps the calls it receives. */
export interface Receiver {
  /** `host:port`. */
  readonly place: string
  readonly url: string
  /** The first call; `null` if none came within the time limit. */
  arrived(limitMs: number): Promise<ReceivedWebhook | null>
  stop(): Promise<void>
}

export interface ReceivedWebhook {
  readonly headers: Partial<WebhookHeaders>
  /** The bytes that were signed, as text. */
  readonly body: string
}

/** Known to this customer and to whom it tells it. */
const PATH = `/contract/${systemRandom.bytes(8).toHex()}`

export const startReceiver = (): Receiver => {
  const first = Promise.withResolvers<ReceivedWebhook>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      // Others may knock at a port of this machine. What is no call for this customer is not the first one.
      if (request.method !== 'POST' || new URL(request.url).pathname !== PATH)
        return new Response(null, { status: 404 })
      const header = (name: string) => request.headers.get(name) ?? ''
      first.resolve({
        headers: {
          'webhook-id': header('webhook-id'),
          'webhook-timestamp': header('webhook-timestamp'),
          'webhook-signature': header('webhook-signature'),
        },
        body: await request.text(),
      })
      return new Response(null, { status: 204 })
    },
  })
  const place = `127.0.0.1:${server.port}`
  return {
    place,
    url: `http://${place}${PATH}`,
    arrived: (limitMs) => Promise.race([first.promise, Bun.sleep(limitMs).then(() => null)]),
    stop: () => server.stop(true),
  }
}
