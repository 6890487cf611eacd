import { beforeEach, describe, expect, test } from 'bun:test'
import { receiptMark } from '../../../src/canonical/receipt-mark.ts'
import type { SettlementBook } from '../../../src/actors/settler/book.ts'
import { storeBook } from '../../../src/actors/settler/store-book.ts'
import type { Transfer } from '../../../src/payments/transfer.ts'
import { USDC, type Usdc } from '../../../src/payments/usdc.ts'
import { payer } from '../../support/chain/chain-payer.ts'
import { fileRedis } from '../../support/redis.ts'
import { keptBook } from '../../support/settlement-book.ts'

/** What a settler may rely on, held by the real store and by the book in memory that its tests use. */

interface Placed {
  readonly book: SettlementBook
  /** A claim that is `sent` since then. */
  place(payment: string, transfer: Transfer, sentAt: number): Promise<void>
}

const NOW = 1_795_000_000_000
const FIRST = { hash: `0x${'a1'.repeat(32)}`, raw: '0x02a1' }
const SECOND = { hash: `0x${'b2'.repeat(32)}`, raw: '0x02b2' }
const REASON = 'invalid_exact_evm_transaction_failed'

const redis = await fileRedis()
const transfer = await payer(1).sign()

const overStore = async (): Promise<Placed> => {
  await redis.flush()
  const { claims, settlements } = redis.store
  const place = async (payment: string, of: Transfer, sentAt: number): Promise<void> => {
    const holdMs = 30_000
    const sale = {
      payment,
      amount: of.authorization.value,
      item: 'price/spot/BTC-USD',
      event: '',
      receipt: receiptMark(payment),
    }
    const on = { payment, request: 'ab'.repeat(32), now: sentAt, holder: 'h', holdMs, keepSeconds: 86_400, network: '' }
    expect(await claims.hold({ ...on, sale })).toEqual({ kind: 'held' })
    const deliverable = { kind: 'answer', status: 200, body: '{}', headers: {} } as const
    expect(await claims.send(payment, 'h', deliverable, JSON.stringify(of), sentAt, holdMs)).toBe(true)
  }
  return { book: storeBook(settlements), place }
}
const inMemory = async (): Promise<Placed> => {
  const book = keptBook()
  return { book, place: async (payment, of, sentAt) => book.place(payment, of, sentAt) }
}

/** As the http room names them; the nonce is a number. */
const named = (number: number, { chainId, asset }: Usdc = USDC.base): string =>
  `x402:${chainId}:${asset}:${transfer.authorization.from}:0x${number.toString(16).padStart(64, '0')}`.toLowerCase()

describe.each([
  ['the real store', overStore],
  ['the book of tests', inMemory],
] as const)('%s', (_name, open) => {
  let book: SettlementBook
  let place: Placed['place']
  const settlement = () => ({ transaction: FIRST.hash, payer: transfer.authorization.from })
  const ONE = () => named(1)
  const stored = async (payment = ONE()) => (await book.read(payment))?.stored
  beforeEach(async () => {
    ;({ book, place } = await open())
    await place(ONE(), transfer, NOW)
  })

  test('reads what was sent, and nothing where nothing is', async () => {
    expect(await book.read(ONE())).toMatchObject({ state: 'sent', transfer, stored: null, settlement: null })
    expect(await book.read(named(2))).toBeNull()
  })

  test('knows the mark of its receipt until it is spent', async () => {
    expect((await book.read(ONE()))!.receipt).toBe(receiptMark(ONE()))
    await book.spend(ONE(), settlement())
    expect((await book.read(ONE()))!.receipt).toBe('')
  })

  test('keeps a transaction, and another one in its place for who knows the one before', async () => {
    expect(await book.storeTransaction(ONE(), FIRST, SECOND.hash)).toBe(false)
    expect(await stored()).toBeNull()
    expect(await book.storeTransaction(ONE(), FIRST, null)).toBe(true)
    expect(await stored()).toEqual(FIRST)
    for (const replaces of [null, SECOND.hash]) expect(await book.storeTransaction(ONE(), SECOND, replaces)).toBe(false)
    expect(await stored()).toEqual(FIRST)
    expect(await book.storeTransaction(ONE(), SECOND, FIRST.hash)).toBe(true)
    expect(await stored()).toEqual(SECOND)
  })

  test('tells one of two that sign at once to stand back', async () => {
    const both = await Promise.all([FIRST, SECOND].map((each) => book.storeTransaction(ONE(), each, null)))
    expect(both.toSorted()).toEqual([false, true])
    expect(await stored()).toEqual(both[0] ? FIRST : SECOND)
  })

  test('keeps nothing for a claim that is not sent', async () => {
    expect(await book.storeTransaction(named(2), FIRST, null)).toBe(false)
    expect(await book.read(named(2))).toBeNull()
    await book.spend(ONE(), settlement())
    expect(await book.storeTransaction(ONE(), FIRST, null)).toBe(false)
  })

  test('spends once, with its transaction and payer, and nothing can be done to it afterwards', async () => {
    await book.storeTransaction(ONE(), FIRST, null)
    expect(await book.spend(ONE(), settlement())).toBe(true)
    const { state, settlement: found } = (await book.read(ONE()))!
    expect([state, found!.transaction]).toEqual(['spent', FIRST.hash])
    expect(found!.payer.toLowerCase()).toBe(transfer.authorization.from.toLowerCase())
    expect(await book.spend(ONE(), { ...settlement(), transaction: SECOND.hash })).toBe(false)
    expect(await book.release(ONE(), REASON)).toBe(false)
    expect(await book.storeTransaction(ONE(), SECOND, FIRST.hash)).toBe(false)
    expect((await book.read(ONE()))!.settlement!.transaction).toBe(FIRST.hash)
    expect(await book.spend(named(2), settlement())).toBe(false)
  })

  test('is released by who knows what is stored, and then as good as new', async () => {
    expect(await book.release(ONE(), REASON, FIRST.hash)).toBe(false)
    await book.storeTransaction(ONE(), FIRST, null)
    for (const known of [null, SECOND.hash]) expect(await book.release(ONE(), REASON, known)).toBe(false)
    expect((await book.read(ONE()))!.state).toBe('sent')
    expect(await book.release(ONE(), REASON, FIRST.hash)).toBe(true)
    expect(await book.read(ONE())).toBeNull()
    expect(await book.release(ONE(), REASON)).toBe(false)
    expect(await book.spend(ONE(), settlement())).toBe(false)
    await place(ONE(), transfer, NOW)
    expect(await stored()).toBeNull()
    expect(await book.release(ONE(), REASON, null)).toBe(true)
  })

  test('is released whatever is stored by who knows that nothing can move it any more', async () => {
    await book.storeTransaction(ONE(), FIRST, null)
    expect(await book.release(ONE(), REASON)).toBe(true)
    expect(await book.read(ONE())).toBeNull()
  })

  test('is either released or signed for, not both at once', async () => {
    const [released, kept] = await Promise.all([
      book.release(ONE(), REASON, null),
      book.storeTransaction(ONE(), FIRST, null),
    ])
    expect([released, kept].toSorted()).toEqual([false, true])
    expect((await book.read(ONE()))?.stored ?? null).toEqual(kept ? FIRST : null)
  })

  test('lists what was sent before a moment, the longest first, and nothing that has ended', async () => {
    for (const [number, sentAt] of [
      [2, NOW - 3],
      [3, NOW - 9],
      [4, NOW - 6],
      [5, NOW - 7],
    ] as const)
      await place(named(number), transfer, sentAt)
    await book.spend(named(4), settlement())
    await book.release(named(5), REASON)
    expect(await book.listSent(NOW)).toEqual([named(3), named(2)])
  })

  test('counts what is sent by chain and token', async () => {
    const earlier = USDC['base-sepolia']
    for (const number of [2, 3]) await place(named(number, earlier), transfer, NOW)
    await place(named(4), transfer, NOW)
    await book.spend(named(4), settlement())
    const counts = (await book.countSent()).toSorted((a, b) => a.chainId - b.chainId)
    const of = ({ chainId, asset }: Usdc, count: number) => ({ chainId, asset: asset.toLowerCase(), count })
    expect(counts).toEqual([of(USDC.base, 1), of(earlier, 2)])
  })
})
