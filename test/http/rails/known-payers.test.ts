import { beforeEach, describe, expect, test } from 'bun:test'
import { sparingKnownPayers } from '../../../src/http/rails/known-payers.ts'
import type { Requirements, Settler } from '../../../src/http/rails/settlement.ts'
import { readPayment, type ShownPayment } from '../../../src/http/rails/x402-payload.ts'
import { authorize, base64Json, PAYER, payloadV2, STRANGER } from '../../support/payer.ts'
import { stillClock } from '../../support/still.ts'

/** Who is settled without being asked about, and what makes a payer a stranger again. */

const NOW = 1_795_000_000_000
const MINUTE = 60_000
const SOMEBODY = `0x${'5'.repeat(40)}`
const requirements: Requirements = { v1: {}, v2: {}, resource: {}, extensions: {} }
const shown = (from: string): ShownPayment =>
  readPayment(base64Json(payloadV2(authorize(NOW, { from: from as `0x${string}` }), '0xab'))) as ShownPayment
const settlement = { transaction: `0x${'ab'.repeat(32)}`, payer: PAYER.address }
const SETTLED = { kind: 'settled', settlement } as const
const FAILED = { kind: 'failed', reason: 'insufficient_funds' } as const
const UNKNOWN = { kind: 'unknown', transaction: '' } as const
const REFUSED = { kind: 'refused', reason: 'insufficient_funds' } as const

let asked = 0
let plain: boolean
let check: Awaited<ReturnType<Settler['simulate']>>
let outcome: Awaited<ReturnType<Settler['settle']>>
const inner: Settler = {
  simulate: async () => {
    asked++
    return check
  },
  settle: async () => outcome,
}

let clock: ReturnType<typeof stillClock>
let settler: Settler
beforeEach(() => {
  asked = 0
  plain = true
  check = { kind: 'would_settle' }
  outcome = SETTLED
  clock = stillClock(NOW)
  settler = sparingKnownPayers(inner, { clock, maxPayers: 3, isPlain: () => plain })
})

const settle = (from: string, result: typeof outcome = SETTLED) => {
  outcome = result
  return settler.settle(shown(from), requirements, 'x402:name')
}
const simulate = (from: string) => settler.simulate(shown(from), requirements)
/** Whether the facilitator is asked about this payer. */
const isAsked = async (from: string): Promise<boolean> => {
  const before = asked
  expect(await simulate(from)).toEqual(check)
  return asked > before
}

test('a stranger is asked about, a payer whose settlement ended well is not', async () => {
  expect(await isAsked(PAYER.address)).toBe(true)
  expect(await isAsked(PAYER.address)).toBe(true)
  expect(await settle(PAYER.address)).toEqual(SETTLED)
  expect(await isAsked(PAYER.address)).toBe(false)
  expect(await isAsked(PAYER.address.toLowerCase())).toBe(false)
  expect(await isAsked(STRANGER.address)).toBe(true)
})

test('for ten minutes from the last settlement, and not by a clock that was set back', async () => {
  await settle(PAYER.address)
  clock.move(9 * MINUTE)
  await settle(PAYER.address)
  clock.move(10 * MINUTE - 1)
  expect(await isAsked(PAYER.address)).toBe(false)
  clock.move(1)
  expect(await isAsked(PAYER.address)).toBe(true)
  clock.set(NOW)
  expect(await isAsked(PAYER.address)).toBe(true)
})

describe('forgotten', () => {
  test('by a settlement that failed, alone', async () => {
    await settle(PAYER.address)
    await settle(STRANGER.address)
    expect(await settle(PAYER.address, FAILED)).toEqual(FAILED)
    expect(await isAsked(PAYER.address)).toBe(true)
    expect(await isAsked(STRANGER.address)).toBe(false)
  })

  test('by a refusal', async () => {
    await settle(PAYER.address)
    clock.move(10 * MINUTE)
    check = REFUSED
    expect(await isAsked(PAYER.address)).toBe(true)
    clock.set(NOW)
    expect(await isAsked(PAYER.address)).toBe(true)
  })

  test('by an outcome that is not known; and with it everybody is asked about, until a settlement ends well', async () => {
    await settle(PAYER.address)
    await settle(STRANGER.address)
    expect(await settle(PAYER.address, UNKNOWN)).toEqual(UNKNOWN)
    expect(await isAsked(STRANGER.address)).toBe(true)
    await settle(SOMEBODY)
    expect(await isAsked(STRANGER.address)).toBe(false)
    expect(await isAsked(PAYER.address)).toBe(true)
  })

  test('while the facilitator does not answer: nobody is known until a settlement ends well', async () => {
    await settle(PAYER.address)
    check = { kind: 'unreachable' }
    expect(await isAsked(STRANGER.address)).toBe(true)
    expect(await isAsked(PAYER.address)).toBe(true)
    check = { kind: 'would_settle' }
    expect(await isAsked(PAYER.address)).toBe(true)
    await settle(SOMEBODY)
    expect(await isAsked(STRANGER.address)).toBe(true)
    expect(await isAsked(SOMEBODY)).toBe(false)
  })
})

test('so many are remembered; who has not paid for longest goes', async () => {
  const payers = ['1', '2', '3', '4'].map((digit) => `0x${digit.repeat(40)}`)
  const [first, second, third, fourth] = payers as [string, string, string, string]
  for (const payer of [first, second, third, first, fourth]) await settle(payer)
  expect(await isAsked(second)).toBe(true)
  for (const payer of [first, third, fourth]) expect(await isAsked(payer)).toBe(false)
})

test('a payment whose signature our own check could not judge is asked about, whoever is said to pay', async () => {
  await settle(PAYER.address)
  plain = false
  expect(await isAsked(PAYER.address)).toBe(true)
  plain = true
  expect(await isAsked(PAYER.address)).toBe(false)
})
