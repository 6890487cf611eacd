import { afterAll, describe, expect, test } from 'bun:test'
import { lnd } from '../../../src/http/rails/lnd.ts'
import { NODE_TIME_LIMIT_MS } from '../../../src/http/rails/lightning.ts'

/** The client of an LND node against a stub that answers as told. */

const MACAROON = '0201036c6e64'
const ORDER = { sats: 10, memo: 'Claros oracle answer', expirySeconds: 300 }
const HASH = Buffer.alloc(32, 0xfb)

interface Asked {
  readonly path: string
  readonly method: string
  readonly macaroon: string | null
  readonly body: unknown
}

const asked: Asked[] = []
let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 404 })

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    asked.push({
      path: new URL(request.url).pathname,
      method: request.method,
      macaroon: request.headers.get('grpc-metadata-macaroon'),
      body: await request.json().catch(() => null),
    })
    return answer(request)
  },
})
const port = server.port!
afterAll(() => server.stop(true))

const node = lnd({ url: `http://127.0.0.1:${port}`, macaroon: MACAROON })
const ask = (given: typeof answer) => {
  answer = given
  return node.createInvoice(ORDER)
}

describe('lnd', () => {
  test('asks as LND wants it and reads what LND says', async () => {
    const invoice = {
      r_hash: HASH.toString('base64'),
      payment_request: 'lnbc100n1p',
      add_index: '7',
      payment_addr: 'AA==',
    }
    expect(await ask(() => Response.json(invoice))).toEqual({
      kind: 'invoice',
      bolt11: 'lnbc100n1p',
      paymentHash: 'fb'.repeat(32),
    })
    expect(asked.at(-1)).toEqual({
      path: '/v1/invoices',
      method: 'POST',
      macaroon: MACAROON,
      body: { value: '10', memo: 'Claros oracle answer', expiry: '300' },
    })
  })

  test('an error of the node is a refusal that names its status and nothing else', async () => {
    for (const status of [400, 401, 500, 503]) {
      const failed = await ask(() => Response.json({ message: `macaroon ${MACAROON} is bad` }, { status }))
      expect(failed).toEqual({ kind: 'lightning_failure', reason: 'refused', detail: `status ${status}` })
    }
  })

  test('an answer that is none is unreadable', async () => {
    const bodies = [
      '<html>',
      '',
      'null',
      '[]',
      '"lnbc"',
      '{}',
      JSON.stringify({ r_hash: HASH.toString('base64') }),
      JSON.stringify({ payment_request: 'lnbc1' }),
      JSON.stringify({ payment_request: 'lnbc1', r_hash: 'AAAA' }),
      JSON.stringify({ payment_request: 'lnbc1', r_hash: 5 }),
      JSON.stringify({ payment_request: 7, r_hash: HASH.toString('base64') }),
      JSON.stringify({ payment_request: 'https://x', r_hash: HASH.toString('base64') }),
    ]
    for (const body of bodies)
      expect([body, await ask(() => new Response(body))]).toEqual([
        body,
        expect.objectContaining({ reason: 'unreadable' }),
      ])
  })

  test('a redirect is not followed: the macaroon goes nowhere else', async () => {
    const before = asked.length
    const failed = await ask(() => Response.redirect(`http://127.0.0.1:${port}/elsewhere`, 307))
    expect(failed).toMatchObject({ kind: 'lightning_failure' })
    expect(asked.length).toBe(before + 1)
  })

  test('a node that hangs is given up on after three seconds', async () => {
    const started = performance.now()
    const failed = await ask(() => new Promise<Response>(() => {}))
    expect(failed).toEqual({ kind: 'lightning_failure', reason: 'timeout', detail: `${NODE_TIME_LIMIT_MS} ms` })
    expect(performance.now() - started).toBeLessThan(NODE_TIME_LIMIT_MS + 1_000)
  }, 6_000)

  test('a node that is away is unreachable', async () => {
    const away = lnd({ url: 'http://127.0.0.1:1', macaroon: MACAROON })
    expect(await away.createInvoice(ORDER)).toMatchObject({ kind: 'lightning_failure', reason: 'unreachable' })
  })
})
