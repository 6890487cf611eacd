import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { receiptMark } from '../../../src/canonical/receipt-mark.ts'
import { CENT, gasAccount, PAY_TO } from '../../support/chain/chain-payer.ts'
import { changed, openSettlingSetup, type SettlingSetup } from '../../support/actors/settler/settling.ts'

/** The order of operations around money, line by line, as far as it is about settling. */

let setup: SettlingSetup
beforeEach(async () => {
  setup = await openSettlingSetup()
})
afterEach(() => setup.stop())

const received = () => setup.anvil.balanceOf(PAY_TO)

describe('a payment', () => {
  test('is settled once its transfer is in a block, and its transaction was stored before it was broadcast', async () => {
    const buyer = await setup.buyer()
    const payment = setup.claim(await buyer.sign())
    const stored: (string | undefined)[] = []
    const watched = changed(setup.chain, {
      broadcast: async (raw) => {
        const { stored: kept } = (await setup.book.read(payment))!
        stored.push(kept?.raw === raw ? kept.hash : undefined)
        return setup.chain.broadcast(raw)
      },
    })
    const settled = await setup.settler({ chain: watched }).settle(payment)
    expect(settled).toEqual({ kind: 'settled', settlement: { transaction: stored[0]!, payer: buyer.address } })
    expect(setup.book.moves.map(({ move }) => move)).toEqual(['store', 'spend'])
    expect(setup.book.stateOf(payment)).toBe('spent')
    expect(await received()).toBe(CENT)
  })

  test('that is replayed is answered from its claim and not charged again', async () => {
    const buyer = await setup.buyer(2 * CENT)
    const payment = setup.claim(await buyer.sign())
    const settler = setup.settler()
    const first = await settler.settle(payment)
    expect(await settler.settle(payment)).toEqual(first)
    expect(await setup.settler().settle(payment)).toEqual(first)
    expect(await received()).toBe(CENT)
    expect(await setup.chain.count(setup.key.address, 'latest')).toBe(1)
  })

  test('asked for by twenty at once is one transaction and one answer', async () => {
    const buyer = await setup.buyer(20 * CENT)
    const payment = setup.claim(await buyer.sign())
    const settler = setup.settler()
    const answers = await Promise.all(Array.from({ length: 20 }, () => settler.settle(payment)))
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]!.kind).toBe('settled')
    expect(await received()).toBe(CENT)
    expect(await setup.chain.count(setup.key.address, 'latest')).toBe(1)
  })

  test('without a claim that is sent moves no money', async () => {
    expect(await setup.settler().settle('x402:nobody')).toEqual({ kind: 'failed', reason: 'invalid_transaction_state' })
    expect(setup.book.moves).toEqual([])
  })

  test('to a recipient of earlier settings reaches him: the claim says to whom', async () => {
    const earlier = gasAccount(3).address
    const payment = setup.claim(await (await setup.buyer()).sign({ to: earlier }))
    expect((await setup.settler().settle(payment)).kind).toBe('settled')
    expect(setup.book.stateOf(payment)).toBe('spent')
    expect([await setup.anvil.balanceOf(earlier), await received()]).toEqual([CENT, 0])
  })

  test('to such a recipient that a third party submitted is found', async () => {
    const earlier = gasAccount(3).address
    const transfer = await (await setup.buyer()).sign({ to: earlier })
    const payment = setup.claim(transfer)
    const transaction = await setup.submit(transfer)
    expect(await setup.settler().settle(payment)).toMatchObject({ kind: 'settled', settlement: { transaction } })
  })

  test('that has run out is released, without a transaction', async () => {
    const now = await setup.anvil.time()
    const payment = setup.claim(await (await setup.buyer()).sign({ validBefore: now - 10 }))
    const reason = 'invalid_exact_evm_payload_authorization_valid_before'
    expect(await setup.settler().settle(payment)).toEqual({ kind: 'failed', reason })
    expect(setup.book.released.get(payment)).toBe(reason)
    expect(await setup.chain.count(setup.key.address, 'latest')).toBe(0)
  })

  test('submitted by a third party first is settled all the same, and charged once', async () => {
    const buyer = await setup.buyer(2 * CENT)
    const transfer = await buyer.sign()
    const payment = setup.claim(transfer)
    const transaction = await setup.submit(transfer)
    const settled = await setup.settler().settle(payment)
    expect(settled).toEqual({ kind: 'settled', settlement: { transaction, payer: buyer.address } })
    expect(await received()).toBe(CENT)
  })

  test('whose nonce was used for somebody else is not served', async () => {
    const buyer = await setup.buyer(2 * CENT)
    const shown = await buyer.sign()
    const payment = setup.claim(shown)
    const other = await buyer.sign()
    await setup.submit(await buyer.sign({ to: buyer.address, nonce: shown.authorization.nonce }), other)
    const reason = 'invalid_exact_evm_nonce_already_used'
    expect(await setup.settler().settle(payment)).toEqual({ kind: 'failed', reason })
    expect(setup.book.released.get(payment)).toBe(reason)
  })

  test('from an account that was emptied after the simulation is not served', async () => {
    const buyer = await setup.buyer()
    const transfer = await buyer.sign()
    expect(await setup.chain.simulate(transfer)).toEqual({ kind: 'would_settle' })
    const payment = setup.claim(transfer)
    await setup.submit(await buyer.sign({ to: gasAccount(3).address }))
    const reason = 'invalid_exact_evm_insufficient_balance'
    expect(await setup.settler().settle(payment)).toEqual({ kind: 'failed', reason })
    expect(setup.book.stateOf(payment)).toBe('none')
    expect(await received()).toBe(0)
  })

  test.each([null, { windowMs: 100, max: 50 }])(
    'of ten with a balance for one: one is served (batch %p)',
    async (batch) => {
      const buyer = await setup.buyer()
      const payments = await Promise.all(Array.from({ length: 10 }, async () => setup.claim(await buyer.sign())))
      const settler = setup.settler({ batch })
      const answers = await Promise.all(payments.map(settler.settle))
      const kinds = answers.map((each) => (each.kind === 'failed' ? each.reason : each.kind))
      expect(kinds.filter((kind) => kind === 'settled')).toHaveLength(1)
      expect(kinds.filter((kind) => kind === 'invalid_exact_evm_insufficient_balance')).toHaveLength(9)
      expect(await received()).toBe(CENT)
    },
  )
})

describe('the outcome', () => {
  test('is unknown while nothing is mined, and the same payment brings the answer afterwards', async () => {
    await setup.anvil.setAutomine(false)
    const buyer = await setup.buyer(2 * CENT)
    const payment = setup.claim(await buyer.sign())
    const settler = setup.settler({ patienceMs: 300 })
    const pending = await settler.settle(payment)
    expect(pending).toEqual({ kind: 'unknown', transaction: (await setup.book.read(payment))!.stored!.hash })
    expect(setup.book.stateOf(payment)).toBe('sent')
    await setup.anvil.mine()
    await setup.anvil.setAutomine(true)
    const settled = await settler.settle(payment)
    expect(settled.kind === 'settled' && settled.settlement.transaction).toBe(
      pending.kind === 'unknown' ? pending.transaction : '',
    )
    expect(await received()).toBe(CENT)
  })

  test('is unknown when the node goes away, before signing or after, and nothing is released', async () => {
    const [first, second] = [await setup.buyer(), await setup.buyer()]
    const payment = setup.claim(await first.sign())
    const later = setup.claim(await second.sign())
    const cut = changed(setup.chain, {
      broadcast: async (raw) => {
        await setup.chain.broadcast(raw)
        await setup.stop()
        return { kind: 'unreachable' }
      },
    })
    const settler = setup.settler({ chain: cut, patienceMs: 300 })
    expect((await settler.settle(payment)).kind).toBe('unknown')
    expect(await setup.settler({ patienceMs: 300 }).settle(later)).toEqual({ kind: 'unknown', transaction: '' })
    expect([setup.book.stateOf(payment), setup.book.stateOf(later)]).toEqual(['sent', 'sent'])
    expect(await settler.gasState()).toEqual({ open: false, wei: null })
  })

  test('is unknown, not failed, when the node is behind its own receipt', async () => {
    const buyer = await setup.buyer()
    const transfer = await buyer.sign()
    const payment = setup.claim(transfer)
    await setup.submit(transfer)
    const behind = changed(setup.chain, { lookUp: async () => ({ kind: 'unused', block: 0n, at: 0 }) })
    expect((await setup.settler({ chain: behind }).settle(payment)).kind).toBe('unknown')
    expect(setup.book.stateOf(payment)).toBe('sent')
  })

  test('is unknown when such a node simulates as of its own block too: it would call a paid payment unsettled', async () => {
    const buyer = await setup.buyer(2 * CENT)
    const transfer = await buyer.sign()
    const payment = setup.claim(transfer)
    await setup.submit(transfer)
    const behind = changed(setup.chain, {
      lookUp: async () => ({ kind: 'unused', block: 0n, at: 0 }),
      simulate: async () => ({ kind: 'would_settle' }),
    })
    expect((await setup.settler({ chain: behind }).settle(payment)).kind).toBe('unknown')
    // The sweeper asks the same node; for a claim in a batch the same holds.
    expect(await setup.settler({ chain: behind, patienceMs: 300 }).sweep(Date.now() + 1e9)).toMatchObject({ open: 1 })
    expect((await setup.settler({ chain: behind, batch: { windowMs: 10, max: 5 } }).settle(payment)).kind).toBe(
      'unknown',
    )
    expect(setup.book.stateOf(payment)).toBe('sent')
    // Nothing was signed a second time.
    expect(await setup.chain.count(setup.key.address, 'latest')).toBe(1)
    // In time the node knows its own block.
    expect(await setup.settler().sweep(Date.now() + 1e9)).toMatchObject({ spent: 1 })
    expect(await received()).toBe(CENT)
  })

  test('is unknown when the store fails, and the number is not lost', async () => {
    const [first, second] = [await setup.buyer(), await setup.buyer()]
    const payment = setup.claim(await first.sign())
    const failing = { ...setup.book, storeTransaction: () => Promise.reject(new Error('redis is away')) }
    let claims = failing as typeof setup.book
    const settler = setup.settler({
      claims: { ...setup.book, storeTransaction: (...args) => claims.storeTransaction(...args) },
    })
    expect(await settler.settle(payment)).toEqual({ kind: 'unknown', transaction: '' })
    claims = setup.book
    expect((await settler.settle(setup.claim(await second.sign()))).kind).toBe('settled')
    expect((await settler.settle(payment)).kind).toBe('settled')
  })
})

describe('the log', () => {
  const marksOf = (payments: readonly string[]) => payments.map((payment) => receiptMark(payment)).toSorted()
  const fieldsOf = (event: string) => setup.log.lines.find((line) => line.event === event)!.fields

  test('names the receipt of a payment as the line of its sale does', async () => {
    const transfer = await (await setup.buyer()).sign()
    const payment = setup.claim(transfer)
    const about = { payment, receipt: receiptMark(payment) }
    await setup
      .settler({ claims: { ...setup.book, storeTransaction: () => Promise.reject(new Error('redis is away')) } })
      .settle(payment)
    expect(fieldsOf('settlement.broken_off')).toEqual({ ...about, problem: 'Error: redis is away' })
    // Money came, and the claim was released meanwhile.
    const spend = () => setup.book.release(payment, 'invalid_exact_evm_transaction_failed').then(() => false)
    const found = await setup.settler({ claims: { ...setup.book, spend } }).settle(payment)
    expect(found).toMatchObject({ kind: 'unknown' })
    expect(fieldsOf('settlement.without_claim')).toEqual({
      ...about,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })

  test('names the payment alone where its claim cannot be read', async () => {
    const payment = setup.claim(await (await setup.buyer()).sign())
    await setup
      .settler({ claims: { ...setup.book, read: () => Promise.reject(new Error('redis is away')) } })
      .settle(payment)
    expect(fieldsOf('settlement.broken_off')).toEqual({ payment, problem: 'Error: redis is away' })
  })

  test('names all receipts of a transaction that nobody takes', async () => {
    await setup.anvil.fundEth(setup.key.address, 0)
    const transfers = [await (await setup.buyer()).sign(), await (await setup.buyer()).sign()]
    const payments = transfers.map(setup.claim)
    const settler = setup.settler({ batch: { windowMs: 200, max: 2 } })
    await Promise.all(payments.map(settler.settle))
    const marks = (fieldsOf('settlement.not_accepted') as { receipt: string }).receipt.split(' ')
    expect(marks.toSorted()).toEqual(marksOf(payments))
    // The sweeper sends the stored bytes again, for one payment at a time.
    setup.log.lines.length = 0
    await setup.settler().sweep(Date.now() + 1e9)
    const swept = setup.log.lines.filter(({ event }) => event === 'settlement.not_accepted')
    expect(swept.map(({ fields }) => (fields as { receipt: string }).receipt).toSorted()).toEqual(marksOf(payments))
  })

  test('never carries what moves money', async () => {
    await setup.anvil.fundEth(setup.key.address, 0)
    const transfer = await (await setup.buyer()).sign()
    await setup.settler().settle(setup.claim(transfer))
    const written = JSON.stringify(setup.log.lines)
    expect(written).toContain('settlement.not_accepted')
    expect(written).not.toContain(transfer.signature.slice(2, 66))
  })
})

describe('while gas is short', () => {
  test("is open with fifty transfers' worth of gas, and closed below", async () => {
    const settler = setup.settler()
    const enough = (await setup.chain.costOf(1))! * 50n
    expect(await settler.gasState()).toEqual({ open: true, wei: 10n ** 19n })
    await setup.anvil.rpc('anvil_setBalance', [settler.address, `0x${(enough - 1n).toString(16)}`])
    expect(await settler.gasState()).toEqual({ open: false, wei: enough - 1n })
  })
})
