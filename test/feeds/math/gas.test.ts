import { describe, expect, test } from 'bun:test'
import { gasGwei, lamportsPerSignature, plausible, TRANSFER_GAS, transferCost } from '../../../src/feeds/math/gas.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-gas.json'

describe('gas', () => {
  const { tol, cases } = vectors.gas
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    if (inputs.rpc_wei !== undefined) {
      const gwei = gasGwei(inputs.rpc_wei)
      expect(inputs.gas).toBe(TRANSFER_GAS)
      near(gwei, expected.gas_gwei!, tol)
      near(transferCost(gwei, TRANSFER_GAS) * inputs.native_usd, expected.tx_cost_usd, tol)
      return
    }
    const lamports = lamportsPerSignature(inputs.priority_micro_lamports)
    near(lamports, expected.fee_lamports!, tol)
    near(transferCost(lamports, 1) * inputs.native_usd, expected.tx_cost_usd, tol)
  })

  test('every case of the section was counted', () =>
    expect(cases.map(({ id }) => id)).toEqual(['eth', 'two_rpcs', 'sol']))
})

test('a slot without a priority fee counts: all zero is the base fee alone', () => {
  expect(lamportsPerSignature([0, 0, 0])).toBe(5_000)
  expect(lamportsPerSignature([0, 0, 0, 90_000, 90_000])).toBe(5_000)
  expect(lamportsPerSignature([0, 90_000])).toBe(14_000)
})

describe('a price is believed', () => {
  const believed = (...gwei: readonly number[]) =>
    plausible(gwei.map((each) => ({ gwei: each }))).map(({ gwei }) => gwei)

  test('within tenfold of half of the others', () => {
    expect(believed(1, 1.1, 10)).toEqual([1, 1.1, 10])
    expect(believed(1, 1.1, 1_000)).toEqual([1, 1.1])
    expect(believed(0.001, 1, 1.1)).toEqual([1, 1.1])
    expect(believed(1, 1.1, 1.2, 1_000, 1_100)).toEqual([1, 1.1, 1.2])
  })

  test('and of two that contradict each other neither is', () => {
    expect(believed(1, 1_000)).toEqual([])
    expect(believed(1, 1.1, 1_000, 1_100)).toEqual([])
    expect(believed(7)).toEqual([7])
  })
})
