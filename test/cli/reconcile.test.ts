import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createWalletClient, http, parseAbi, publicActions } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { ledgerFolder } from '../../src/ledger/months.ts'
import { INVOICE_MEMO } from '../../src/payments/invoice-memo.ts'
import type { Posted } from '../../src/payments/posting.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { createMoney } from '../../src/sandbox/money/money.ts'
import { names } from '../../src/store/redis/names.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { closeAll, openRound, post, saleOf, SHARD } from '../support/actors/bookkeeper/book-rounds.ts'
import { testFolder } from '../support/test-folder.ts'
import { type ChainShop, startChainShop } from '../support/chain-shop.ts'
import { SELLER } from '../support/payer.ts'
import { until } from '../support/until.ts'
import { markStore } from '../support/store/own-mark.ts'

/** `claros reconcile`, as it is typed: a real chain, a node that keeps invoices, a ledger in files and in a stream. */

const TOKEN = USDC.base.asset.toLowerCase()
const SELLER_BEFORE = `0x${'5e'.repeat(20)}`

let shop: ChainShop
let node: ReturnType<typeof Bun.serve>
let folder: string
let remove: () => void
let lndRefuses = false
/** What the node keeps: the invoices of one test. */
let money: ReturnType<typeof createMoney>

beforeAll(async () => {
  shop = await startChainShop('facilitator')
  node = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const isList = request.method === 'GET' && new URL(request.url).pathname === '/lnd/v1/invoices'
      // What LND says to a macaroon that may make invoices and not read them.
      if (lndRefuses && isList)
        return Response.json({ code: 2, message: 'permission denied', details: [] }, { status: 500 })
      return (await money.handle(request)) ?? new Response(null, { status: 404 })
    },
  })
})
afterAll(async () => {
  await shop.stop()
  await node.stop(true)
})
/**
 * A moment after every block that there is, and not after any that comes, nor in the future. The chain has a clock of its
 * own: it may be behind ours, and each block is at least as old as the one before it.
 */
const nextMoment = async (): Promise<string> => {
  const seconds = Math.max((await shop.anvil.time()) + 1, Math.floor(Date.now() / 1000))
  await shop.anvil.rpc('evm_setNextBlockTimestamp', [seconds])
  await shop.anvil.mine()
  await until('our clock has come as far', () => Date.now() >= seconds * 1000)
  return new Date(seconds * 1000).toISOString()
}

/** Everything of one test comes in after this moment, by the seconds of blocks. */
let from: string
beforeEach(async () => {
  ;({ folder, remove } = testFolder())
  mkdirSync(ledgerFolder(folder))
  await shop.redis.redis.del(names.ledger(SHARD), names.ledgerMark(SHARD))
  await markStore(shop.redis.redis)
  money = createMoney({ clock: systemClock, random: systemRandom })
  from = await nextMoment()
})
afterEach(async () => {
  await closeAll()
  remove()
})

const settings = () => ({
  REDIS_URL: shop.redis.url,
  PAY_TO: SELLER as string,
  RPC_URL: shop.anvil.url,
  LIGHTNING: 'lnd',
  LIGHTNING_URL: `${node.url.origin}/lnd`,
  LIGHTNING_SECRET: '00',
})

const reconcile = async (env: Readonly<Record<string, string>> = settings(), ...args: readonly string[]) => {
  const program = join(import.meta.dir, '../../src/cli/main.ts')
  const to = new Date(Math.max(Date.now(), (await shop.anvil.time()) * 1000) + 3_000).toISOString()
  const all = ['--data', folder, '--from', from, '--to', to, ...args]
  const child = Bun.spawn([process.execPath, '--no-install', program, 'reconcile', ...all], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { out, errors, status }
}

interface Report {
  readonly equal: boolean
  readonly totals: readonly Readonly<Record<string, string>>[]
  readonly moneyWithoutSale: readonly Readonly<Record<string, string>>[]
  readonly salesWithoutMoney: readonly Readonly<Record<string, string>>[]
  readonly otherAmount: readonly unknown[]
  readonly unread: readonly string[]
}

const report = async (env = settings() as Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const { out, errors, status } = await reconcile(env, '--json', ...args)
  expect(errors).toBe('')
  return { ...(JSON.parse(out) as Report), status }
}

/** USDC comes in by an authorization. @returns the payment's name */
const pay = async (): Promise<{ readonly payment: string; readonly transaction: string }> => {
  const buyer = await shop.buyer()
  const paid = await buyer.pay()
  const transaction = await shop.submit(paid)
  const { from: payer, nonce } = paid.authorization
  return { payment: `x402:8453:${TOKEN}:${payer}:${nonce}`.toLowerCase(), transaction }
}

/** Sats come in over Lightning. */
const payInvoice = async (sats: number, memo = INVOICE_MEMO): Promise<string> => {
  const call = async (path: string, body: unknown) => {
    const headers = { 'Grpc-Metadata-macaroon': '00', 'content-type': 'application/json' }
    return (await (
      await fetch(node.url.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as {
      r_hash: string
      payment_request: string
    }
  }
  const made = await call('/lnd/v1/invoices', { value: String(sats), memo })
  await call('/lightning/pay', { invoice: made.payment_request })
  return `l402:${Buffer.from(made.r_hash, 'base64').toString('hex')}`
}

let sales = 0
const sell = (payment: string, amount: string, what: Posted = 'sold', at = Date.now()) =>
  post(shop.redis, { what, at, sale: saleOf(++sales, { payment, amount }) })

/** What waits goes into the files. */
const move = async (): Promise<void> => {
  const { move: moveAll, books } = await openRound(shop.store, ledgerFolder(folder), undefined, Date.now())
  await moveAll()
  await books.close()
}

describe('books that balance', () => {
  test('status 0 and two equal totals, whether a posting is in the files or still waits', async () => {
    await sell((await pay()).payment, '10000')
    await sell((await pay()).payment, '10000', 'settled')
    await sell(await payInvoice(10), '10')
    await move()
    await sell((await pay()).payment, '10000')
    const given = await payInvoice(500)
    await sell(given, '500')
    await sell(given, '500', 'given_back')
    await sell(given, '500')
    const found = await report()
    expect(found).toMatchObject({ equal: true, status: 0, unread: [] })
    expect(found.totals).toEqual([
      { network: 'eip155:8453', asset: TOKEN, money: '30000', sales: '30000' },
      { network: 'lightning', asset: 'sat', money: '510', sales: '510' },
    ])
    const { out } = await reconcile()
    expect(out).toContain('eip155:8453  $0.030000  $0.030000   $0.000000')
    expect(out).toContain('Equal: every payment has its sale')
  }, 120_000)

  test('invoices of somebody else on the same node are none of ours', async () => {
    await payInvoice(77, 'a coffee')
    expect(await report()).toMatchObject({ equal: true, totals: [], status: 0 })
    expect((await reconcile()).out).toContain('No money and no sale.')
  }, 120_000)
})

describe('books that do not', () => {
  test('money without a sale: a payment nobody answered, a transfer without an authorization, a token nobody used', async () => {
    const { payment, transaction } = await pay()
    const stranger = (await shop.buyer(25_000)).account
    const plain = await transfer(stranger, 25_000n)
    const unused = await payInvoice(10)
    const given = await payInvoice(20)
    await sell(given, '20')
    await sell(given, '20', 'given_back')
    const found = await report()
    expect(found).toMatchObject({ equal: false, status: 1, salesWithoutMoney: [], otherAmount: [] })
    const [first, second, ...lightning] = found.moneyWithoutSale
    expect(first).toMatchObject({ payment, where: transaction, shown: '$0.010000' })
    expect(second).toMatchObject({ payment: '', where: plain, shown: '$0.025000' })
    expect(new Set(lightning.map((each) => each.payment))).toEqual(new Set([unused, given]))
    expect(found.totals).toEqual([
      { network: 'eip155:8453', asset: TOKEN, money: '35000', sales: '0' },
      { network: 'lightning', asset: 'sat', money: '30', sales: '0' },
    ])
  }, 120_000)

  test('sales without money, on both rails; an amount that the money does not have', async () => {
    const [entry] = await sell(`x402:8453:${TOKEN}:0x${'c'.repeat(40)}:0x${'d'.repeat(64)}`, '7000000')
    await sell(`l402:${'e'.repeat(64)}`, '10')
    await move()
    const { payment } = await pay()
    await sell(payment, '9999')
    const found = await report()
    expect(found).toMatchObject({ status: 1, moneyWithoutSale: [] })
    expect(found.salesWithoutMoney.map(({ id, shown }) => [id, shown])).toEqual([
      [entry!, '$7.000000'],
      [expect.any(String), '10 sats'],
    ])
    expect(found.otherAmount).toMatchObject([{ money: { payment, amount: '10000' }, sale: { amount: '9999' } }])
    const { out } = await reconcile()
    expect(out).toContain('Sales without money: 2')
    expect(out).toContain('Another amount than the sale says: 1')
    expect(out).toContain('Not equal.')
  }, 120_000)

  test('a sale that is written down long after its money belongs to the span of the money, and to no other', async () => {
    const { payment } = await pay()
    const late = Date.now() + 5 * 86_400_000
    await sell(payment, '10000', 'settled', late)
    expect(await report()).toMatchObject({ equal: true, status: 0 })
    const then = new Date(late - 3_600_000).toISOString()
    const after = await report(settings(), '--from', then, '--to', new Date(late + 3_600_000).toISOString())
    // Its money lies further back than is looked for: it is said, not passed over.
    expect(after.salesWithoutMoney).toHaveLength(1)
  }, 120_000)

  test('money that came in just before the span belongs to a sale of its first moment', async () => {
    const { payment } = await pay()
    const start = await nextMoment()
    await sell(payment, '10000')
    expect(await report(settings(), '--from', start)).toMatchObject({ equal: true, totals: [], status: 0 })
    expect(await report()).toMatchObject({ equal: true, status: 0, totals: [{ money: '10000', sales: '10000' }] })
  }, 120_000)

  test('an address that received before the setting was changed is named beside it', async () => {
    await sell((await pay()).payment, '10000')
    const moved = { ...settings(), PAY_TO: SELLER_BEFORE }
    expect(await report(moved)).toMatchObject({ status: 1, salesWithoutMoney: [{ shown: '$0.010000' }] })
    expect(await report(moved, '--pay-to', SELLER)).toMatchObject({ status: 0, equal: true })
  }, 120_000)
})

describe('what cannot be read is said, and the rest goes on: status 2', () => {
  test('a credential that may not list invoices', async () => {
    await sell((await pay()).payment, '10000')
    await sell(await payInvoice(10), '10')
    lndRefuses = true
    const { out, status } = await reconcile().finally(() => (lndRefuses = false))
    expect(status).toBe(2)
    expect(out).toContain('LIGHTNING_SECRET may not list invoices')
    // Sales whose money nobody could be asked for are not called sales without money.
    expect(out).not.toContain('Sales without money')
    expect(out).toContain('$0.010000')
  }, 120_000)

  test('a node that is away, a Redis that is not there, a rail without settings', async () => {
    await sell((await pay()).payment, '10000')
    await move()
    const away = { ...settings(), RPC_URL: shop.facilitator.url }
    expect((await report(away)).unread).toEqual([expect.stringContaining('the chain: the RPC node does not answer')])
    const { REDIS_URL: _, ...alone } = settings()
    expect((await report(alone)).unread).toEqual([expect.stringContaining('postings that wait: there is no Redis in')])
    const { PAY_TO: __, ...lightningOnly } = settings()
    const found = await report(lightningOnly)
    expect(found.unread).toEqual([expect.stringContaining('money on eip155:8453: there are sales')])
    expect(found.status).toBe(2)
    const { out } = await reconcile(lightningOnly)
    expect(out).toContain('Nothing was compared.')
    expect(out).not.toContain('no sale.')
  }, 120_000)

  test('a span that is none, an address that is none', async () => {
    const program = join(import.meta.dir, '../../src/cli/main.ts')
    for (const [args, sentence] of [
      [['--from', 'yesterday'], '--from yesterday is not a time'],
      [['--from', '2026-03', '--pay-to', '0x12'], '--pay-to 0x12 is not an address'],
      [[], 'Exit status: 0 equal'],
    ] as const) {
      const child = Bun.spawn([process.execPath, '--no-install', program, 'reconcile', ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [errors, status] = await Promise.all([child.stderr.text(), child.exited])
      expect([status, errors]).toEqual([2, expect.stringContaining(sentence)])
    }
  })
})

/** USDC that somebody sends by hand. */
const transfer = async (account: PrivateKeyAccount, value: bigint): Promise<string> => {
  await shop.anvil.fundEth(account.address, 1)
  const wallet = createWalletClient({ account, transport: http(shop.anvil.url) }).extend(publicActions)
  const hash = await wallet.writeContract({
    chain: null,
    address: USDC.base.asset,
    abi: parseAbi(['function transfer(address to, uint256 value) returns (bool)']),
    functionName: 'transfer',
    args: [SELLER, value],
  })
  await wallet.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  return hash
}
