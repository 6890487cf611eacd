import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { keyAccount } from '../../client/src/key-account.ts'
import { faultsIn, installPackage, runIn } from '../support/client/installed-package.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'
import { testFolder } from '../support/test-folder.ts'

/** The package as a stranger gets it: packed, installed in an empty folder, run by Node and read by the compiler. */

const ROOT = join(import.meta.dir, '..', '..')
const { folder, remove } = testFolder()
afterAll(remove)

let empty = ''
let stack: TestStack
beforeAll(async () => {
  empty = await installPackage(folder)
  stack = await startTestStack()
}, 400_000)
afterAll(() => stack?.stop())

const PROGRAM = `
import { createClaros, keyAccount, l402, NotWhole, TooDear, x402 } from 'claros-client'

const [base, sandbox, key] = process.argv.slice(2)
const payInvoice = async (invoice) => {
  const paid = await fetch(sandbox + '/lightning/pay', { method: 'POST', body: JSON.stringify({ invoice }) })
  return (await paid.json()).preimage
}
const ways = {
  l402: l402({ payInvoice, maxSats: 10 }),
  x402: x402({ account: keyAccount(key), maxUsd: '0.01' }),
  dear: x402({ account: keyAccount(key), maxUsd: '0.009' }),
}
const found = {}
for (const way of ['l402', 'x402']) {
  const claros = createClaros(base, { pay: [ways[way]] })
  const { answer, paid, verification } = await claros.buy('/oracle/price/btc/usd')
  const changed = await claros.verify({ ...answer, price: '1.00' })
  found[way] = { domain: answer.domain, scheme: answer.signingScheme, rail: paid.rail, ok: verification.ok, changed: changed.ok }
}
const claros = createClaros(base, { pay: [ways.dear] })
found.dear = await claros.buy('/oracle/price/btc/usd').then(() => null, (problem) => problem instanceof TooDear)
found.preview = (await claros.preview('/oracle/price/btc/usd')).signed
console.log(JSON.stringify({ node: process.versions.node, ...found }))
`

describe('the package', () => {
  test('has the two dependencies of the repository, and holds nothing but what was built', async () => {
    const own = (await Bun.file(join(ROOT, 'package.json')).json()) as { dependencies: Record<string, string> }
    const { dependencies } = (await Bun.file(join(ROOT, 'client', 'package.json')).json()) as typeof own
    const [curves, hashes] = ['@noble/curves', '@noble/hashes'].map((name) => own.dependencies[name]!)
    expect(dependencies).toEqual({ '@noble/curves': curves!, '@noble/hashes': hashes! })
    const installed = [...new Bun.Glob('**/*').scanSync(join(empty, 'node_modules', 'claros-client'))]
    expect(installed).toContain('dist/licences/@sinclair+typebox.txt')
    expect(installed).toContain('dist/LICENSE')
    expect(installed.filter((path) => !/^(?:package\.json$|dist\/)/.test(path))).toEqual(['README.md'])
  })

  test('buys on Node over both rails, verifies, and keeps its limit', async () => {
    const key = generatePrivateKey()
    const funds = { address: keyAccount(key).address, amount: '1000000' }
    await fetch(`${stack.sandboxUrl}/chain/fund`, { method: 'POST', body: JSON.stringify(funds) })
    writeFileSync(join(empty, 'buy.js'), PROGRAM)
    const said = JSON.parse(runIn(['node', 'buy.js', stack.baseUrl, stack.sandboxUrl, key], empty)) as { node: string }
    expect(said).toEqual({
      node: said.node,
      l402: { domain: 'BTCUSD', scheme: 'secp256k1_ecdsa', rail: 'l402', ok: true, changed: false },
      x402: { domain: 'BTCUSD', scheme: 'ed25519', rail: 'x402', ok: true, changed: false },
      dear: true,
      preview: false,
    } as typeof said)
  })

  test('is typed by path', () => {
    const head = `import { createClaros } from 'claros-client'\nconst claros = createClaros('https://oracle.example')\n`
    const faults = (line: string) => faultsIn(`${head}${line}\n`, empty)
    expect(faults(`export const price: string = (await claros.buy('/oracle/price/btc/usd')).answer.price`)).toEqual([])
    const wrong = [
      `await claros.buy('/oracle/price/btc/brl')`,
      `(await claros.buy('/oracle/price/btc/usd')).answer.bid`,
      `await claros.buy('/oracle/weather/{lat}/{lon}/rainfall/{window}')`,
      `await claros.buy('/oracle/price/btc/usd', { query: { min_confidense: '0.9' } })`,
    ]
    expect(faults(wrong.join('\n'))).toHaveLength(wrong.length)
  })
})
