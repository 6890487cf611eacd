import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { parseTransaction } from 'viem'
import { accountNonce } from '../../../src/actors/settler/account-nonce.ts'
import { jamClearer } from '../../../src/actors/settler/queue-jam.ts'
import { CENT, gasAccount, PAY_TO } from '../../support/chain/chain-payer.ts'
import { changed, never, openWorld, type World } from '../../support/actors/settler/settling.ts'

/** A settler that dies leaves claims in `sent`; another one resolves them from what was stored. */

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.stop())

const received = () => world.anvil.balanceOf(PAY_TO)
const transactions = () => world.chain.count(world.key.address, 'latest')
const LATER = Date.now() + 1e9

/** Runs a settler until it has stored what it signed and, perhaps, broadcast it; then it is never heard of again. */
const dies = async (payment: string, when: 'before broadcast' | 'after broadcast'): Promise<void> => {
  const died = Promise.withResolvers<void>()
  const dying = changed(world.chain, {
    broadcast: async (raw) => {
      if (when === 'after broadcast') await world.chain.broadcast(raw)
      died.resolve()
      return never()
    },
  })
  void world.settler({ chain: dying }).settle(payment)
  await died.promise
  expect((await world.book.read(payment))!.stored).not.toBeNull()
}

describe('a sweep', () => {
  test('broadcasts what was stored by a settler that died before it could', async () => {
    const payment = world.claim(await (await world.buyer()).sign())
    await dies(payment, 'before broadcast')
    const stored = (await world.book.read(payment))!.stored!
    expect(await world.settler().sweep(LATER)).toEqual({ spent: 1, released: 0, open: 0 })
    expect((await world.book.read(payment))!.settlement!.transaction).toBe(stored.hash)
    expect(await received()).toBe(CENT)
  })

  test('finds the money of a settler that died after broadcasting', async () => {
    const payment = world.claim(await (await world.buyer(2 * CENT)).sign())
    await dies(payment, 'after broadcast')
    expect(await world.settler().sweep(LATER)).toEqual({ spent: 1, released: 0, open: 0 })
    expect(await received()).toBe(CENT)
    expect(await transactions()).toBe(1)
  })

  test('signs for a claim that nobody had signed for', async () => {
    const payment = world.claim(await (await world.buyer()).sign())
    expect(await world.settler().sweep(LATER)).toEqual({ spent: 1, released: 0, open: 0 })
    expect(world.book.stateOf(payment)).toBe('spent')
  })

  test('signs anew when the account number of the stored bytes went to another transaction', async () => {
    const payment = world.claim(await (await world.buyer(2 * CENT)).sign())
    await dies(payment, 'before broadcast')
    const dead = (await world.book.read(payment))!.stored!.hash
    expect((await world.settler().settle(world.claim(await (await world.buyer()).sign()))).kind).toBe('settled')
    expect(await world.settler().sweep(LATER)).toEqual({ spent: 1, released: 0, open: 0 })
    expect((await world.book.read(payment))!.settlement!.transaction).not.toBe(dead)
    expect(await received()).toBe(2 * CENT)
  })

  test('releases what was mined without moving money', async () => {
    const buyer = await world.buyer()
    const payment = world.claim(await buyer.sign())
    await world.submit(await buyer.sign({ to: gasAccount(3).address }))
    await dies(payment, 'after broadcast')
    expect(await world.settler().sweep(LATER)).toEqual({ spent: 0, released: 1, open: 0 })
    expect(world.book.released.get(payment)).toBe('invalid_exact_evm_insufficient_balance')
    expect(await transactions()).toBe(1)
  })

  test('releases what ran out unused, by the time of the chain and not before its margin', async () => {
    const payment = world.claim(await (await world.buyer()).sign())
    await dies(payment, 'before broadcast')
    const { validBefore } = (await world.book.read(payment))!.transfer.authorization
    const settler = world.settler({ patienceMs: 200 })
    await world.anvil.rpc('evm_setNextBlockTimestamp', [Number(validBefore) + 5])
    await world.anvil.mine()
    expect(await settler.sweep(LATER)).toEqual({ spent: 0, released: 0, open: 1 })
    await world.anvil.rpc('evm_setNextBlockTimestamp', [Number(validBefore) + 31])
    await world.anvil.mine()
    expect(await settler.sweep(LATER)).toEqual({ spent: 0, released: 1, open: 0 })
    expect(world.book.released.get(payment)).toBe('invalid_exact_evm_payload_authorization_valid_before')
    expect(await transactions()).toBe(0)
  })

  test('finds what a stranger submitted meanwhile, and what the payer used otherwise', async () => {
    const [honest, sly] = [await world.buyer(), await world.buyer()]
    const [good, bad] = [await honest.sign(), await sly.sign()]
    const [paid, cancelled] = [world.claim(good), world.claim(bad)]
    await world.submit(good)
    await world.submit(await sly.sign({ to: sly.address, nonce: bad.authorization.nonce }))
    expect(await world.settler().sweep(LATER)).toEqual({ spent: 1, released: 1, open: 0 })
    expect([world.book.stateOf(paid), world.book.stateOf(cancelled)]).toEqual(['spent', 'none'])
    expect(await transactions()).toBe(0)
  })

  test('leaves young claims and an unreachable chain alone', async () => {
    const payment = world.claim(await (await world.buyer()).sign())
    const settler = world.settler({ patienceMs: 200 })
    expect(await settler.sweep(30_000)).toEqual({ spent: 0, released: 0, open: 0 })
    await world.stop()
    expect(await settler.sweep(30_001)).toEqual({ spent: 0, released: 0, open: 1 })
    expect(world.book.stateOf(payment)).toBe('sent')
  })

  test('may be made by two at once, over fresh, stored and broadcast claims: each is charged once', async () => {
    const buyers = await Promise.all(Array.from({ length: 9 }, () => world.buyer(3 * CENT)))
    const payments = await Promise.all(buyers.map(async (buyer) => world.claim(await buyer.sign())))
    for (const payment of payments.slice(0, 3)) await dies(payment, 'after broadcast')
    for (const payment of payments.slice(3, 6)) await dies(payment, 'before broadcast')
    const [one, two] = [world.settler(), world.settler()]
    await Promise.all([one.sweep(LATER), two.sweep(LATER)])
    // What the two got into each other's way with is left to the next.
    await Promise.all([one.sweep(LATER), two.sweep(LATER)])
    expect(payments.map(world.book.stateOf)).toEqual(payments.map(() => 'spent'))
    expect(await received()).toBe(9 * CENT)
    expect(world.book.moves.filter(({ move }) => move === 'spend')).toHaveLength(9)
  })

  test('joins a settlement that is under way in its own process', async () => {
    await world.anvil.setAutomine(false)
    const payment = world.claim(await (await world.buyer()).sign())
    const settler = world.settler()
    const settling = settler.settle(payment)
    const sweeping = settler.sweep(LATER)
    while ((await world.chain.count(world.key.address, 'pending')) === 0) await Bun.sleep(20)
    await world.anvil.mine()
    expect((await settling).kind).toBe('settled')
    expect(await sweeping).toEqual({ spent: 1, released: 0, open: 0 })
    expect(await transactions()).toBe(1)
  })
})

describe('the queue of the account', () => {
  test('is filled where a number was lost, so that later payments are mined', async () => {
    const [lost, later] = [await world.buyer(), await world.buyer()]
    const payment = world.claim(await lost.sign())
    const behind = world.claim(await later.sign())
    let first = true
    // The node says that it takes the first transaction, and loses it.
    const forgetful = changed(world.chain, {
      broadcast: async (raw) => {
        if (!first) return world.chain.broadcast(raw)
        first = false
        return { kind: 'accepted' }
      },
    })
    const settler = world.settler({ chain: forgetful, patienceMs: 300 })
    expect((await settler.settle(payment)).kind).toBe('unknown')
    expect((await settler.settle(behind)).kind).toBe('unknown')
    // Its claim is gone, and with it the bytes.
    const { stored } = (await world.book.read(payment))!
    await world.book.release(payment, 'invalid_exact_evm_transaction_failed', stored!.hash)
    await settler.sweep(LATER)
    await settler.sweep(LATER)
    expect(world.book.stateOf(behind)).toBe('spent')
    expect(await transactions()).toBe(2)
    expect(await received()).toBe(CENT)
  })

  test('moves on when the fee of the first in it has become too low', async () => {
    await world.anvil.setAutomine(false)
    const payment = world.claim(await (await world.buyer()).sign())
    const settler = world.settler({ patienceMs: 200 })
    await settler.settle(payment)
    // Ten gwei where one was asked; the base fee falls by an eighth per empty block at most.
    const stuck = async () => {
      for (let block = 0; block < 16; block++) {
        await world.anvil.rpc('anvil_setNextBlockBaseFeePerGas', ['0x174876e800'])
        await world.anvil.mine()
      }
    }
    await settler.sweep(LATER)
    await stuck()
    expect(await transactions()).toBe(0)
    await settler.sweep(LATER)
    await world.anvil.mine(30)
    expect(await transactions()).toBeGreaterThan(0)
    await world.anvil.setAutomine(true)
    for (let sweep = 0; sweep < 3 && world.book.stateOf(payment) === 'sent'; sweep++) await settler.sweep(LATER)
    expect(world.book.stateOf(payment)).toBe('spent')
    expect(await received()).toBe(CENT)
  })

  test('gets its first transaction replaced when fifteen blocks go by without it, and not before', async () => {
    let height = 100n
    const [numbers, log] = [accountNonce(world.chain, world.key.address), world.log]
    const filled: number[] = []
    const chain = changed(world.chain, {
      count: async (_, after) => (after === 'latest' ? 4 : 6),
      height: async () => height,
      broadcast: async (raw) => {
        const { nonce, value, to } = parseTransaction(raw as `0x${string}`)
        expect([value, to]).toEqual([undefined, world.key.address.toLowerCase() as `0x${string}`])
        filled.push(nonce!)
        return { kind: 'accepted' }
      },
    })
    const clear = jamClearer({ chain, key: world.key, numbers, log, patienceMs: 0 })
    await clear()
    height = 114n
    await clear()
    expect(filled).toEqual([])
    height = 115n
    await clear()
    expect(filled).toEqual([4])
  })
})
