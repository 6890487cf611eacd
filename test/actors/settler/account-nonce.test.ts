import { describe, expect, test } from 'bun:test'
import { accountNonce } from '../../../src/actors/settler/account-nonce.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { partOf } from '../../support/part-of.ts'

/** A chain that only counts. */
const counting = (start: number | null) => {
  const state = { pending: start, asked: 0 }
  const chain = partOf<Chain>({
    count: async () => {
      state.asked++
      return state.pending
    },
  })
  return { state, numbers: accountNonce(chain, '0xa') }
}

const take = (numbers: ReturnType<typeof accountNonce>, count: number) =>
  Promise.all(Array.from({ length: count }, () => numbers.take()))

describe('the account nonce', () => {
  test('is handed out one by one from what the chain has pending, asked for once', async () => {
    const { state, numbers } = counting(7)
    expect(await take(numbers, 100)).toEqual(Array.from({ length: 100 }, (_, index) => 7 + index))
    expect(state.asked).toBe(1)
  })

  test('is not handed out while the chain cannot be asked, and is afterwards', async () => {
    const { state, numbers } = counting(null)
    expect(await numbers.take()).toBeNull()
    state.pending = 3
    expect(await numbers.take()).toBe(3)
  })

  test('that was given back goes to the next transaction, lowest first', async () => {
    const { numbers } = counting(0)
    await take(numbers, 4)
    numbers.giveBack(2)
    numbers.giveBack(1)
    expect(await take(numbers, 3)).toEqual([1, 2, 4])
    numbers.giveBack(4)
    expect(await numbers.take()).toBe(4)
  })

  test('goes on after another sender, and never back', async () => {
    const { state, numbers } = counting(5)
    await take(numbers, 3)
    numbers.giveBack(5)
    state.pending = 20
    await numbers.resync()
    expect(await numbers.take()).toBe(20)
    state.pending = 12
    await numbers.resync()
    expect(await numbers.take()).toBe(21)
  })

  test('that chain and pool wait for is found, unless somebody is about to use it', async () => {
    const { state, numbers } = counting(0)
    await take(numbers, 3)
    numbers.used(1)
    numbers.used(2)
    expect(await numbers.takeMissing()).toBeNull()
    numbers.used(0)
    expect(await numbers.takeMissing()).toBe(0)
    expect(await numbers.takeMissing()).toBeNull()
    state.pending = 3
    expect(await numbers.takeMissing()).toBeNull()
  })
})
