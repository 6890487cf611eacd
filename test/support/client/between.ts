import type { Shop } from '../shop.ts'

/** What one may do to a request of a buyer, whose body was read, and to its answer. */
export type Meddle = (
  request: Request,
  forward: () => Promise<Response>,
  body: string | null,
) => Response | Promise<Response>

/** A server between a buyer and the shop, which passes everything on until it is told otherwise. */
export interface Between {
  readonly url: string
  /** The headers of a payment, in the order in which they came. */
  readonly shown: string[]
  meddle: Meddle
}

const passOn: Meddle = (_request, forward) => forward()

export const paymentIn = ({ headers }: Request): string | null =>
  headers.get('payment-signature') ?? headers.get('authorization')

export const between = (shop: Shop): Between & { stop(): Promise<void> } => {
  const shown: string[] = []
  const told: { meddle: Meddle } = { meddle: passOn }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request): Promise<Response> => {
      const payment = paymentIn(request)
      if (payment !== null) shown.push(payment)
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.delete('host')
      // What is packed would be unpacked here, and passed on as packed.
      headers.set('accept-encoding', 'identity')
      const body = request.method === 'GET' ? null : await request.text()
      const forward = () => fetch(shop.url + pathname + search, { method: request.method, headers, body })
      return told.meddle(request, forward, body)
    },
    error: () => new Response('lost', { status: 502 }),
  })
  return Object.assign(told, { url: `http://127.0.0.1:${server.port}`, shown, stop: () => server.stop(true) })
}

/** An answer with some of its headers and its body replaced. */
export const changed = async (
  response: Response,
  change: { readonly headers?: Readonly<Record<string, string>>; readonly body?: (text: string) => string },
): Promise<Response> => {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(change.headers ?? {})) headers.set(name, value)
  headers.delete('content-length')
  const text = await response.text()
  return new Response(change.body ? change.body(text) : text, { status: response.status, headers })
}
