import type { WebhookHeaders } from '../../src/webhooks/standard-webhooks.ts'

/**
 * A customer's own server, on this machine: receives webhooks and answers resolvers. It is not a good server: the first
 * call of every webhook is answered 500, and so is the first question about every third event.
 */
export interface Customer {
  /** `host:port`. */
  readonly place: string
  hookUrl(which: string): string
  /** An address that says this outcome when it is asked again at the latest. */
  resolverUrl(which: number, outcome: string): string
  /** By `webhook-id`, oldest first. */
  readonly calls: ReadonlyMap<string, readonly WebhookCall[]>
  /** Answers to questions, by address. */
  readonly asked: ReadonlyMap<string, readonly number[]>
  stop(): Promise<void>
}

export interface WebhookCall {
  readonly headers: WebhookHeaders
  readonly body: string
  /** What it was answered, and when, Unix milliseconds. */
  readonly status: number
  readonly at: number
}

const pushTo = <T>(lists: Map<string, T[]>, key: string, item: T): void => {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  list.push(item)
}

export const startCustomer = (): Customer => {
  const calls = new Map<string, WebhookCall[]>()
  const asked = new Map<string, number[]>()
  const receive = async ({ headers }: Request, body: string): Promise<Response> => {
    const header = (name: keyof WebhookHeaders) => headers.get(name) ?? ''
    const id = header('webhook-id')
    const status = calls.has(id) ? 204 : 500
    const shown = {
      'webhook-id': id,
      'webhook-timestamp': header('webhook-timestamp'),
      'webhook-signature': header('webhook-signature'),
    }
    pushTo(calls, id, { headers: shown, body, status, at: Date.now() })
    return new Response(null, { status })
  }
  const answer = (path: string): Response => {
    const [, , which = '', outcome = ''] = path.split('/')
    const status = Number(which) % 3 === 0 && !asked.has(path) ? 500 : 200
    pushTo(asked, path, status)
    return Response.json({ outcome: decodeURIComponent(outcome) }, { status })
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) =>
      request.method === 'POST' ? receive(request, await request.text()) : answer(new URL(request.url).pathname),
  })
  const place = `127.0.0.1:${server.port}`
  return {
    place,
    hookUrl: (which) => `http://${place}/hook/${which}`,
    resolverUrl: (which, outcome) => `http://${place}/resolve/${which}/${outcome}`,
    calls,
    asked,
    stop: () => server.stop(true),
  }
}
