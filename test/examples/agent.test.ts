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

const run = async (budget: string) => {
  const child = Bun.spawn([process.execPath, AGENT, stack.baseUrl, budget], {
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
