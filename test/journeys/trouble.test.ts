import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { dirname } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { askedLookUp } from '../../src/http/rails/asked-settler.ts'
import { readPayment, type ShownPayment } from '../../src/http/rails/x402-payload.ts'
import { startRedis } from '../../src/store/redis/embedded-redis.ts'
import { type Buyer, type ChainShop, MODES, startChainShop } from '../support/chain-shop.ts'
import {
  authorize,
  BASE_DOMAIN,
  base64Json,
  type Payment,
  payment,
  payloadV1,
  payloadV2,
  SELLER,
  signTransfer,
  STRANGER,
  type WireAuthorization,
} from '../support/payer.ts'
import { billOf, payL402, problemOf, reasonOf, SPOT } from '../support/shop.ts'
import { askOver } from '../../src/queues/ask.ts'

/**
 * What can go wrong between a signature and an answer on a chain, one case after the other, in both ways of settling.
 * Nobody is charged without being served, served without being charged, or charged twice.
 */

const CENT = 10_000
const ETHER = '/oracle/price/eth/usd'

type Headers = Readonly<Record<string, string>>

/** Both spellings of one payment. */
const VERSIONS = ['v2', 'v1'] as const

test('two transfers under one nonce are two questions to the settling worker, whatever is still on its way', async () => {
  const nonce = `0x${'ab'.repeat(32)}` as const
  const asked: { share: string; paid: boolean }[] = []
  const inquiries = askOver('inquiries', async (job, share) => {
    const paid = JSON.stringify(job).includes('"value":"10000"')
    // What runs under a share already answers everybody who asks under it, as the queue does.
    const running = asked.find((each) => each.share === share) ?? { share, paid }
    asked.push(running)
    const result = running.paid ? { kind: 'paid', transaction: `0x${'cd'.repeat(32)}` } : { kind: 'unused' }
    return { kind: 'done', result }
  })
  const lookUp = askedLookUp({ inquiries })
  const shown = async (value: string) => {
    const { v1, signature } = await payment(Date.now(), { nonce, value })
    return { shown: readPayment(v1['x-payment']) as ShownPayment, signature }
  }
  const [cheap, dear] = [await shown('10000'), await shown('7000000')]
  expect(await lookUp(cheap.shown)).not.toBeNull()
  expect(await lookUp(dear.shown)).toBeNull()
  for (const { signature } of [cheap, dear])
    for (const { share } of asked) expect(share).not.toContain(signature.slice(2, 66))
})

describe.each(MODES)('settled by %s', (settling) => {
  const own = settling === 'own'
  let shop: ChainShop

  beforeAll(async () => {
    shop = await startChainShop(settling, { patienceMs: 700 })
  })
  afterAll(() => shop.stop())

  beforeEach(async () => {
    // Each test gets its own version, no older edition in the cache, and no facilitator closed by the test before.
    await shop.pass(own ? 2 : 61)
    await Promise.all([shop.publish('btc/usd'), shop.publish('eth/usd', '3512.05')])
  })
  afterEach(async () => {
    shop.node.loseAnswers(null)
    shop.facilitator.loseAnswers(null)
    await shop.anvil.setAutomine(true)
    await shop.anvil.mine()
  })

  const ask = (headers: Headers, path = SPOT) => shop.request(path, { headers })
  const receiptOf = async (response: Response) => {
    const told = await shop.request(`/receipts/${response.headers.get('payment-receipt')!}`)
    return (await told.json()) as Record<string, unknown>
  }
  const said = (response: Response) => decodePaymentResponseHeader(response.headers.get('payment-response')!)
  const invoices = () => shop.money.calledOf('POST /lnd/v1/invoices')
  /** Done between check and settlement: when the facilitator is asked to settle, or we are about to broadcast. */
  const beforeSettling = (act: () => Promise<unknown>) =>
    own ? shop.node.before('eth_sendRawTransaction', act) : shop.facilitator.before('POST /settle', act)
  const beforeBroadcast = (act: () => Promise<unknown>) => shop.node.before('eth_sendRawTransaction', act)
  const sent = () => shop.node.calledOf('eth_sendRawTransaction')

  /** Never a 402 while it is not known whether money has moved: a client would sign a second payment. */
  const isPending = async (response: Response, isFirst = true): Promise<void> => {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('payment-required')).toBeNull()
    expect(response.headers.get('www-authenticate')).toBeNull()
    expect((await problemOf(response.clone())).error).toBe('payment_in_progress')
    // The receipt is for who made the hold: the header alone is public.
    expect(response.headers.has('payment-receipt')).toBe(isFirst)
    if (isFirst) expect(await receiptOf(response)).toMatchObject({ state: 'sent', charged: null, rail: 'x402' })
  }

  /** Served now or after the sweeper's next round, by the same header and by the receipt; charged a cent, once. */
  const endsWell = async (buyer: Buyer, headers: Headers, pending: Response): Promise<Response> => {
    let response = await ask(headers)
    if (response.status === 503) {
      expect(await shop.sweep()).toMatchObject({ spent: 1 })
      expect(await receiptOf(pending)).toMatchObject({ state: 'spent', charged: true, answer: { domain: 'BTCUSD' } })
      response = await ask(headers)
    }
    expect(response.status).toBe(200)
    const body = await response.clone().text()
    expect(await receiptOf(pending)).toMatchObject({ state: 'spent', answer: JSON.parse(body) as object })
    expect(await (await ask(headers)).text()).toBe(body)
    expect(await buyer.balance()).toBe(CENT)
    return response
  }

  describe('bad input costs nobody anything', () => {
    /** Answered with the reason, and nobody was asked: no facilitator, no Lightning, the node so often. */
    const isCheap = async (headers: Headers, reason: string | RegExp, path = SPOT, calls = 0): Promise<void> => {
      const before = [shop.node.total() + calls, shop.facilitator.total(), invoices()]
      const response = await ask(headers, path)
      expect([400, 402]).toContain(response.status)
      expect(await reasonOf(response)).toMatch(reason)
      expect([shop.node.total(), shop.facilitator.total(), invoices()]).toEqual(before)
      expect(response.headers.get('www-authenticate')).toBeNull()
    }
    /** The payer's account might have code that takes this signature: the node is asked once. */
    const isAsked = (headers: Headers) => isCheap(headers, 'invalid_exact_evm_payload_signature', SPOT, 1)
    const MINUTE = 60
    const both = (write: (version: 1 | 2) => unknown) => [
      { 'x-payment': base64Json(write(1)) },
      { 'payment-signature': base64Json(write(2)) },
    ]

    test('headers that are no payment', async () => {
      const texts = [
        '%%%',
        'abc=def=',
        'a b',
        'e30',
        base64Json(null),
        base64Json([]),
        base64Json('x'),
        base64Json(7),
        Buffer.from('{"x402Version":1,').toString('base64'),
        Buffer.from([0xff, 0xfe, 0x7b, 0x7d]).toString('base64'),
        Buffer.from('['.repeat(6_000)).toString('base64'),
        Buffer.from(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`).toString('base64'),
        base64Json({ x402Version: 1, payload: { a: 'x'.repeat(5_000) } }),
        'A'.repeat(16_384),
        '='.repeat(16_384),
      ]
      for (const text of texts) {
        await isCheap({ 'x-payment': text }, 'invalid_payload')
        await isCheap({ 'payment-signature': text }, 'invalid_payload')
      }
      for (const x402Version of [0, 3, '1', 1.5, null])
        for (const headers of both(() => ({ ...payloadV1(authorize(shop.clock.now()), '0x'), x402Version })))
          await isCheap(headers, 'invalid_x402_version')
      // Over the wire, where the runtime may stop reading before we do.
      const wide = await fetch(shop.url + SPOT, { headers: { 'x-payment': 'A'.repeat(12_000) } })
      expect([wide.status, await reasonOf(wide)]).toEqual([402, 'invalid_payload'])
      const wider = await fetch(shop.url + SPOT, { headers: { 'x-payment': 'A'.repeat(40_000) } })
      await wider.body?.cancel()
      expect([400, 402, 431]).toContain(wider.status)
    })

    test('numbers that are none, and wrong types', async () => {
      const good = authorize(shop.clock.now())
      const signature = await signTransfer(good)
      const numbers = ['1e4', '0x2710', ' 10000', '10000 ', '+10000', '-10000', '010000', '10000.0', '', '１００００']
      const wrong: readonly unknown[] = [...numbers, 10_000, null, true, [], {}, '9'.repeat(78), '1'.repeat(200)]
      for (const field of ['value', 'validAfter', 'validBefore'])
        for (const value of wrong)
          for (const headers of both((version) =>
            (version === 1 ? payloadV1 : payloadV2)({ ...good, [field]: value } as WireAuthorization, signature),
          ))
            await isCheap(headers, 'invalid_payload')
      for (const amount of ['1e4', '0x2710', 10_000, ''])
        await isCheap(
          {
            'payment-signature': base64Json({
              ...payloadV2(good, signature),
              accepted: { ...payloadV2(good, signature).accepted, amount },
            }),
          },
          'invalid_payload',
        )
      for (const changes of [
        { from: 7 },
        { from: good.from.slice(0, -1) },
        { to: 'vitalik.eth' },
        { nonce: '0x1' },
        { nonce: `0x${'zz'.repeat(32)}` },
      ])
        for (const headers of both((version) =>
          (version === 1 ? payloadV1 : payloadV2)({ ...good, ...changes } as WireAuthorization, signature),
        ))
          await isCheap(headers, 'invalid_payload')
      for (const bad of ['0xzz', 'abc', 7, null, `0x${'00'.repeat(3_000)}`])
        for (const headers of both((version) => (version === 1 ? payloadV1 : payloadV2)(good, bad as string)))
          await isCheap(headers, 'invalid_payload')
    })

    test('payments for another chain, token or scheme', async () => {
      const good = authorize(shop.clock.now())
      const signature = await signTransfer(good)
      const [v1, v2] = [payloadV1(good, signature), payloadV2(good, signature)]
      const accepted = (changes: object) => ({
        'payment-signature': base64Json({ ...v2, accepted: { ...v2.accepted, ...changes } }),
      })
      for (const network of ['base-sepolia', 'ethereum', 'eip155:1', 'Base', ''])
        await isCheap({ 'x-payment': base64Json({ ...v1, network }) }, 'invalid_network')
      for (const network of ['eip155:84532', 'eip155:1', 'base', 'solana:mainnet'])
        await isCheap(accepted({ network }), 'invalid_network')
      for (const scheme of ['upto', 'EXACT', ''])
        for (const headers of [{ 'x-payment': base64Json({ ...v1, scheme }) }, accepted({ scheme })])
          await isCheap(headers, 'unsupported_scheme')
      for (const changes of [{ amount: '1' }, { asset: `0x${'11'.repeat(20)}` }, { payTo: STRANGER.address }])
        await isCheap(accepted(changes), 'invalid_payment_requirements')
      for (const domain of [
        { chainId: 84_532 },
        { chainId: 1 },
        { name: 'USDC' },
        { version: '1' },
        { verifyingContract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' as const },
      ]) {
        const foreign = await signTransfer(good, undefined, { ...BASE_DOMAIN, ...domain })
        for (const headers of both((version) => (version === 1 ? payloadV1 : payloadV2)(good, foreign)))
          await isAsked(headers)
      }
    })

    test('signatures that this payer did not make', async () => {
      // The thirty questions of this minute have partly been asked.
      await shop.pass(MINUTE)
      await shop.publish('btc/usd')
      const good = authorize(shop.clock.now())
      const signature = await signTransfer(good)
      const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
      const high = (secp256k1.Point.Fn.ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0')
      const bad = [
        `0x${r}${s}${v === '1b' ? '00' : '01'}`,
        `0x${r}${s}${v === '1b' ? '1c' : '1b'}`,
        `0x${r}${s}1d`,
        `0x${'00'.repeat(65)}`,
        '0x',
        // As a contract wallet's (ERC-1271).
        `0x${'11'.repeat(96)}`,
        await signTransfer(good, STRANGER),
      ]
      const shown = (each: string) => both((version) => (version === 1 ? payloadV1 : payloadV2)(good, each))
      for (const each of bad) for (const headers of shown(each)) await isAsked(headers)
      // Nobody takes these, whatever the payer is: a wrapper that holds nothing (ERC-6492), and a compact one.
      const wrapper = `${signature}${'00'.repeat(200)}${'6492'.repeat(16)}`
      for (const headers of shown(wrapper)) await isCheap(headers, 'invalid_exact_evm_payload_signature')
      for (const headers of shown(`0x${r}${s}`)) await isCheap(headers, 'compact_signature_not_supported')
      // The same signature in the half that the token refuses: whoever settles is asked, and says no.
      for (const headers of shown(`0x${r}${high}${v === '1b' ? '1c' : '1b'}`))
        expect((await ask(headers)).status).toBe(402)
      for (const changes of [
        { nonce: `0x${'ab'.repeat(32)}` as const },
        { from: STRANGER.address },
        { validAfter: '1' },
      ])
        for (const headers of both((version) =>
          (version === 1 ? payloadV1 : payloadV2)({ ...good, ...changes }, signature),
        ))
          await isAsked(headers)
    })

    test('expired, three seconds left, not yet valid, another recipient, one unit less, one more', async () => {
      const buyer = await shop.buyer()
      const now = Math.floor(shop.clock.now() / 1_000)
      const cases: readonly (readonly [Partial<WireAuthorization>, string])[] = [
        [{ validBefore: String(now - 1) }, 'authorization_valid_before'],
        [{ validBefore: String(now + 3) }, 'authorization_valid_before'],
        [{ validAfter: String(now + 30) }, 'authorization_valid_after'],
        [{ to: STRANGER.address }, 'recipient_mismatch'],
        [{ value: '9999' }, 'authorization_value'],
        [{ value: '10001' }, 'authorization_value'],
      ]
      for (const [changes, reason] of cases) {
        const { v1, authorization, signature } = await buyer.pay(changes)
        await isCheap(v1, `invalid_exact_evm_payload_${reason}`)
        // The amount it says it accepted is the one that was asked for.
        const whole = payloadV2({ ...authorization, value: '10000' }, signature)
        const v2 = base64Json({ ...whole, payload: { signature, authorization } })
        await isCheap({ 'payment-signature': v2 }, `invalid_exact_evm_payload_${reason}`)
      }
      expect(await buyer.balance()).toBe(CENT)
    })

    test('Lightning: broken, forged and foreign tokens; the payments behind them stay good', async () => {
      const { authorization, macaroon, invoice } = await payL402(shop)
      const other = await payL402(shop, ETHER)
      expect(billOf(await ask({}))?.invoice).not.toBe(invoice)
      const [preimage, foreign] = [authorization, other.authorization].map((each) => each.split(':')[1]!) as [
        string,
        string,
      ]
      const bytes = Buffer.from(macaroon, 'base64')
      const changed = (at: number) => {
        const copy = Buffer.from(bytes)
        copy[at]! ^= 1
        return copy.toString('base64')
      }
      for (const [token, reason] of [
        [`${macaroon}:${foreign}`, 'l402_wrong_preimage'],
        [`${macaroon}:${'00'.repeat(32)}`, 'l402_wrong_preimage'],
        [`${changed(bytes.length - 1)}:${preimage}`, 'l402_forged_token'],
        [`${changed(60)}:${preimage}`, /^l402_(forged|malformed)_token$/],
        [`${bytes.subarray(0, 90).toString('base64')}:${preimage}`, 'l402_malformed_token'],
        [`${macaroon}:${preimage.slice(2)}`, 'l402_malformed_token'],
        [macaroon, 'l402_malformed_token'],
        [`:${preimage}`, 'l402_malformed_token'],
        [`${'A'.repeat(12_000)}:${preimage}`, 'l402_malformed_token'],
      ] as const)
        for (const scheme of ['L402', 'LSAT']) await isCheap({ authorization: `${scheme} ${token}` }, reason)

      // A token of ours for another path: its holder is honest, and is told what this path costs.
      const elsewhere = await ask({ authorization }, ETHER)
      expect([elsewhere.status, await reasonOf(elsewhere)]).toEqual([402, 'l402_other_request'])
      for (const [path, shown] of [
        [SPOT, authorization],
        [ETHER, other.authorization],
      ] as const)
        expect((await ask({ authorization: shown }, path)).status).toBe(200)
      lightningSecrets.push(macaroon, preimage, foreign, other.macaroon)
    })
  })

  const lightningSecrets: string[] = []

  describe('the same payment again', () => {
    test('the same request, under either version: the same bytes, no charge; another path: refused', async () => {
      const buyer = await shop.buyer(2 * CENT)
      const paid = await buyer.pay()
      const before = sent()
      const first = await ask(paid.v2)
      expect(first.status).toBe(200)
      const body = await first.clone().text()
      for (const headers of [paid.v2, paid.v1, paid.v1, paid.v2]) {
        const again = await ask(headers)
        expect(await again.text()).toBe(body)
        expect(said(again)).toEqual(said(first))
        expect(again.headers.get('payment-receipt')).toBeNull()
      }
      for (const headers of [paid.v1, paid.v2]) {
        const other = await ask(headers, ETHER)
        expect(other.status).toBe(402)
        expect((await problemOf(other)).error).toBe('payment_already_used')
      }
      expect(await buyer.balance()).toBe(CENT)
      expect(sent() - before).toBe(1)
    })

    test('twenty at once: one charge and one answer, the others are asked to wait', async () => {
      const buyer = await shop.buyer(5 * CENT)
      const paid = await buyer.pay()
      const before = sent()
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, at) => fetch(shop.url + SPOT, { headers: at % 2 === 0 ? paid.v2 : paid.v1 })),
      )
      const served = responses.filter(({ status }) => status === 200)
      expect(served.length).toBeGreaterThanOrEqual(1)
      const bodies = new Set(await Promise.all(served.map((each) => each.text())))
      expect(bodies.size).toBe(1)
      for (const each of responses.filter(({ status }) => status !== 200)) {
        expect(each.status).toBe(503)
        expect((await problemOf(each)).error).toBe('payment_in_progress')
      }
      const receipt = served[0]!.headers.get('payment-receipt')!
      expect(await (await ask({ ...paid.v1, 'payment-receipt': receipt })).text()).toBe([...bodies][0]!)
      expect(await buyer.balance()).toBe(4 * CENT)
      expect(sent() - before).toBe(1)
    })

    test('a nonce that was used for somebody else buys nothing', async () => {
      const buyer = await shop.buyer(3 * CENT)
      const paid = await buyer.pay()
      const { nonce } = paid.authorization
      const elsewhere = await buyer.pay({ to: STRANGER.address, nonce })
      await shop.submit(elsewhere)
      for (const headers of [paid.v2, paid.v1]) {
        const response = await ask(headers)
        expect([response.status, await reasonOf(response)]).toEqual([402, 'invalid_exact_evm_nonce_already_used'])
        expect(await receiptOf(response)).toMatchObject({ state: 'released', charged: false })
      }
      expect(await buyer.balance()).toBe(2 * CENT)
    })
  })

  describe.each(VERSIONS)('trouble while settling, %s', (version) => {
    const pay = async (
      funds = 2 * CENT,
    ): Promise<{ readonly buyer: Buyer; readonly paid: Payment; readonly shown: Headers }> => {
      const buyer = await shop.buyer(funds)
      const paid = await buyer.pay()
      return { buyer, paid, shown: paid[version] }
    }

    for (const [when, before] of [
      ['before we have seen it', (act: () => Promise<unknown>) => act()],
      ['between check and settlement', async (act: () => Promise<unknown>) => beforeSettling(act)],
      ['while our transaction is on its way', async (act: () => Promise<unknown>) => beforeBroadcast(act)],
    ] as const)
      test(`a third party submits it ${when}: served, charged once, and the receipt names their transaction`, async () => {
        const { buyer, paid, shown } = await pay()
        let theirs = ''
        await before(async () => (theirs = await shop.submit(paid)))
        const response = await ask(shown)
        expect(response.status).toBe(200)
        expect(theirs).not.toBe('')
        expect(said(response)).toMatchObject({ success: true, transaction: theirs, payer: buyer.address })
        await endsWell(buyer, shown, response)
      })

    test('the payer empties the account between check and settlement: not served, not charged', async () => {
      const { buyer, shown } = await pay(CENT)
      const elsewhere = await buyer.pay({ to: STRANGER.address })
      const earned = await shop.earned()
      beforeSettling(() => shop.submit(elsewhere))
      const response = await ask(shown)
      expect(response.status).not.toBe(200)
      if (own || response.status === 402) {
        expect(await reasonOf(response)).toBe('invalid_exact_evm_insufficient_balance')
        expect(await receiptOf(response)).toMatchObject({ state: 'released', charged: false })
      } else {
        await isPending(response)
        await shop.pass(120)
        expect(await shop.sweep()).toMatchObject({ released: 1 })
        expect(await receiptOf(response)).toMatchObject({ state: 'released', charged: false })
      }
      expect(await shop.earned()).toBe(earned)
    })

    test('ten authorizations and balance for one: one is served, nobody else is charged', async () => {
      const buyer = await shop.buyer(CENT)
      const earned = await shop.earned()
      const paid = await Promise.all(Array.from({ length: 10 }, () => buyer.pay()))
      const responses = await Promise.all(paid.map((each) => ask(each[version])))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const response of responses.filter(({ status }) => status !== 200))
        expect([402, 503]).toContain(response.status)
      expect((await shop.earned()) - earned).toBe(CENT)
      await shop.pass(120)
      await shop.sweep()
      const states = await Promise.all(responses.map(async (each) => (await receiptOf(each))['state']))
      expect(states.filter((state) => state === 'spent')).toHaveLength(1)
      expect(states.filter((state) => state === 'released')).toHaveLength(9)
      expect((await shop.earned()) - earned).toBe(CENT)
    })

    test('the receipt is late: 503, the receipt says sent, and after the block the same header brings the answer', async () => {
      await shop.anvil.setAutomine(false)
      const { buyer, shown } = await pay()
      const late = await ask(shown)
      await isPending(late)
      const { transaction, errorReason, success } = said(late)
      expect({ success, errorReason }).toEqual({ success: false, errorReason: 'settlement_pending' })
      if (own) {
        expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
        expect(await receiptOf(late)).toMatchObject({ transaction })
      }
      // Still no block: still no 402, for whoever shows it.
      await isPending(await ask(shown), false)
      await shop.anvil.setAutomine(true)
      await shop.anvil.mine()
      await endsWell(buyer, shown, late)
      expect(await buyer.balance()).toBe(CENT)
    })

    test('the node loses its answer to the broadcast: the money is found, and nobody pays for nothing', async () => {
      const { buyer, shown } = await pay()
      shop.node.loseAnswers('eth_sendRawTransaction')
      const lost = await ask(shown)
      shop.node.loseAnswers(null)
      expect(lost.status).toBe(200)
      await endsWell(buyer, shown, lost)
    })

    if (!own) {
      test('the facilitator loses its answer after the money has moved: the chain is asked', async () => {
        const { buyer, shown } = await pay()
        shop.facilitator.loseAnswers('POST /settle')
        const lost = await ask(shown)
        shop.facilitator.loseAnswers(null)
        expect(lost.status).toBe(200)
        await endsWell(buyer, shown, lost)
      })

      test('the facilitator is gone after it has broadcast: 503, and the sweeper finds the money', async () => {
        const { buyer, shown } = await pay()
        await shop.anvil.setAutomine(false)
        shop.node.before('eth_getTransactionReceipt', () => shop.facilitator.shut())
        const cut = await ask(shown)
        await isPending(cut)
        expect(await shop.sweep()).toMatchObject({ open: 1 })
        await shop.anvil.setAutomine(true)
        await shop.anvil.mine()
        expect(await shop.sweep()).toMatchObject({ spent: 1 })
        // Nobody is at home there, and nobody is needed: the answer lies ready.
        expect(await receiptOf(cut)).toMatchObject({ state: 'spent', charged: true, answer: { domain: 'BTCUSD' } })
        await endsWell(buyer, shown, cut)
        shop.facilitator.open()
      })
    }

    test('nobody comes back for an answer that settled late: it waits, and runs out two minutes after the first look', async () => {
      await shop.anvil.setAutomine(false)
      const { shown } = await pay()
      const late = await ask(shown)
      await isPending(late)
      await shop.anvil.setAutomine(true)
      await shop.anvil.mine()
      expect(await shop.sweep()).toMatchObject({ spent: 1 })
      await shop.pass(3_600)
      // The authorization has run out long ago.
      expect((await ask(shown)).status).toBe(200)
      await shop.pass(121)
      await shop.publish('btc/usd')
      shop.clock.move(2_000)
      expect((await ask(shown)).status).toBe(402)
      expect(await receiptOf(late)).toMatchObject({ state: 'spent', charged: true })
    })
  })

  if (!own)
    describe('a payer who has just paid', () => {
      /** With so many cents left after the first purchase. */
      const known = async (cents: number): Promise<Buyer> => {
        const buyer = await shop.buyer((cents + 1) * CENT)
        expect((await ask((await buyer.pay()).v2)).status).toBe(200)
        return buyer
      }

      test('has emptied the account: not served, not charged', async () => {
        const buyer = await known(1)
        await shop.submit(await buyer.pay({ to: STRANGER.address }))
        const earned = await shop.earned()
        const { v2 } = await buyer.pay()
        const response = await ask(v2)
        expect([402, 503]).toContain(response.status)
        if (response.status === 503) {
          await isPending(response)
          await shop.pass(120)
          expect(await shop.sweep()).toMatchObject({ released: 1 })
        }
        expect(await receiptOf(response)).toMatchObject({ state: 'released', charged: false })
        expect(await shop.earned()).toBe(earned)
      })

      test('shows ten authorizations with balance for one: one is served, nobody else is charged', async () => {
        const buyer = await known(1)
        const earned = await shop.earned()
        const paid = await Promise.all(Array.from({ length: 10 }, () => buyer.pay()))
        const responses = await Promise.all(paid.map(({ v2 }) => ask(v2)))
        expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
        await shop.pass(120)
        await shop.sweep()
        const states = await Promise.all(responses.map(async (each) => (await receiptOf(each))['state']))
        expect(states.filter((state) => state === 'spent')).toHaveLength(1)
        expect(states.filter((state) => state === 'released')).toHaveLength(9)
        expect((await shop.earned()) - earned).toBe(CENT)
      })

      test('shows one that a third party has submitted: served by their transaction, charged once', async () => {
        const buyer = await known(2)
        const paid = await buyer.pay()
        const theirs = await shop.submit(paid)
        const response = await ask(paid.v2)
        expect(response.status).toBe(200)
        expect(said(response)).toMatchObject({ success: true, transaction: theirs })
        expect(await buyer.balance()).toBe(CENT)
      })

      test('shows one whose nonce paid somebody else: never served, and let go when the chain says so', async () => {
        const buyer = await known(2)
        const paid = await buyer.pay()
        await shop.submit(await buyer.pay({ to: STRANGER.address, nonce: paid.authorization.nonce }))
        const earned = await shop.earned()
        const response = await ask(paid.v2)
        // Found out by a check beforehand, or by the chain afterwards.
        if (response.status !== 402) {
          await isPending(response)
          expect(await shop.sweep()).toMatchObject({ released: 1 })
        }
        expect(await receiptOf(response)).toMatchObject({ state: 'released', charged: false })
        expect((await ask(paid.v2)).status).toBe(402)
        expect(await shop.earned()).toBe(earned)
      })
    })

  describe('Redis is killed and started again on what it wrote', () => {
    const restart = async (): Promise<void> => {
      const pid = Number(/process_id:(\d+)/.exec(await shop.redis.redis.info('server'))![1])
      process.kill(pid, 'SIGKILL')
      await startRedis({ folder: dirname(shop.redis.url.slice('unix://'.length)) })
    }
    beforeEach(async () => {
      await shop.redis.redis.config('SET', 'appendfsync', 'always')
    })

    for (const [when, before] of [
      ['between hold and goods', (act: () => Promise<unknown>) => shop.node.before('eth_call', act)],
      ['between sent and spent', (act: () => Promise<unknown>) => beforeSettling(act)],
    ] as const)
      test(`${when}: the claim is there, the answer comes, one charge`, async () => {
        const buyer = await shop.buyer(2 * CENT)
        const paid = await buyer.pay()
        before(restart)
        const responses = await Promise.all([ask(paid.v2), ask(paid.v1)])
        for (const { status } of responses) expect([200, 503]).toContain(status)
        const response = await ask(paid.v2)
        expect(response.status).toBe(200)
        expect(await (await ask(paid.v1)).text()).toBe(await response.text())
        expect((await ask(paid.v1, ETHER)).status).toBe(402)
        expect(await buyer.balance()).toBe(CENT)
      })
  })

  test('nothing that is bearer money was logged in any of this, and nothing was called an error that is none', () => {
    const written = JSON.stringify([shop.log.lines, shop.settlerLog.lines, shop.count.read()])
    expect(shop.log.lines.length + shop.settlerLog.lines.length).toBeGreaterThan(5)
    expect(shop.bearer.size).toBeGreaterThan(20)
    for (const secret of [...shop.bearer, ...lightningSecrets]) {
      expect(written.includes(secret)).toBe(false)
      expect(written.includes(secret.replace(/^0x/, ''))).toBe(false)
    }
    expect([...shop.log.lines, ...shop.settlerLog.lines].filter(({ level }) => level === 'error')).toEqual([])
    expect(written).not.toContain(SELLER)
  })
})
