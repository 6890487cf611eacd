import { afterEach, describe, expect, test } from 'bun:test'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { type Called, type McpClient, openMcp, type Version, VERSIONS } from '../support/mcp/clients.ts'
import { type Env, ITEM, OTHER, payingWorld, TOOL } from '../support/mcp/paying.ts'
import { authorize, PAYER, payloadV2, signTransfer } from '../support/payer.ts'

/** `claros mcp` with a wallet: what it buys, what it says of it, and the limits that it keeps. */

const world = await payingWorld()
const { shop, wallet, wallets } = world
const RAILS = ['l402', 'x402'] as const
type Rail = (typeof RAILS)[number]

const open: McpClient[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})
const client = async (env: Env, version: Version = '2026-07-28', args: readonly string[] = []): Promise<McpClient> => {
  const opened = await openMcp(version, world.door(env, args))
  open.push(opened)
  return opened
}

const read = (text: string) => JSON.parse(text) as Record<string, Json>
const failureOf = ({ isError, text }: Called) => (isError ? read(text) : null)

/** What one did, in money. */
const costOf = async (act: () => Promise<unknown>) => {
  const before = await world.spent()
  await act()
  const after = await world.spent()
  return {
    invoices: after.invoices - before.invoices,
    transfers: after.transfers - before.transfers,
    sales: after.sales - before.sales,
  }
}
const NOTHING = { invoices: 0, transfers: 0, sales: 0 }
const one = (rail: Rail) => ({ invoices: rail === 'l402' ? 1 : 0, transfers: rail === 'x402' ? 1 : 0, sales: 1 })

const cases = VERSIONS.flatMap((version) => RAILS.map((rail) => [version, rail] as const))

describe.each(cases)('a client of %s with a wallet for %s', (version, rail) => {
  test('gets the signed answer for a call without a payment, and is told what it cost', async () => {
    const buyer = await client(wallets[rail], version)
    let bought: Called | null = null
    expect(await costOf(async () => void (bought = await buyer.call(TOOL, ITEM)))).toEqual(one(rail))
    const { isError, text, texts, structured, meta } = bought!
    expect([isError, structured]).toEqual([false, read(text)])
    expect(verifyAnswer(read(text), { layouts: LAYOUTS, publicKey: shop.keys[rail].publicKey }).ok).toBe(true)
    const told = rail === 'l402' ? { rail, sats: '10' } : { rail, usd: '0.01', network: 'eip155:8453' }
    expect(meta['claros/paid']).toMatchObject({ ...told, budget_left_usd: '0.99' })
    expect(meta['claros/paid']).toHaveProperty('receipt', meta['claros/receipt'])
    expect(texts).toHaveLength(2)
    expect(texts[1]).toStartWith(
      rail === 'l402' ? 'paid 10 sats over Lightning. ' : 'paid $0.01 in USDC on eip155:8453',
    )
    expect(texts[1]).toMatch(/\$0\.99 of the budget of \$1\.00 is left\. Whole and signed: \d+ checks\.$/)
    if (rail === 'x402') expect(meta['x402/payment-response']).toMatchObject({ success: true })
  })

  test('is told the price of what costs more than a call may, and pays nothing', async () => {
    const buyer = await client({ ...wallets[rail], CLAROS_MAX_USD: '0.009' }, version)
    let refused: Called | null = null
    expect(await costOf(async () => void (refused = await buyer.call(TOOL, ITEM)))).toEqual(NOTHING)
    const [asked, limit] = rail === 'l402' ? ['10 sats', '9 sats'] : ['$0.01', '$0.009']
    expect(failureOf(refused!)).toMatchObject({ error: 'too_dear', asked: asked!, limit: limit! })
    expect(failureOf(refused!)!['message']).toBe(
      `the answer costs ${asked}, and the limit is ${limit}. Nothing was paid.`,
    )
    expect(refused!.structured).toBeUndefined()
  })

  test('is told the price of what the budget of the run does not hold, and pays nothing', async () => {
    const buyer = await client({ ...wallets[rail], CLAROS_BUDGET_USD: '0.015' }, version)
    expect((await buyer.call(TOOL, ITEM)).isError).toBe(false)
    let refused: Called | null = null
    expect(await costOf(async () => void (refused = await buyer.call(TOOL, OTHER)))).toEqual(NOTHING)
    const asked = rail === 'l402' ? '10 sats' : '$0.01'
    expect(failureOf(refused!)).toMatchObject({ error: 'over_budget', asked, left: '$0.005', budget: '$0.015' })
  })

  test('buys what is asked for at once as far as the budget goes', async () => {
    const buyer = await client({ ...wallets[rail], CLAROS_BUDGET_USD: '0.01' }, version)
    let ends: readonly Called[] = []
    const cost = await costOf(async () => {
      ends = await Promise.all([buyer.call(TOOL, ITEM), buyer.call(TOOL, OTHER)])
    })
    expect(cost).toEqual(one(rail))
    expect(ends.flatMap((each) => failureOf(each)?.['error'] ?? []).toSorted()).toEqual(['over_budget'])
  })

  test('pays nothing for what is free, and hands it on as it came', async () => {
    const [buyer, direct] = [
      await client(wallets[rail], version),
      await openMcp(version, { kind: 'http', url: `${shop.url}/mcp` }),
    ]
    open.push(direct)
    expect(JSON.stringify(await buyer.list())).toBe(JSON.stringify(await direct.list()))
    let listed: Called | null = null
    expect(await costOf(async () => void (listed = await buyer.call('claros_list', { tool: TOOL })))).toEqual(NOTHING)
    expect(listed!).toEqual(await direct.call('claros_list', { tool: TOOL }))
    const broken = await buyer.call(TOOL, { item: 'btc/gbp' })
    expect(failureOf(broken)).toMatchObject({ error: 'invalid_request' })
  })
})

describe('the program', () => {
  test('leaves a call to the host that pays for it', async () => {
    const buyer = await client({ ...wallets.l402, ...wallets.x402 })
    const authorization = authorize(shop.clock.now())
    await shop.money.fund(PAYER.address)
    const payment = payloadV2(authorization, await signTransfer(authorization))
    const bought = await buyer.call(TOOL, ITEM, { 'x402/payment': payment })
    expect([bought.isError, bought.texts.length]).toEqual([false, 1])
    expect(bought.meta).not.toHaveProperty('claros/paid')
    // A payment of the host's that is refused is no reason to make another one.
    const refused = await buyer.call(TOOL, OTHER, { 'x402/payment': payment })
    expect([refused.isError, refused.structured?.['error']]).toEqual([true, 'payment_already_used'])
    expect(wallet.asked).toEqual([])
  })

  test('pays over Lightning first, and in dollars where that is too dear', async () => {
    const both = { ...wallets.l402, ...wallets.x402 }
    expect((await (await client(both)).call(TOOL, ITEM)).meta['claros/paid']).toMatchObject({ rail: 'l402' })
    const dear = { ...both, CLAROS_MAX_USD: '0.01', CLAROS_SATS_PER_USD: '999' }
    expect((await (await client(dear)).call(TOOL, ITEM)).meta['claros/paid']).toMatchObject({ rail: 'x402' })
  })

  test('counts Lightning in dollars at the measure that it is given, rounded up', async () => {
    const env = { ...wallets.l402, CLAROS_SATS_PER_USD: '3000', CLAROS_BUDGET_USD: '0.006667' }
    const { meta } = await (await client(env)).call(TOOL, ITEM)
    // 10 sats are $0.003333…
    expect(meta['claros/paid']).toMatchObject({ budget_left_usd: '0.003333' })
  })

  test('takes limits as options, before settings', async () => {
    const env = { ...wallets.x402, CLAROS_MAX_USD: '0.001', CLAROS_BUDGET_USD: '0.001' }
    const buyer = await client(env, '2025-11-25', ['--max-usd', '0.01', '--budget-usd', '0.02'])
    expect((await buyer.call(TOOL, ITEM)).meta['claros/paid']).toMatchObject({ budget_left_usd: '0.01' })
  })

  test('pays for a body, and keeps the limit for that, too', async () => {
    await shop.oracle.beat()
    const buyer = await client({ ...wallets.x402, CLAROS_MAX_USD: '7', CLAROS_BUDGET_USD: '8' })
    const listed = await buyer.call('claros_list', { tool: 'oracle_dlc' })
    const items = listed.structured?.['items'] as readonly {
      readonly item: string
      readonly body?: { readonly example: Json }
    }[]
    const body = items.find(({ item }) => item === 'post threshold')!.body!.example
    const made = await buyer.call('oracle_dlc', { item: 'post threshold', body })
    expect([made.isError, made.meta['claros/paid']]).toMatchObject([false, { usd: '7', budget_left_usd: '1.00' }])
    expect(failureOf(await buyer.call('oracle_dlc', { item: 'post threshold', body }))).toMatchObject({
      error: 'over_budget',
    })
  })
})

const WALLET = { CLAROS_WALLET_KEY: 'ab'.repeat(32) }
const LIMITS = { CLAROS_MAX_USD: '0.05', CLAROS_BUDGET_USD: '1' }
const NWC = { CLAROS_NWC: `nostr+walletconnect://${'ab'.repeat(32)}?relay=ws://127.0.0.1:9&secret=${'ab'.repeat(32)}` }

describe('it does not start', () => {
  test.each([
    ['without limits', WALLET, [], 'CLAROS_WALLET_KEY is set, so CLAROS_MAX_USD must say'],
    ['without a budget', { ...NWC, CLAROS_MAX_USD: '1' }, [], 'CLAROS_BUDGET_USD the most for this run, in dollars.'],
    ['without a limit for a call', { ...wallets.l402, CLAROS_BUDGET_USD: '1' }, [], 'CLAROS_NWC_FILE is set, so'],
    ['with limits and no wallet', { CLAROS_MAX_USD: '1' }, [], 'a limit is set and no wallet'],
    ['with a limit that is none', { ...WALLET, ...LIMITS, CLAROS_MAX_USD: '$1' }, [], 'CLAROS_MAX_USD is dollars'],
    [
      'with a budget that is none',
      { ...WALLET, ...LIMITS, CLAROS_BUDGET_USD: '-1' },
      [],
      'CLAROS_BUDGET_USD is dollars',
    ],
    ['with a limit below a satoshi', { ...NWC, ...LIMITS, CLAROS_MAX_USD: '0.0009' }, [], 'less than one satoshi'],
    ['with a measure that is none', { ...NWC, ...LIMITS, CLAROS_SATS_PER_USD: '1e3' }, [], 'CLAROS_SATS_PER_USD is'],
    ['with a key that is none', { ...LIMITS, CLAROS_WALLET_KEY: 'ab'.repeat(31) }, [], 'a wallet key is 64 hex digits'],
    ['with a file that is away', { ...LIMITS, CLAROS_WALLET_FILE: '/no/such' }, [], 'CLAROS_WALLET_FILE names a file'],
    ['with a wallet that is none', { ...LIMITS, CLAROS_NWC: 'ab'.repeat(32) }, [], 'nostr+walletconnect://KEY'],
    ['on a chain that is none', { ...WALLET, ...LIMITS, CLAROS_NETWORK: 'mars' }, [], 'CLAROS_NETWORK is base or'],
    [
      'with a public key that is none',
      { ...WALLET, ...LIMITS },
      ['--key', 'mine'],
      '--key is a public key in hex: 64 digits for x402, 66 for Lightning.',
    ],
  ] as const)('%s, and says why in one line', async (_what, env, args, why) => {
    const { command, env: all } = world.program({ CLAROS_MAX_USD: '', CLAROS_BUDGET_USD: '', ...env }, args)
    const child = Bun.spawn([...command], { env: all, stdin: null, stdout: 'pipe', stderr: 'pipe' })
    const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    expect([await child.exited, out, errors]).toEqual([2, '', expect.stringContaining(why)])
    expect(errors).toMatch(/^claros: [^\n]*\n$/)
    expect(errors).not.toContain('abab')
  })
})
