import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { CENT, gasAccount, PAY_TO } from '../../support/chain/chain-payer.ts'
import { changed, openWorld, type World } from '../../support/actors/settler/settling.ts'

/** The order of operations around money, line by line, as far as it is about settling. */

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.stop())

const received = () => world.anvil.balanceOf(PAY_TO)

describe('a payment', () => {
  test('is settled once its transfer is in a block, and its transaction was stored before it was broadcast', async () => {
    const buyer = await world.buyer()
    const payment = world.claim(await buyer.sign())
    const stored: (string | undefined)[] = []
    const watched = changed(world.chain, {
      broadcast: async (raw) => {
        const { stored: kept } = (await world.book.read(payment))!
        stored.push(kept?.raw === raw ? kept.hash : undefined)
        return world.chain.broadcast(raw)
      },
    })
    const settled = await world.settler({ chain: watched }).settle(payment)
    expect(settled).toEqual({ kind: 'settled', settlement: { transaction: stored[0]!, payer: buyer.address } })
    expect(world.book.moves.map(({ move }) => move)).toEqual(['store', 'spend'])
    expect(world.book.stateOf(payment)).toBe('spent')
    expect(await received()).toBe(CENT)
  })

  test('that is replayed is answered from its claim and not charged again', async () => {
    const buyer = await world.buyer(2 * CENT)
    const payment = world.claim(await buyer.sign())
    const settler = world.settler()
    const first = await settler.settle(payment)
    expect(await settler.settle(payment)).toEqual(first)
    expect(await world.settler().settle(payment)).toEqual(first)
    expect(await received()).toBe(CENT)
    expect(await world.chain.count(world.key.address, 'latest')).toBe(1)
  })

  test('asked for by twenty at once is one transaction and one answer', async () => {
    const buyer = await world.buyer(20 * CENT)
    const payment = world.claim(await buyer.sign())
    const settler = world.settler()
    const answers = await Promise.all(Array.from({ length: 20 }, () => settler.settle(payment)))
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]!.kind).toBe('settled')
    expect(await received()).toBe(CENT)
    expect(await world.chain.count(world.key.address, 'latest')).toBe(1)
  })

  test('without a claim that is sent moves no money', async () => {
    expect(await world.settler().settle('x402:nobody')).toEqual({ kind: 'failed', reason: 'invalid_transaction_state' })
    expect(world.book.moves).toEqual([])
  })

  test('to a recipient of earlier settings reaches him: the claim says to whom', async () => {
    const earlier = gasAccount(3).address
    const payment = world.claim(await (await world.buyer()).sign({ to: earlier }))
    expect((await world.settler().settle(payment)).kind).toBe('settled')
    expect(world.book.stateOf(payment)).toBe('spent')
    expect([await world.anvil.balanceOf(earlier), await received()]).toEqual([CENT, 0])
  })

  test('to such a recipient that a third party submitted is found', async () => {
    const earlier = gasAccount(3).address
    const transfer = await (await world.buyer()).sign({ to: earlier })
    const payment = world.claim(transfer)
    const transaction = await world.submit(transfer)
    expect(await world.settler().settle(payment)).toMatchObject({ kind: 'settled', settlement: { transaction } })
  })

  test('that has run out is released, without a transaction', async () => {
    const now = await world.anvil.time()
    const payment = world.claim(await (await world.buyer()).sign({ validBefore: now - 10 }))
    const reason = 'invalid_exact_evm_payload_authorization_valid_before'
    expect(await world.settler().settle(payment)).toEqual({ kind: 'failed', reason })
    expect(world.book.released.get(payment)).toBe(reason)
    expect(await world.chain.count(world.key.address, 'latest')).toBe(0)
  })

  test('submitted by a third party first is settled all the same, and charged once', async () => {
    const buyer = await world.buyer(2 * CENT)
    const transfer = await buyer.sign()
    const payment = world.claim(transfer)
    const transaction = await world.submit(transfer)
    const settled = await world.settler().settle(payment)
    expect(settled).toEqual({ kind: 'settled', settlement: { transaction, payer: buyer.address } })
    expect(await received()).toBe(CENT)
  })

  test('whose nonce was used for somebody else is not served', async () => {
    const buyer = await world.buyer(2 * CENT)
    const shown = await buyer.sign()
    const payment = world.claim(shown)
    const other = await buyer.sign()
    await world.submit(await buyer.sign({ to: buyer.address, nonce: shown.authorization.nonce }), other)
    const reason = 'invalid_exact_evm_nonce_already_used'
    expect(await world.settler().settle(payment)).toEqual({ kind: 'failed', reason })
    expect(world.book.released.get(payment)).toBe(reason)
  })

  test('from an account that was emptied after the simulation is not served', async () => {
    const buyer = await world.buyer()
    const transfer = await buyer.sign()
    expect(await world.chain.simulate(transfer)).toEqual({ kind: 'would_settle' })
    const payment = world.claim(transfer)
    await world.submit(await buyer.sign({ to: gasAccount(3).address }))
    const reason = 'invalid_exact_evm_insufficient_balance'
    expect(await world.settler().settle(payment)).toEqual({ kind: 'failed', reason })
    expect(world.book.stateOf(payment)).toBe('none')
    expect(await received()).toBe(0)
  })

  test.each([null, { windowMs: 100, max: 50 }])(
    'of ten with a balance for one: one is served (batch %p)',
    async (batch) => {
      const buyer = await world.buyer()
      const payments = await Promise.all(Array.from({ length: 10 }, async () => world.claim(await buyer.sign())))
      const settler = world.settler({ batch })
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
    await world.anvil.setAutomine(false)
    const buyer = await world.buyer(2 * CENT)
    const payment = world.claim(await buyer.sign())
    const settler = world.settler({ patienceMs: 300 })
    const pending = await settler.settle(payment)
    expect(pending).toEqual({ kind: 'unknown', transaction: (await world.book.read(payment))!.stored!.hash })
    expect(world.book.stateOf(payment)).toBe('sent')
    await world.anvil.mine()
    await world.anvil.setAutomine(true)
    const settled = await settler.settle(payment)
    expect(settled.kind === 'settled' && settled.settlement.transaction).toBe(
      pending.kind === 'unknown' ? pending.transaction : '',
    )
    expect(await received()).toBe(CENT)
  })

  test('is unknown when the node goes away, before signing or after, and nothing is released', async () => {
    const [first, second] = [await world.buyer(), await world.buyer()]
    const payment = world.claim(await first.sign())
    const later = world.claim(await second.sign())
    const cut = changed(world.chain, {
      broadcast: async (raw) => {
        await world.chain.broadcast(raw)
        await world.stop()
        return { kind: 'unreachable' }
      },
    })
    const settler = world.settler({ chain: cut, patienceMs: 300 })
    expect((await settler.settle(payment)).kind).toBe('unknown')
    expect(await world.settler({ patienceMs: 300 }).settle(later)).toEqual({ kind: 'unknown', transaction: '' })
    expect([world.book.stateOf(payment), world.book.stateOf(later)]).toEqual(['sent', 'sent'])
    expect(await settler.gasState()).toEqual({ open: false, wei: null })
  })

  test('is unknown, not failed, when the node is behind its own receipt', async () => {
    const buyer = await world.buyer()
    const transfer = await buyer.sign()
    const payment = world.claim(transfer)
    await world.submit(transfer)
    const behind = changed(world.chain, { lookUp: async () => ({ kind: 'unused', block: 0n, at: 0 }) })
    expect((await world.settler({ chain: behind }).settle(payment)).kind).toBe('unknown')
    expect(world.book.stateOf(payment)).toBe('sent')
  })

  test('is unknown when such a node simulates as of its own block too: it would call a paid payment unsettled', async () => {
    const buyer = await world.buyer(2 * CENT)
    const transfer = await buyer.sign()
    const payment = world.claim(transfer)
    await world.submit(transfer)
    const behind = changed(world.chain, {
      lookUp: async () => ({ kind: 'unused', block: 0n, at: 0 }),
      simulate: async () => ({ kind: 'would_settle' }),
    })
    expect((await world.settler({ chain: behind }).settle(payment)).kind).toBe('unknown')
    // The sweeper asks the same node; for a claim in a batch the same holds.
    expect(await world.settler({ chain: behind, patienceMs: 300 }).sweep(Date.now() + 1e9)).toMatchObject({ open: 1 })
    expect((await world.settler({ chain: behind, batch: { windowMs: 10, max: 5 } }).settle(payment)).kind).toBe(
      'unknown',
    )
    expect(world.book.stateOf(payment)).toBe('sent')
    // Nothing was signed a second time.
    expect(await world.chain.count(world.key.address, 'latest')).toBe(1)
    // In time the node knows its own block.
    expect(await world.settler().sweep(Date.now() + 1e9)).toMatchObject({ spent: 1 })
    expect(await received()).toBe(CENT)
  })

  test('is unknown when the store fails, and the number is not lost', async () => {
    const [first, second] = [await world.buyer(), await world.buyer()]
    const payment = world.claim(await first.sign())
    const failing = { ...world.book, storeTransaction: () => Promise.reject(new Error('redis is away')) }
    let claims = failing as typeof world.book
    const settler = world.settler({
      claims: { ...world.book, storeTransaction: (...args) => claims.storeTransaction(...args) },
    })
    expect(await settler.settle(payment)).toEqual({ kind: 'unknown', transaction: '' })
    claims = world.book
    expect((await settler.settle(world.claim(await second.sign()))).kind).toBe('settled')
    expect((await settler.settle(payment)).kind).toBe('settled')
  })
})

describe('the log', () => {
  test('never carries what moves money', async () => {
    await world.anvil.fundEth(world.key.address, 0)
    const transfer = await (await world.buyer()).sign()
    await world.settler().settle(world.claim(transfer))
    const written = JSON.stringify(world.log.lines)
    expect(written).toContain('settlement.not_accepted')
    expect(written).not.toContain(transfer.signature.slice(2, 66))
  })
})

describe('the gas door', () => {
  test("is open with fifty transfers' worth of gas, and closed below", async () => {
    const settler = world.settler()
    const enough = (await world.chain.costOf(1))! * 50n
    expect(await settler.gasState()).toEqual({ open: true, wei: 10n ** 19n })
    await world.anvil.rpc('anvil_setBalance', [settler.address, `0x${(enough - 1n).toString(16)}`])
    expect(await settler.gasState()).toEqual({ open: false, wei: enough - 1n })
  })
})
