import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { PAYER, PAYER_KEY } from '../support/payer.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

/** The example of an agent, as a user runs it, against the whole product with play money. */

const AGENT = join(import.meta.dir, '../../examples/agent.ts')

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack()
  const funded = await fetch(`${stack.sandboxUrl}/chain/fund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: PAYER.address, amount: '1000000' }),
  })
  expect(funded.status).toBe(200)
  // An index needs longer than a price.
  for (const path of ['/oracle/volatility/btc/usd', '/oracle/stress/market'])
    await until(`${path} is for sale`, async () => (await fetch(`${stack.baseUrl}${path}/preview`)).ok)
})
afterAll(() => stack.stop())

const run = async (budget: string, url = stack.baseUrl) => {
  const child = Bun.spawn([process.execPath, AGENT, url, budget], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...Bun.env, CLAROS_WALLET_KEY: PAYER_KEY },
  })
  const [said, complained] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { said, complained, status: await child.exited }
}

const balance = async (): Promise<bigint> => {
  const response = await fetch(`${stack.sandboxUrl}/chain/balance/${PAYER.address}`)
  return BigInt(((await response.json()) as { readonly balance: string }).balance)
}

test('buys the cheapest answer within its budget, verifies it and says what it paid', async () => {
  const before = await balance()
  const { said, complained, status } = await run('0.10')
  if (Bun.env['SHOW_TRANSCRIPT']) process.stdout.write(said)
  expect([status, complained]).toEqual([0, ''])
  expect(said).toContain('The cheapest that is for sale: /oracle/stress/market, by the tool oracle_market_indices.')
  expect(said).toContain('Paid $0.050000')
  expect(said).toMatch(/in transaction 0x[0-9a-f]{64}\./)
  expect(said).toMatch(/Yes: (\d+) of \1 checks passed\./)
  expect(said).toContain('v1|')
  expect(before - (await balance())).toBe(50_000n)
})

test('buys nothing that costs more than its budget', async () => {
  const before = await balance()
  const { said, complained, status } = await run('0.04')
  expect(status).toBe(1)
  expect(complained).toContain('nothing that answers it can be bought now for $0.04 or less')
  expect(said).not.toContain('Paid')
  expect(await balance()).toBe(before)
})

/** The service, behind somebody who writes other offers before its own. */
const offering = (others: (own: Readonly<Record<string, unknown>>) => readonly Readonly<Record<string, unknown>>[]) =>
  Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      for (const name of ['host', 'accept-encoding']) headers.delete(name)
      const body = request.method === 'GET' ? null : await request.text()
      const response = await fetch(stack.baseUrl + pathname + search, { method: request.method, headers, body })
      const text = await response.text()
      // One message, alone or as an event.
      const said = text.replace(
        /^(data: )?(\{.*"accepts":.*\})$/m,
        (_line, before: string | undefined, data: string) => {
          const message = JSON.parse(data) as {
            readonly result: { structuredContent: { accepts: Readonly<Record<string, unknown>>[] } }
          }
          const { structuredContent } = message.result
          structuredContent.accepts = [...others(structuredContent.accepts[0]!), ...structuredContent.accepts.slice(1)]
          return `${before ?? ''}${JSON.stringify(message)}`
        },
      )
      const kept = new Headers(response.headers)
      for (const name of ['content-length', 'content-encoding']) kept.delete(name)
      return new Response(said, { status: response.status, headers: kept })
    },
  })

test('compares with its budget what its wallet would sign, whatever stands before it', async () => {
  const before = await balance()
  for (const others of [
    (own: Readonly<Record<string, unknown>>) => [
      { ...own, amount: '1', network: 'eip155:1' },
      { ...own, amount: '900000' },
    ],
    (own: Readonly<Record<string, unknown>>) => [
      { ...own, amount: '1', asset: `0x${'ab'.repeat(20)}` },
      { ...own, amount: '900000' },
    ],
    (own: Readonly<Record<string, unknown>>) => [{ ...own, amount: '1', asset: `0x${'ab'.repeat(20)}` }],
  ]) {
    const liar = offering(others)
    const { complained, said, status } = await run('0.10', `http://127.0.0.1:${liar.port}`)
    await liar.stop(true)
    expect([status, said.includes('Paid')]).toEqual([1, false])
    expect(complained).toMatch(/over my budget|there is no offer in USDC on Base/)
  }
  expect(await balance()).toBe(before)
})
