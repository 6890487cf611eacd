import { afterAll, afterEach, beforeEach } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { systemClock } from '../../../src/system/clock.ts'
import { between, type Meddle } from '../client/between.ts'
import { type WalletService, walletService } from '../client/wallet-service.ts'
import { startNostrRelay } from '../nostr-relay.ts'
import { fileShop, type Shop } from '../shop.ts'
import { testFolder } from '../test-folder.ts'
import type { Door } from './clients.ts'

/** `claros mcp` with money: the real app, wallets on both rails, and somebody between them. */

const MAIN = join(import.meta.dir, '../../../src/cli/main.ts')

export type Env = Readonly<Record<string, string>>

/** A tool and an item of it; another item of the same price. */
export const TOOL = 'oracle_spot_prices'
export const ITEM = { item: 'btc/usd' }
export const OTHER = { item: 'eth/usd' }

export interface PayingWorld {
  readonly shop: Shop
  /** What is done to requests of the program, and to their answers, until the test ends. */
  meddle(what: Meddle): void
  /** The Lightning wallet. */
  readonly wallet: WalletService
  /** What stands for each wallet in the environment: files. */
  readonly wallets: { readonly l402: Env; readonly x402: Env }
  /** What no log, error or result may hold. */
  readonly secrets: readonly string[]
  /** Calls that carried a payment, as the payments that they carried. */
  readonly shown: readonly string[]
  /** How much money was asked of each wallet, and how many answers were sold. */
  spent(): Promise<{ readonly invoices: number; readonly transfers: number; readonly sales: number }>
  program(env: Env, args?: readonly string[]): { readonly command: readonly string[]; readonly env: Env }
  door(env: Env, args?: readonly string[]): Door
}

interface Call {
  readonly params?: { readonly [name: string]: Readonly<Record<string, unknown>> | undefined }
}

/** The payment in a call; `null` if it carries none. */
export const paymentOf = (body: string | null): string | null => {
  const { params } = JSON.parse(body || '{}') as Call
  const meta = params?.['_meta']
  const payment = meta?.['x402/payment'] ?? meta?.['l402/authorization']
  return payment === undefined ? null : JSON.stringify(payment)
}

/** The world of a test file; ends with it. */
export const payingWorld = async (): Promise<PayingWorld> => {
  const shop = await fileShop({ clock: systemClock })
  const road = between(shop)
  const { folder, remove } = testFolder()
  const relay = startNostrRelay()
  const wallet = await walletService(relay.url, (invoice) => shop.money.pay(invoice))
  afterAll(async () => {
    wallet.stop()
    await Promise.all([relay.stop(), road.stop()])
    remove()
  })
  const key = generatePrivateKey()
  await shop.money.fund(privateKeyToAccount(key).address)
  const [keyFile, nwcFile] = [join(folder, 'wallet.key'), join(folder, 'wallet.nwc')]
  writeFileSync(keyFile, `${key}\n`)
  writeFileSync(nwcFile, `${wallet.address}\n`)

  const shown: string[] = []
  /** Does what a test wants, after it is noted which payment is shown. */
  let wanted: Meddle = (_request, forward) => forward()
  road.meddle = (request, forward, body) => {
    const payment = paymentOf(body)
    if (payment !== null) shown.push(payment)
    return wanted(request, forward, body)
  }
  beforeEach(async () => {
    // A price is sold for half a minute.
    for (const pair of ['btc/usd', 'eth/usd']) await shop.publish(pair)
    shown.length = 0
  })
  afterEach(() => {
    wanted = (_request, forward) => forward()
    wallet.manner = 'pays'
    wallet.asked.length = 0
  })

  const program: PayingWorld['program'] = (env, args = []) => ({
    command: [process.execPath, MAIN, 'mcp', road.url, ...args],
    env: { PATH: Bun.env['PATH'] ?? '', CLAROS_MAX_USD: '0.05', CLAROS_BUDGET_USD: '1', ...env },
  })
  return {
    shop,
    meddle: (what) => void (wanted = what),
    wallet,
    wallets: { l402: { CLAROS_NWC_FILE: nwcFile }, x402: { CLAROS_WALLET_FILE: keyFile } },
    secrets: [key.slice(2), new URL(wallet.address).searchParams.get('secret')!],
    shown,
    spent: async () => ({
      invoices: new Set(wallet.asked.map(({ invoice }) => invoice)).size,
      transfers: (await shop.money.transfers()).length,
      sales: await shop.sales(),
    }),
    program,
    door: (env, args) => {
      const { command, env: all } = program(env, args)
      return { kind: 'stdio', command: command[0]!, args: command.slice(1), env: all }
    },
  }
}
