import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { parseTransaction } from 'viem'
import { accountNonce } from '../../../src/actors/settler/account-nonce.ts'
import { jamClearer } from '../../../src/actors/settler/queue-jam.ts'
import { CENT, gasAccount, PAY_TO } from '../../support/chain/chain-payer.ts'
import { changed, never, openSettlingSetup, type SettlingSetup } from '../../support/actors/settler/settling.ts'

/** A settler that dies leaves claims in `sent`; another one resolves them from what was stored. */

let setup: SettlingSetup
beforeEach(async () => {
  setup = await openSettlingSetup()
})
afterEach(() => setup.stop())

const received = () => setup.anvil.balanceOf(PAY_TO)
const transactions = () => setup.chain.count(setup.key.address, 'latest')
const LATER = Date.now() + 1e9

/** Runs a settler until it has stored what it signed and, perhaps, broadcast it; then it is never heard of again. */
const dies = async (payment: string, when: 'before broadcast' | 'after broadcast'): Promise<void> => {
  const died = Promise.withResolvers<void>()
  const dying = changed(setup.chain, {
    broadcast: async (raw) => {
      if (when === 'after broadcast') await setup.chain.broadcast(raw)
      died.resolve()
      return never()
    },
  })
  void setup.settler({ chain: dying }).settle(payment)
  await died.promise
  expect((await setup.book.read(payment))!.stored).not.toBeNull()
}

describe('a sweep', () => {
  test('broadcasts what was stored by a settler that died before it could', async () => {
    const payment = setup.claim(await (await setup.buyer()).sign())
    await dies(payment, 'before broadcast')
    const stored = (await setup.book.read(payment))!.stored!
    expect(await setup.settler().sweep(LATER)).toEqual({ spent: 1, released: 0, open: 0 })
    expect((await setup.book.read(payment))!.settlement!.transaction).toBe(stored.hash)
    expect(await received()).toBe(CENT)
  })

  test('finds the money of a settler that died after broadcasting', async () => {
    const payment = setup.claim(await (await setup.buyer(2 * CENT)).sign())
    await dies(payment, 'after broadcast')
    expect(await setup.settler().sweep(LATER)).toEqual({ spent: 1, released: 0, open: 0 })
    expect(await received()).toBe(CENT)
    expect(await transactions()).toBe(1)
  })

  test('signs for a claim that nobody had signed for', async () => {
    const payment = setup.claim(await (await setup.buyer()).sign())
    expect(await setup.settler().sweep(LATER)).toEqual({ spent: 1, released: 0, open: 0 })
    expect(setup.book.stateOf(payment)).toBe('spent')
  })

  test('signs anew when the account number of the stored bytes went to another transaction', async () => {
    const payment = setup.claim(await (await setup.buyer(2 * CENT)).sign())
    await dies(payment, 'before broadcast')
    const dead = (await setup.book.read(payment))!.stored!.hash
    expect((await setup.settler().settle(setup.claim(await (await setup.buyer()).sign()))).kind).toBe('settled')
    expect(await setup.settler().sweep(LATER)).toEqual({ spent: 1, released: 0, open: 0 })
    expect((await setup.book.read(payment))!.settlement!.transaction).not.toBe(dead)
    expect(await received()).toBe(2 * CENT)
  })

  test('releases what was mined without moving money', async () => {
    const buyer = await setup.buyer()
    const payment = setup.claim(await buyer.sign())
    await setup.submit(await buyer.sign({ to: gasAccount(3).address }))
    await dies(payment, 'after broadcast')
    expect(await setup.settler().sweep(LATER)).toEqual({ spent: 0, released: 1, open: 0 })
    expect(setup.book.released.get(payment)).toBe('invalid_exact_evm_insufficient_balance')
    expect(await transactions()).toBe(1)
  })

  test('releases what ran out unused, by the time of the chain and not before its margin', async () => {
    const payment = setup.claim(await (await setup.buyer()).sign())
    await dies(payment, 'before broadcast')
    const { validBefore } = (await setup.book.read(payment))!.transfer.authorization
    const settler = setup.settler({ patienceMs: 200 })
    await setup.anvil.rpc('evm_setNextBlockTimestamp', [Number(validBefore) + 5])
    await setup.anvil.mine()
    expect(await settler.sweep(LATER)).toEqual({ spent: 0, released: 0, open: 1 })
    await setup.anvil.rpc('evm_setNextBlockTimestamp', [Number(validBefore) + 31])
    await setup.anvil.mine()
    expect(await settler.sweep(LATER)).toEqual({ spent: 0, released: 1, open: 0 })
    expect(setup.book.released.get(payment)).toBe('invalid_exact_evm_payload_authorization_valid_before')
    expect(await transactions()).toBe(0)
  })

  test('finds what a third party submitted meanwhile, and what the payer used otherwise', async () => {
    const [honest, sly] = [await setup.buyer(), await setup.buyer()]
    const [good, bad] = [await honest.sign(), await sly.sign()]
    const [paid, cancelled] = [setup.claim(good), setup.claim(bad)]
    await setup.submit(good)
    await setup.submit(await sly.sign({ to: sly.address, nonce: bad.authorization.nonce }))
    expect(await setup.settler().sweep(LATER)).toEqual({ spent: 1, released: 1, open: 0 })
    expect([setup.book.stateOf(paid), setup.book.stateOf(cancelled)]).toEqual(['spent', 'none'])
    expect(await transactions()).toBe(0)
  })

  test('leaves young claims and an unreachable chain alone', async () => {
    const payment = setup.claim(await (await setup.buyer()).sign())
    const settler = setup.settler({ patienceMs: 200 })
    expect(await settler.sweep(30_000)).toEqual({ spent: 0, released: 0, open: 0 })
    await setup.stop()
    expect(await settler.sweep(30_001)).toEqual({ spent: 0, released: 0, open: 1 })
    expect(setup.book.stateOf(payment)).toBe('sent')
  })

  test('may be made by two at once, over fresh, stored and broadcast claims: each is charged once', async () => {
    const buyers = await Promise.all(Array.from({ length: 9 }, () => setup.buyer(3 * CENT)))
    const payments = await Promise.all(buyers.map(async (buyer) => setup.claim(await buyer.sign())))
    for (const payment of payments.slice(0, 3)) await dies(payment, 'after broadcast')
    for (const payment of payments.slice(3, 6)) await dies(payment, 'before broadcast')
    const [one, two] = [setup.settler(), setup.settler()]
    await Promise.all([one.sweep(LATER), two.sweep(LATER)])
    // What the two got into each other's way with is left to the next.
    await Promise.all([one.sweep(LATER), two.sweep(LATER)])
    expect(payments.map(setup.book.stateOf)).toEqual(payments.map(() => 'spent'))
    expect(await received()).toBe(9 * CENT)
    expect(setup.book.moves.filter(({ move }) => move === 'spend')).toHaveLength(9)
  })

  test('joins a settlement that is under way in its own process', async () => {
    await setup.anvil.setAutomine(false)
    const payment = setup.claim(await (await setup.buyer()).sign())
    const settler = setup.settler()
    const settling = settler.settle(payment)
    const sweeping = settler.sweep(LATER)
    while ((await setup.chain.count(setup.key.address, 'pending')) === 0) await Bun.sleep(20)
    await setup.anvil.mine()
    expect((await settling).kind).toBe('settled')
    expect(await sweeping).toEqual({ spent: 1, released: 0, open: 0 })
    expect(await transactions()).toBe(1)
  })
})

describe('the queue of the account', () => {
  test('is filled where a number was lost, so that later payments are mined', async () => {
    const [lost, later] = [await setup.buyer(), await setup.buyer()]
    const payment = setup.claim(await lost.sign())
    const behind = setup.claim(await later.sign())
    let first = true
    // The node says that it takes the first transaction, and loses it.
    const forgetful = changed(setup.chain, {
      broadcast: async (raw) => {
        if (!first) return setup.chain.broadcast(raw)
        first = false
        return { kind: 'accepted' }
      },
    })
    const settler = setup.settler({ chain: forgetful, patienceMs: 300 })
    expect((await settler.settle(payment)).kind).toBe('unknown')
    expect((await settler.settle(behind)).kind).toBe('unknown')
    // Its claim is gone, and with it the bytes.
    const { stored } = (await setup.book.read(payment))!
    await setup.book.release(payment, 'invalid_exact_evm_transaction_failed', stored!.hash)
    await settler.sweep(LATER)
    await settler.sweep(LATER)
    expect(setup.book.stateOf(behind)).toBe('spent')
    expect(await transactions()).toBe(2)
    expect(await received()).toBe(CENT)
  })

  test('moves on when the fee of the first in it has become too low', async () => {
    await setup.anvil.setAutomine(false)
    const payment = setup.claim(await (await setup.buyer()).sign())
    const settler = setup.settler({ patienceMs: 200 })
    await settler.settle(payment)
    // Ten gwei where one was asked; the base fee falls by an eighth per empty block at most.
    const stuck = async () => {
      for (let block = 0; block < 16; block++) {
        await setup.anvil.rpc('anvil_setNextBlockBaseFeePerGas', ['0x174876e800'])
        await setup.anvil.mine()
      }
    }
    await settler.sweep(LATER)
    await stuck()
    expect(await transactions()).toBe(0)
    await settler.sweep(LATER)
    await setup.anvil.mine(30)
    expect(await transactions()).toBeGreaterThan(0)
    await setup.anvil.setAutomine(true)
    for (let sweep = 0; sweep < 3 && setup.book.stateOf(payment) === 'sent'; sweep++) await settler.sweep(LATER)
    expect(setup.book.stateOf(payment)).toBe('spent')
    expect(await received()).toBe(CENT)
  })

  test('gets its first transaction replaced when fifteen blocks go by without it, and not before', async () => {
    let height = 100n
    const [numbers, log] = [accountNonce(setup.chain, setup.key.address), setup.log]
    const filled: number[] = []
    const chain = changed(setup.chain, {
      count: async (_, after) => (after === 'latest' ? 4 : 6),
      height: async () => height,
      broadcast: async (raw) => {
        const { nonce, value, to } = parseTransaction(raw as `0x${string}`)
        expect([value, to]).toEqual([undefined, setup.key.address.toLowerCase() as `0x${string}`])
        filled.push(nonce!)
        return { kind: 'accepted' }
      },
    })
    const clear = jamClearer({ chain, key: setup.key, numbers, log, patienceMs: 0 })
    await clear()
    height = 114n
    await clear()
    expect(filled).toEqual([])
    height = 115n
    await clear()
    expect(filled).toEqual([4])
  })
})
