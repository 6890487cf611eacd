import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { answerSettlement } from '../../../src/actors/settler/serve.ts'
import type { Swept } from '../../../src/actors/settler/sweep.ts'
import { watcher } from '../../../src/actors/settler/watch.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { Transfer } from '../../../src/payments/transfer.ts'
import { USDC, type Usdc } from '../../../src/payments/usdc.ts'
import { gasAccount, PAY_TO } from '../../support/chain/chain-payer.ts'
import { changed, openSettlingSetup, type SettlingSetup } from '../../support/actors/settler/settling.ts'

/** The settings were changed, and claims from before are still open: another recipient, another network. */

const LATER = Date.now() + 1e9
const MINUTE = 60_000

let setup: SettlingSetup
beforeEach(async () => {
  setup = await openSettlingSetup()
})
afterEach(() => setup.stop())

type Sweep = (now: number) => Promise<Swept>
const MODES: readonly (readonly [string, (chain: Chain) => Sweep])[] = [
  ['settles', (chain) => setup.settler({ chain }).sweep],
  ['watches', (chain) => watcher(chain, setup.book, setup.log)],
]

/** A claim of another chain or token. */
const elsewhere = (transfer: Transfer, { chainId, asset }: Pick<Usdc, 'chainId' | 'asset'>): string => {
  const { from, nonce } = transfer.authorization
  const payment = `x402:${chainId}:${asset}:${from}:${nonce}`.toLowerCase()
  setup.book.place(payment, transfer)
  return payment
}
const warnings = () => setup.log.lines.filter(({ event }) => event === 'settlement.elsewhere')

describe.each(MODES)('a worker that %s', (_name, sweepOf) => {
  test('finds what was paid to the recipient of that day', async () => {
    const transfer = await (await setup.buyer()).sign({ to: gasAccount(3).address })
    const payment = setup.claim(transfer)
    await setup.submit(transfer)
    expect(await sweepOf(setup.chain)(LATER)).toEqual({ spent: 1, released: 0, open: 0 })
    expect(setup.book.stateOf(payment)).toBe('spent')
  })

  test('leaves claims of another chain and of another token as they are, and says how many', async () => {
    const past = { validBefore: (await setup.anvil.time()) - 3_600 }
    const [one, two, three] = [await setup.buyer(), await setup.buyer(), await setup.buyer()]
    const other = { chainId: USDC.base.chainId, asset: PAY_TO } as const
    // On our chain they would have run out, or be paid: that says nothing about theirs.
    const paid = await two.sign()
    await setup.submit(paid)
    const left = [
      elsewhere(await one.sign(past), USDC['base-sepolia']),
      elsewhere(paid, USDC['base-sepolia']),
      elsewhere(await one.sign(past), other),
    ]
    const own = setup.claim(await three.sign(past))
    const sweep = sweepOf(setup.chain)
    expect(await sweep(LATER)).toEqual({ spent: 0, released: 1, open: 0 })
    await sweep(LATER + 9 * MINUTE)
    expect([left.map(setup.book.stateOf), setup.book.stateOf(own)]).toEqual([['sent', 'sent', 'sent'], 'none'])
    expect(setup.book.moves.map(({ payment }) => payment)).toEqual([own])
    const said = { payments: 3, networks: 'eip155:84532 eip155:8453' }
    expect(warnings().map(({ fields }) => fields)).toEqual([said])
    await sweep(LATER + 10 * MINUTE)
    expect(warnings()).toHaveLength(2)
    // A worker with the settings of that day resolves them.
    const before = changed(setup.chain, { token: USDC['base-sepolia'] })
    expect(await sweepOf(before)(LATER)).toEqual({ spent: 1, released: 1, open: 0 })
  })

  test('says nothing of the sort while all claims are its own', async () => {
    setup.claim(await (await setup.buyer()).sign())
    await sweepOf(setup.chain)(LATER)
    expect(warnings()).toEqual([])
  })
})

test('a settlement of another chain is asked for in vain: nothing is signed, and nothing is said to have failed', async () => {
  const payment = elsewhere(await (await setup.buyer()).sign(), USDC['base-sepolia'])
  expect(await setup.settler().settle(payment)).toEqual({ kind: 'unknown', transaction: '' })
  expect([setup.book.stateOf(payment), setup.book.moves]).toEqual(['sent', []])
})

test('a look-up that a server asks for goes by the recipient of the transfer', async () => {
  const transfer = await (await setup.buyer()).sign({ to: gasAccount(3).address })
  const transaction = await setup.submit(transfer)
  const wish = { what: 'look_up', transfer } as const
  const found = await answerSettlement({ chain: setup.chain, settler: null }, { actor: 'look_up', wish })
  expect(found).toEqual({ kind: 'paid', transaction })
})
