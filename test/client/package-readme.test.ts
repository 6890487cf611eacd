import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { systemClock } from '../../src/system/clock.ts'
import { faultsIn, installPackage } from '../support/client/installed-package.ts'
import { type WalletService, walletService } from '../support/client/wallet-service.ts'
import { openMcp, VERSIONS } from '../support/mcp/clients.ts'
import { startNostrRelay } from '../support/nostr-relay.ts'
import { fileShop } from '../support/shop.ts'
import { testFolder } from '../support/test-folder.ts'

/** What the README of the package tells, as it stands there, by whoever installed it. */

const { folder, remove } = testFolder()
afterAll(remove)

const shop = await fileShop({ clock: systemClock })
const KEY = generatePrivateKey()
await shop.money.fund(privateKeyToAccount(KEY).address)
const relay = startNostrRelay()
let wallet: WalletService
let installed = ''
beforeAll(async () => {
  wallet = await walletService(relay.url, (invoice) => shop.money.pay(invoice))
  installed = await installPackage(folder)
}, 400_000)
afterAll(async () => {
  wallet.stop()
  await relay.stop()
})
beforeEach(async () => void (await shop.publish('btc/usd')))

const text = await Bun.file(join(import.meta.dir, '..', '..', 'client', 'README.md')).text()
const blocks = [...text.matchAll(/^## (.*)$|^```(js|ts)\n([^]*?)^```$/gm)]
/** Each program under the heading that it stands below. */
const programs = (kind: string): readonly (readonly [title: string, program: string])[] => {
  let title = ''
  return blocks.flatMap(([, heading, language, program = '']) => {
    title = heading ?? title
    return language === kind ? [[title, program] as const] : []
  })
}

const PATH = { PATH: process.env.PATH ?? '' }

/** @returns what it prints */
const run = async (program: string): Promise<string> => {
  writeFileSync(join(installed, 'program.js'), program.replaceAll('https://oracle.example', shop.url))
  const child = Bun.spawn(['node', '--experimental-websocket', '--no-warnings', 'program.js'], {
    cwd: installed,
    env: { ...PATH, CLAROS_WALLET_KEY: KEY, CLAROS_NWC: wallet.address },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, errors]).toEqual([0, ''])
  return out.trim()
}

/** What each program says, and how many answers it buys. */
const SAYS: Readonly<Record<string, readonly [said: string, sales: number]>> = {
  'Buy in USDC': ['97012.34 0.01 true', 1],
  'Buy over Lightning': ['97012.34 10 true', 1],
  Limits: ['costs $0.01, limit $0.001', 0],
  Verify: ['true false', 0],
  Resume: ['true', 1],
}

describe('the README of the package', () => {
  test('has the programs that are known here', () => {
    expect(programs('js').map(([title]) => title)).toEqual(Object.keys(SAYS))
    expect(programs('ts')).toHaveLength(1)
  })

  test.each(programs('js'))('%s', async (title, program) => {
    const before = await shop.sales()
    const [said, sales] = SAYS[title]!
    expect([await run(program), (await shop.sales()) - before]).toEqual([said, sales])
  })

  test.each(programs('ts'))('%s', (_title, program) => {
    expect(faultsIn(program, installed)).toEqual([])
    const wrong = program.replace('price/btc/usd', 'price/btc/xyz').replace("lat: '51.5', ", '')
    expect(faultsIn(wrong, installed).length).toBeGreaterThan(1)
  })

  test('names every error that the package throws', async () => {
    const main = await Bun.file(join(import.meta.dir, '..', '..', 'client', 'src', 'main.ts')).text()
    const errors = /\{ (.*) \} from '\.\/errors\.ts'/.exec(main)![1]!.split(', ')
    expect(errors.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })
})

const RAILS = ['l402', 'x402'] as const
const cases = VERSIONS.flatMap((version) => RAILS.map((rail) => [version, rail] as const))

describe('the program of the package, on Node', () => {
  const command = () => join(installed, 'node_modules', '.bin', 'claros-client')
  let close: (() => Promise<void>) | null = null
  afterEach(async () => {
    await close?.()
    close = null
  })

  test.each(cases)('buys for a client of %s over %s', async (version, rail) => {
    const file = join(folder, rail)
    writeFileSync(file, rail === 'l402' ? wallet.address : KEY)
    const env = {
      ...PATH,
      [rail === 'l402' ? 'CLAROS_NWC_FILE' : 'CLAROS_WALLET_FILE']: file,
      CLAROS_MAX_USD: '0.01',
      CLAROS_BUDGET_USD: '0.01',
    }
    const client = await openMcp(version, { kind: 'stdio', command: command(), args: ['mcp', shop.url], env })
    close = () => client.close()
    const bought = await client.call('oracle_spot_prices', { item: 'btc/usd' })
    expect([bought.isError, bought.meta['claros/paid']]).toMatchObject([false, { rail, budget_left_usd: '0.00' }])
    expect(JSON.parse(bought.text)).toMatchObject({ price: '97012.34' })
    expect((await client.call('oracle_spot_prices', { item: 'btc/usd' })).text).toContain('over_budget')
  })

  test.each([
    [[], 0, 'out'],
    [['--help'], 0, 'out'],
    [['sell'], 2, 'errors'],
  ] as const)('says with %j what it does', async (args, status, where) => {
    const child = Bun.spawn([command(), ...args], { env: PATH, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    const said = { out, errors }
    expect([await child.exited, said[where], said[where === 'out' ? 'errors' : 'out']]).toEqual([
      status,
      expect.stringContaining('claros-client mcp URL'),
      '',
    ])
  })
})
