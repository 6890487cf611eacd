import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { collect } from '../../../src/actors/settler/collect.ts'
import { CENT, PAY_TO } from '../../support/chain/chain-payer.ts'
import { stillClock } from '../../support/still.ts'
import { changed, openSettlingSetup, type SettlingSetup } from '../../support/actors/settler/settling.ts'

const BATCH = { windowMs: 100, max: 50 }

let setup: SettlingSetup
beforeEach(async () => {
  setup = await openSettlingSetup()
})
afterEach(() => setup.stop())

const received = () => setup.anvil.balanceOf(PAY_TO)
const transactions = () => setup.chain.count(setup.key.address, 'latest')
const claims = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => setup.claim(await (await setup.buyer()).sign())))

describe('a batch', () => {
  test('moves the money of all its members in one transaction, stored with every one before it is broadcast', async () => {
    const payments = await claims(10)
    const stored: (string | undefined)[] = []
    const watched = changed(setup.chain, {
      broadcast: async (raw) => {
        for (const payment of payments) stored.push((await setup.book.read(payment))!.stored?.raw)
        expect(new Set(stored)).toEqual(new Set([raw]))
        return setup.chain.broadcast(raw)
      },
    })
    const answers = await Promise.all(payments.map(setup.settler({ batch: BATCH, chain: watched }).settle))
    const hashes = answers.map((each) => each.kind === 'settled' && each.settlement.transaction)
    expect(new Set(hashes).size).toBe(1)
    expect(stored).toHaveLength(10)
    expect(await received()).toBe(10 * CENT)
    expect(await transactions()).toBe(1)
  })

  test('of five with one already used: the other four move, and the fifth is served from its own transaction', async () => {
    const transfers = await Promise.all(Array.from({ length: 5 }, async () => (await setup.buyer()).sign()))
    const payments = transfers.map(setup.claim)
    const before = await setup.submit(transfers[2]!)
    const answers = await Promise.all(payments.map(setup.settler({ batch: BATCH }).settle))
    const hashes = answers.map((each) => each.kind === 'settled' && each.settlement.transaction)
    expect(hashes[2]).toBe(before)
    expect(new Set(hashes).size).toBe(2)
    expect(await received()).toBe(5 * CENT)
    expect(await transactions()).toBe(1)
  })

  test('is not broadcast with a member whose claim has gone meanwhile', async () => {
    const payments = await claims(4)
    const settler = setup.settler({
      batch: BATCH,
      claims: {
        ...setup.book,
        storeTransaction: async (payment, transaction, replaces) => {
          if (payment === payments[1])
            await setup.book.release(payment, 'invalid_exact_evm_nonce_already_used', replaces)
          return setup.book.storeTransaction(payment, transaction, replaces)
        },
      },
    })
    const answers = await Promise.all(payments.map(settler.settle))
    expect(answers.map(({ kind }) => kind)).toEqual(['settled', 'failed', 'settled', 'settled'])
    expect(await received()).toBe(3 * CENT)
    expect(await transactions()).toBe(1)
  })

  test('with a payer whose code burns all gas costs the others a second transaction and nothing else', async () => {
    const payments = await claims(4)
    const burner = await setup.buyer()
    const burning = setup.claim(await burner.sign())
    // JUMPDEST PUSH0 JUMP: for ever. The token asks a payer with code, and hands it nearly all the gas there is.
    await setup.anvil.rpc('anvil_setCode', [burner.address, '0x5b5f56'])
    const settler = setup.settler({ batch: BATCH })
    const [bad, ...good] = await Promise.all([burning, ...payments].map(settler.settle))
    expect(good.map(({ kind }) => kind)).toEqual(good.map(() => 'settled'))
    expect(bad!.kind).toBe('failed')
    expect(await received()).toBe(4 * CENT)
  })

  test('left behind by a crash is found by a sweep, member by member', async () => {
    const payments = await claims(6)
    const died = Promise.withResolvers<void>()
    const dying = changed(setup.chain, {
      broadcast: async () => {
        died.resolve()
        return new Promise(() => {})
      },
    })
    payments.forEach(setup.settler({ batch: BATCH, chain: dying }).settle)
    await died.promise
    const swept = await setup.settler({ batch: BATCH }).sweep(Date.now() + 1e9)
    expect(swept).toEqual({ spent: 6, released: 0, open: 0 })
    expect(await transactions()).toBe(1)
    expect(await received()).toBe(6 * CENT)
  })

  test('needs Multicall3 on the chain', () => {
    const without = changed(setup.chain, { batches: false })
    expect(() => setup.settler({ batch: BATCH, chain: without })).toThrow(/no Multicall3/)
  })
})

describe('a hundred at once', () => {
  test.each([
    [null, 100],
    // Each is full before its time is up, however slow the machine.
    [{ windowMs: 60_000, max: 25 }, 4],
  ] as const)('are settled with one counter of account numbers (batch %p)', async (batch, expected) => {
    const payments = await claims(100)
    const answers = await Promise.all(payments.map(setup.settler({ batch, patienceMs: 60_000 }).settle))
    expect(answers.filter(({ kind }) => kind === 'settled')).toHaveLength(100)
    expect(await received()).toBe(100 * CENT)
    expect(await transactions()).toBe(expected)
  })
})

describe('collecting', () => {
  test('closes a window when it is full or its time is up, and gives everyone their own result', async () => {
    const batches: number[][] = []
    const clock = { ...stillClock(0), sleep: () => Bun.sleep(5) }
    const add = collect<number, number>(clock, { windowMs: 5, max: 3 }, async (items) => {
      batches.push([...items])
      return items.map((item) => item * 10)
    })
    expect(await Promise.all([1, 2, 3, 4].map(add))).toEqual([10, 20, 30, 40])
    expect(await add(5)).toBe(50)
    expect(batches).toEqual([[1, 2, 3], [4], [5]])
  })

  test('fails all of a window together, and the next one starts afresh', async () => {
    let broken = true
    const add = collect<number, number>(stillClock(0), { windowMs: 5, max: 3 }, async (items) => {
      if (broken) throw new Error('away')
      return items
    })
    const outcomes = await Promise.allSettled([add(1), add(2)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken = false
    expect(await add(3)).toBe(3)
  })
})
