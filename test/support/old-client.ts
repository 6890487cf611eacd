import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '../../src/canonical/jcs.ts'

/** `x402-fetch` 1.2.0, the client before `@x402/fetch`, unmodified and in a process of its own. */

const BUYER = `
import { wrapFetchWithPayment, decodeXPaymentResponse } from 'x402-fetch'
import { privateKeyToAccount } from 'viem/accounts'
const [url, key] = process.argv.slice(2)
const response = await wrapFetchWithPayment(fetch, privateKeyToAccount(key))(url)
const settled = decodeXPaymentResponse(response.headers.get('x-payment-response'))
console.log(JSON.stringify({ status: response.status, settled, body: await response.json() }))
`

/** In a folder of its own (some 440 packages, too many for our lock file); why not, when it cannot be had. */
export const installOldClient = async (): Promise<{ readonly folder: string } | { readonly why: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'claros-x402-fetch-'))
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  writeFileSync(join(folder, 'buy.js'), BUYER)
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--loglevel=error']
  try {
    const child = Bun.spawn(['npm', 'install', 'x402-fetch@1.2.0', ...flags], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 120_000,
    })
    const said = await new Response(child.stderr).text()
    if ((await child.exited) === 0) return { folder }
    throw new Error(said.trim().split('\n').at(-1) || 'it took longer than two minutes')
  } catch (problem) {
    rmSync(folder, { recursive: true, force: true })
    return { why: (problem as Error).message }
  }
}

export interface OldPurchase {
  readonly status: number
  /** What the client read in `X-PAYMENT-RESPONSE`. */
  readonly settled: object
  readonly body: Record<string, Json>
}

export const buyWith = async (folder: string, url: string, key: string): Promise<OldPurchase> => {
  const child = Bun.spawn(['node', 'buy.js', url, key], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  })
  const said = await new Response(child.stdout).text()
  const code = await child.exited
  if (code !== 0) throw new Error(`the client ended with ${code}`)
  return JSON.parse(said) as OldPurchase
}
