import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import type { Json } from '../src/canonical/jcs.ts'
import { readKeyChains } from '../src/canonical/key-signature.ts'
import { withKeys } from '../src/canonical/key-validity.ts'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { buyerL402, buyerV2, sandboxWallet } from '../src/demo/buyers.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { until } from '../test/support/until.ts'

/** The keys of both rails are rotated while several servers sell what several workers sign. */

type Body = Readonly<Record<string, Json>>

const MAIN = resolve(import.meta.dir, '../src/cli/main.ts')
const BUYER = `0x${'5c'.repeat(32)}` as const
const PURPOSES = ['answers-ed25519', 'answers-secp256k1'] as const

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack({ workers: 2, servers: 2 })
  const body = JSON.stringify({ address: privateKeyToAccount(BUYER).address, amount: '100000000' })
  expect((await fetch(`${stack.sandboxUrl}/chain/fund`, { method: 'POST', body })).status).toBe(200)
  await until('both rails are open', async () => {
    const { rails } = (await (await fetch(`${stack.baseUrl}/health`)).json()) as { readonly rails: { open: boolean }[] }
    return rails.every(({ open }) => open)
  })
}, 180_000)
afterAll(() => stack.stop(), 120_000)

const claros = async (...args: readonly string[]): Promise<string> => {
  const child = Bun.spawn([process.execPath, MAIN, ...args], { stdout: 'pipe', stderr: 'pipe' })
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, errors]).toEqual([0, ''])
  return out
}

const keys = async (): Promise<Body> =>
  (await (await fetch(`${stack.baseUrl}/.well-known/claros-keys.json`)).json()) as Body

test('no sale is refused, and every answer verifies, with the old key or the new one', async () => {
  const folder = join(stack.folder, 'keys')
  const url = `${stack.baseUrl}/oracle/price/btc/usd`
  const buyers = [buyerL402(sandboxWallet(stack.sandboxUrl)), buyerV2(BUYER)]
  const bought: Body[] = []
  const refused: unknown[] = []
  const buy = () =>
    Promise.all(
      buyers.map(async (buyer) => {
        const response = await buyer(url)
        if (response.status === 200) bought.push((await response.json()) as Body)
        else refused.push([response.status, await response.text()])
      }),
    )
  await buy()
  const before = bought.map(({ pubkey }) => pubkey)
  const rotated = (async () => {
    for (const purpose of PURPOSES) {
      await claros('keys', 'prepare', purpose, folder, '--redis', stack.redisUrl)
      await claros('keys', 'rotate', purpose, folder, '--redis', stack.redisUrl, '--in', '2', '--overlap', '600')
    }
  })()
  const seen = () => new Set(bought.map(({ pubkey }) => pubkey)).size
  while (seen() < 2 * PURPOSES.length && refused.length === 0) await buy()
  await rotated
  await buy()
  expect(refused).toEqual([])

  const documents = await keys()
  expect(
    readKeyChains(documents)
      .chains.map(({ documents: chain }) => chain.length)
      .slice(0, 2),
  ).toEqual([4, 4])
  for (const body of bought) {
    const pinned = before[body['signingScheme'] === 'ed25519' ? 1 : 0]
    const found = withKeys(verifyAnswer(body, { layouts: LAYOUTS }), body, readKeyChains(documents), LAYOUTS, [
      String(pinned),
    ])
    expect(found.checks.filter(({ ok }) => !ok)).toEqual([])
  }
  const health = (await (await fetch(`${stack.baseUrl}/health`)).json()) as Body
  expect(health['missing_keys']).toEqual([])

  // By the command line, over the service itself, from the key that a buyer has pinned long ago.
  const answer = join(stack.folder, 'answer.json')
  await Bun.write(answer, JSON.stringify(bought.at(-1)))
  const scheme = bought.at(-1)!['signingScheme'] === 'ed25519' ? 1 : 0
  const address = `${stack.baseUrl}/.well-known/claros-keys.json`
  const said = await claros('verify', answer, '--keys', address, '--key', String(before[scheme]))
  expect(said).toContain('ok   its chain holds the expected key')
  expect(said).toContain('The answer is whole and signed.')
  expect(await claros('keys', 'show', folder)).toContain(`answers-ed25519 ${String(before[1])} from `)
}, 180_000)
