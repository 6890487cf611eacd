import { afterAll, expect, test } from 'bun:test'
import { unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fileShop } from '../support/shop.ts'

/** The ten lines of the README, run as they stand there. */

const ROOT = join(import.meta.dir, '..', '..')
const shop = await fileShop()
await shop.publish('btc/usd')

const text = await Bun.file(join(ROOT, 'README.md')).text()
const program = /<!-- ten lines:[^>]*-->\n\n```ts\n([^]*?)```/.exec(text)?.[1] ?? ''
/** It imports what lies beside it. */
const file = join(ROOT, `readme-${process.pid}.ts`)
afterAll(() => unlinkSync(file))

test('the ten lines of the README buy and verify', async () => {
  const key = generatePrivateKey()
  await shop.money.fund(privateKeyToAccount(key).address)
  expect(program).toContain('http://localhost:8402')
  writeFileSync(file, program.replace('http://localhost:8402', shop.url))
  const child = Bun.spawn([process.execPath, file], {
    env: { PATH: process.env.PATH ?? '', CLAROS_WALLET_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [out, status] = await Promise.all([new Response(child.stdout).text(), child.exited])
  expect([status, out.startsWith('97012.34 '), out.trimEnd().endsWith('true')]).toEqual([0, true, true])
})
