import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { createClaros, keyAccount, l402, x402 } from '../../client/src/main.ts'
import { sandboxWallet } from '../../src/demo/buyers.ts'
import { hasNginx, startNginx } from '../support/ops/nginx.ts'
import { startTestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

/** The proxy of `docs/installing.md`, as it stands there, before a service that is installed as that page says. */

const PAGE = readFileSync(join(resolve(import.meta.dir, '../..'), 'docs/installing.md'), 'utf8')
const BLOCK = /```nginx\n([^]*?)```/.exec(PAGE)![1]!
const NAME = /server_name (\S+);/.exec(BLOCK)![1]!
const SITE = `https://${NAME}`

const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.toReversed()) await end()
}, 60_000)

describe.skipIf(!hasNginx())('the proxy of the page on installing', () => {
  test('hands on the name of the site, and the address of a client in place of what the client says of it', async () => {
    const upstream = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ headers }) => Response.json([headers.get('host'), headers.get('x-forwarded-for')]),
    })
    ended.push(() => upstream.stop(true))
    const { send, stop } = await startNginx(BLOCK, NAME, upstream.url.origin)
    ended.push(stop)
    const response = await send(SITE, { headers: { 'x-forwarded-for': '203.0.113.7, 198.51.100.2' } })
    expect(await response.json()).toEqual([NAME, '127.0.0.1'])
  })

  test('sells over both rails under the public address, and answers who comes too often with 429', async () => {
    const stack = await startTestStack({ env: { PUBLIC_URL: SITE, TRUST_PROXY: '1' } }, [])
    ended.push(() => stack.stop())
    const { send, stop } = await startNginx(BLOCK, NAME, stack.baseUrl)
    ended.push(stop)
    for (const pair of ['btc', 'usdc'])
      await until(
        `${pair} is sold`,
        async () => (await send(`${SITE}/oracle/price/${pair}/usd/preview`)).status === 200,
      )

    const account = keyAccount(generatePrivateKey())
    await fetch(`${stack.sandboxUrl}/chain/fund`, {
      method: 'POST',
      body: JSON.stringify({ address: account.address, amount: '1000000' }),
    })
    const pay = {
      l402: l402({ payInvoice: sandboxWallet(stack.sandboxUrl), maxSats: 1_000 }),
      x402: x402({ account, maxUsd: '0.10' }),
    }
    for (const rail of ['l402', 'x402'] as const) {
      const bought = await createClaros(SITE, { pay: [pay[rail]], fetch: send }).buyAt('/oracle/price/btc/usd')
      expect(bought.paid?.rail).toBe(rail)
      expect(bought.answer['canonical']).toBeString()
    }
    const challenge = await send(`${SITE}/oracle/price/btc/usd`)
    expect(challenge.status).toBe(402)
    expect(await challenge.text()).toContain(`"${SITE}/oracle/price/btc/usd"`)

    // The service has limits of its own, and says so in JSON.
    const seen: string[] = []
    const crowd = async (): Promise<boolean> => {
      await Promise.all(
        Array.from({ length: 300 }, async () => {
          const response = await send(`${SITE}/health`)
          seen.push(`${response.status} ${response.headers.get('content-type')}`)
        }),
      )
      return seen.includes('429 text/html')
    }
    await until('the proxy refuses some', crowd)
    expect(seen.filter((each) => !/^(?:200|429) /.test(each))).toEqual([])
  }, 240_000)
})
