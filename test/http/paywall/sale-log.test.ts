import { afterAll, afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { receiptMark } from '../../../src/canonical/receipt-mark.ts'
import { TOKEN_GRACE_SECONDS } from '../../../src/http/rails/l402.ts'
import { nameOf } from '../../support/chain/chain-payer.ts'
import { PAYER, payment, STRANGER } from '../../support/payer.ts'
import { proofBy } from '../../support/proof.ts'
import { fileShop, payL402, problemOf, SPOT } from '../../support/shop.ts'

/**
 * What the log says of payments: one line for each sale and each refusal, by which an operator follows the complaint of
 * a buyer, and nothing in it that pays or opens anything.
 */

const shop = await fileShop()
await shop.money.fund(PAYER.address)

/** Everything that must stand in no line, as it was sent or answered. */
const secrets = new Set<string>([PAYER.address, STRANGER.address])
let from = 0

beforeEach(async () => {
  shop.clock.move(2_000)
  await shop.publish('btc/usd')
  from = shop.log.lines.length
})
afterEach(() => shop.money.overrides.clear())

type Headers = Readonly<Record<string, string>>

const keepSecret = (headers: Headers, response: Response): void => {
  for (const name of ['authorization', 'x-payment', 'payment-signature', 'payment-receipt', 'payment-proof'])
    for (const text of (headers[name] ?? '').split(/[ :]/)) if (text.length > 5) secrets.add(text)
  for (const name of ['payment-receipt', 'www-authenticate'])
    for (const text of (response.headers.get(name) ?? '').split(/[ ,"]/)) if (text.length > 20) secrets.add(text)
}

const show = async (headers: Headers, init: { path?: string; method?: string; from?: string } = {}) => {
  const { path = SPOT, ...more } = init
  const response = await shop.request(path, { headers, ...more })
  keepSecret(headers, response)
  const id = response.headers.get('x-request-id')!
  const receipt = response.headers.get('payment-receipt')
  return { response, status: response.status, id, receipt }
}

const x402 = async (changes: Parameters<typeof payment>[1] = {}) => {
  const paid = await payment(shop.clock.now(), changes)
  secrets.add(paid.signature.slice(2))
  return paid
}

const lightning = async (path = SPOT) => {
  const { authorization } = await payL402(shop, path)
  from = shop.log.lines.length
  return { authorization }
}

const linesOf = (event: RegExp) =>
  shop.log.lines
    .slice(from)
    .flatMap(({ event: name, level, fields }) => (event.test(name) ? [{ name, level, fields }] : []))
const saleLines = () => linesOf(/^sale\.(?:made|refused)$/)

const markOf = (receipt: string | null): string => receiptMark(receipt!)

const ROUTE = `GET ${SPOT}`

describe('a sale', () => {
  test('over Lightning is one line', async () => {
    const sold = await show(await lightning())
    expect(sold.status).toBe(200)
    expect(saleLines()).toEqual([
      {
        name: 'sale.made',
        level: 'info',
        fields: {
          request: sold.id,
          receipt: markOf(sold.receipt),
          rail: 'l402',
          route: ROUTE,
          tookMs: 0,
          item: 'price/spot/BTC-USD',
          amount: '10 sats',
        },
      },
    ])
  })

  test('over USDC is one line', async () => {
    const sold = await show((await x402()).v2)
    expect(sold.status).toBe(200)
    expect(saleLines()).toEqual([
      {
        name: 'sale.made',
        level: 'info',
        fields: {
          request: sold.id,
          receipt: markOf(sold.receipt),
          rail: 'x402',
          route: ROUTE,
          tookMs: 0,
          item: 'price/spot/BTC-USD',
          amount: '$0.010000',
        },
      },
    ])
  })

  test('says how long it took', async () => {
    const paid = await x402()
    shop.money.overrides.set('POST /facilitator/settle', (request) => {
      shop.clock.move(740)
      return shop.money.handle(request)
    })
    expect((await show(paid.v2)).status).toBe(200)
    expect(saleLines()[0]?.fields).toMatchObject({ tookMs: 740 })
  })

  test('has the line of its first answer alone', async () => {
    const [token, paid] = [await lightning(), await x402()]
    for (const headers of [token, paid.v2]) for (let n = 0; n < 3; n++) expect((await show(headers)).status).toBe(200)
    expect(saleLines().map(({ name }) => name)).toEqual(['sale.made', 'sale.made'])
  })

  test('that is answered late is one line, without an amount', async () => {
    const paid = await x402()
    await shop.money.control('/chain/faults', { settle: 'unknown' })
    const pending = await show(paid.v2)
    await shop.money.control('/chain/faults', {})
    expect(pending.status).toBe(503)
    expect(await shop.store.settlements.spend(nameOf(paid), `0x${'aa'.repeat(32)}`)).toBe(true)
    from = shop.log.lines.length
    const late = await show({ ...paid.v2, 'payment-receipt': pending.receipt! })
    expect(late.status).toBe(200)
    expect(saleLines()).toMatchObject([
      { name: 'sale.made', fields: { request: late.id, receipt: markOf(pending.receipt), amount: null } },
    ])
    await show({ ...paid.v2, 'payment-receipt': pending.receipt! })
    expect(saleLines()).toHaveLength(1)
  })

  test('that its receipt fetches is one line too', async () => {
    const paid = await x402()
    await shop.money.control('/chain/faults', { settle: 'unknown' })
    const { receipt } = await show(paid.v2)
    await shop.money.control('/chain/faults', {})
    expect(await shop.store.settlements.spend(nameOf(paid), `0x${'bb'.repeat(32)}`)).toBe(true)
    from = shop.log.lines.length
    const fetched = await show({}, { path: `/receipts/${receipt}` })
    await show({}, { path: `/receipts/${receipt}` })
    expect(saleLines()).toMatchObject([
      {
        name: 'sale.made',
        fields: { request: fetched.id, receipt: markOf(receipt), rail: 'x402', route: 'GET /receipts/{id}' },
      },
    ])
  })
})

describe('no payment, no line', () => {
  test('an offer, its head with a payment, and a free copy are none', async () => {
    const token = await lightning()
    expect((await show({})).status).toBe(402)
    expect((await show(token, { method: 'HEAD' })).status).toBe(402)
    await show({}, { path: `${SPOT}/preview` })
    expect(saleLines()).toEqual([])
    expect((await show(token)).status).toBe(200)
  })
})

/** One refusal: its answer and its line. */
const refused = async (headers: Headers, init: Parameters<typeof show>[1] = {}) => {
  from = shop.log.lines.length
  const shown = await show(headers, init)
  const lines = saleLines()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ name: 'sale.refused', level: 'info', fields: { request: shown.id } })
  const { reason, rail, route, receipt } = lines[0]!.fields as Readonly<Record<string, string>>
  // The receipt as the line has it; the answer's is in its header.
  return { ...shown, reason, rail, route, receipt }
}

const withOtherMac = (macaroon: string): string => {
  const bytes = Buffer.from(macaroon, 'base64')
  bytes[bytes.length - 1]! ^= 1
  return bytes.toString('base64')
}

describe('a refusal over Lightning', () => {
  test('of what is no token, a forged one or another preimage names no receipt', async () => {
    const { authorization } = await lightning()
    const [macaroon, preimage] = authorization.slice('L402 '.length).split(':')
    for (const [shown, reason] of [
      ['L402 x:y', 'l402_malformed_token'],
      [`L402 ${macaroon}:${'00'.repeat(32)}`, 'l402_wrong_preimage'],
      [`L402 ${withOtherMac(macaroon!)}:${preimage}`, 'l402_forged_token'],
    ] as const) {
      const found = await refused({ authorization: shown })
      expect([found.status, found.reason, found.rail, found.route]).toEqual([402, reason, 'l402', ROUTE])
      expect([found.receipt, found.response.headers.get('payment-receipt')]).toEqual([undefined, null])
    }
  })

  test.each([
    ['that has run out', (300 + TOKEN_GRACE_SECONDS + 1) * 1_000, 'l402_expired_token'],
    ['whose answer is not handed out any more', 130_000, 'payment_already_used'],
  ] as const)('of a token %s names its receipt, in line and answer', async (_what, waits, reason) => {
    const token = await lightning()
    const sold = await show(token)
    shop.clock.move(waits)
    await shop.publish('btc/usd')
    const found = await refused(token)
    expect([found.status, found.reason]).toEqual([402, reason])
    expect(found.response.headers.get('payment-receipt')).toBe(sold.receipt)
    expect(found.receipt).toBe(markOf(sold.receipt))
  })

  test('for goods that are gone, for a store that refuses, and for a question we do not take, too', async () => {
    const token = await lightning()
    shop.clock.move(120_000)
    const gone = await refused(token)
    expect([gone.status, gone.reason]).toEqual([503, 'data_unavailable'])
    await shop.publish('btc/usd')
    const { store } = shop.paywall
    Object.assign(shop.paywall, { store: () => 'disk' })
    const away = await refused(token)
    Object.assign(shop.paywall, { store })
    expect([away.status, away.reason]).toEqual([503, 'unavailable'])
    const partly = await refused({ ...token, range: 'bytes=0-1' })
    const double = await refused({ ...token, ...(await x402()).v2 })
    expect([partly, double].map(({ status, reason }) => [status, reason])).toEqual([
      [400, 'invalid_request'],
      [400, 'invalid_request'],
    ])
    const sold = await show(token)
    expect(sold.status).toBe(200)
    for (const found of [gone, away, partly, double]) {
      expect(found.response.headers.get('payment-receipt')).toBe(sold.receipt)
      expect(found.receipt).toBe(markOf(sold.receipt))
    }
  })
})

describe('a refusal over USDC', () => {
  test('of a payment that is none names no receipt', async () => {
    for (const [headers, reason] of [
      [{ 'x-payment': 'nothing' }, 'invalid_payload'],
      [(await x402({ validBefore: '1' })).v2, 'authorization_valid_before'],
      [(await payment(shop.clock.now(), {}, STRANGER)).v2, 'signature'],
    ] as const) {
      const found = await refused(headers)
      expect([found.status, found.rail, found.route]).toEqual([402, 'x402', ROUTE])
      expect(found.reason).toContain(reason)
      expect([found.receipt, found.response.headers.get('payment-receipt')]).toEqual([undefined, null])
    }
  })

  test('by the facilitator, by a closed rail and by goods that are gone names it to the buyer', async () => {
    shop.money.overrides.set('POST /facilitator/settle', () =>
      Response.json({
        success: false,
        errorReason: 'insufficient_funds',
        transaction: '',
        network: 'base',
        payer: PAYER.address,
      }),
    )
    const poor = await refused((await x402()).v2)
    shop.money.overrides.clear()
    shop.availability.closed = 'no reason'
    const closed = await refused((await x402()).v2)
    shop.availability.closed = null
    shop.clock.move(120_000)
    const gone = await refused((await x402()).v2)
    expect([poor, closed, gone].map(({ status, reason }) => [status, reason])).toEqual([
      [402, 'insufficient_funds'],
      [503, 'no_payment_rail'],
      [503, 'data_unavailable'],
    ])
    for (const { receipt, response } of [poor, closed, gone])
      expect(receipt).toBe(markOf(response.headers.get('payment-receipt')))
  })

  test('of a header that a stranger found is one line, and he learns no receipt', async () => {
    const paid = await x402()
    const sold = await show(paid.v2)
    const found = await refused(paid.v2, { from: '192.0.2.66' })
    expect([found.status, found.reason]).toEqual([402, 'payment_already_used'])
    expect(found.response.headers.get('payment-receipt')).toBeNull()
    // The operator learns whose payment it was.
    expect(found.receipt).toBe(markOf(sold.receipt))
  })

  test('while it is settled says so in each line of the request', async () => {
    await shop.money.control('/chain/faults', { settle: 'unknown' })
    const found = await refused((await x402()).v2)
    await shop.money.control('/chain/faults', {})
    expect([found.status, found.reason]).toEqual([503, 'payment_in_progress'])
    expect(found.receipt).toBe(markOf(found.response.headers.get('payment-receipt')))
    expect(linesOf(/^settlement\.unknown$/)).toMatchObject([
      { level: 'warn', fields: { request: found.id, receipt: found.receipt } },
    ])
  })

  test('of one that another request settles names it to who shows that he is the payer, and to no other', async () => {
    const [began, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    shop.money.overrides.set('POST /facilitator/settle', async (request) => {
      began.resolve()
      await go.promise
      return shop.money.handle(request)
    })
    const paid = await x402()
    const first = show(paid.v2)
    await began.promise
    const request = (await show({})).response.headers.get('claros-request')!
    const wish = { nonce: paid.authorization.nonce, request, at: Math.floor(shop.clock.now() / 1_000) }
    const bare = await refused(paid.v2)
    const shown = await refused({ ...paid.v2, ...(await proofBy(PAYER, wish)) })
    go.resolve()
    const sold = await first
    expect([bare, shown].map(({ status, reason }) => [status, reason])).toEqual([
      [503, 'payment_in_progress'],
      [503, 'payment_in_progress'],
    ])
    expect(sold.status).toBe(200)
    expect(bare.response.headers.get('payment-receipt')).toBeNull()
    expect(shown.response.headers.get('payment-receipt')).toBe(sold.receipt)
    expect([bare.receipt, shown.receipt]).toEqual([markOf(sold.receipt), markOf(sold.receipt)])
  })

  test('while nobody settles says so too', async () => {
    await shop.money.shut()
    const found = await refused((await x402()).v2)
    shop.money.open()
    expect([found.status, found.reason]).toEqual([503, 'no_payment_rail'])
    expect(linesOf(/^facilitator\.unreachable$/)).toMatchObject([
      { fields: { request: found.id, receipt: markOf(found.response.headers.get('payment-receipt')) } },
    ])
  })
})

describe('a bug of ours in the middle of a sale', () => {
  const bug = () => Promise.reject(new TypeError('x is not a function'))

  test('over Lightning is told with its receipt, in line and answer', async () => {
    const token = await lightning()
    const buy = spyOn(shop.store.claims, 'buy').mockImplementation(bug)
    const found = await refused(token)
    buy.mockRestore()
    expect([found.status, found.reason]).toEqual([500, 'internal_error'])
    expect((await problemOf(found.response)).error).toBe('internal_error')
    expect(found.receipt).toBe(markOf(found.response.headers.get('payment-receipt')))
    expect(linesOf(/^request\.crashed$/)).toMatchObject([
      { level: 'error', fields: { request: found.id, receipt: found.receipt, where: ROUTE } },
    ])
    expect((await show(token)).receipt).toBe(found.response.headers.get('payment-receipt'))
  })

  test('over USDC, after the hold, is told with its receipt', async () => {
    const send = spyOn(shop.store.claims, 'send').mockImplementation(bug)
    const found = await refused((await x402()).v2)
    send.mockRestore()
    expect([found.status, found.reason]).toEqual([503, 'payment_in_progress'])
    expect(found.receipt).toBe(markOf(found.response.headers.get('payment-receipt')))
    expect(linesOf(/^sale\.broken$/)).toMatchObject([
      { level: 'error', fields: { request: found.id, receipt: found.receipt } },
    ])
  })

  test('over USDC, before it, tells the receipt to the log alone: the header may be a stranger’s', async () => {
    const hold = spyOn(shop.store.claims, 'hold').mockImplementation(bug)
    const found = await refused((await x402()).v2)
    hold.mockRestore()
    expect([found.status, found.reason]).toEqual([500, 'internal_error'])
    expect(found.response.headers.get('payment-receipt')).toBeNull()
    expect(found.receipt).toMatch(/^[0-9a-f]{32}$/)
    expect(linesOf(/^request\.crashed$/)).toMatchObject([{ fields: { request: found.id, receipt: found.receipt } }])
  })

  test('by a store that goes away is cut off, with the receipt', async () => {
    const hold = spyOn(shop.store.claims, 'hold').mockImplementation(() =>
      Promise.reject(new Error('Command timed out')),
    )
    const found = await refused((await x402()).v2)
    hold.mockRestore()
    expect([found.status, found.reason]).toEqual([503, 'unavailable'])
    expect(linesOf(/^request\.cut_off$/)).toMatchObject([{ fields: { request: found.id, receipt: found.receipt } }])
  })
})

afterAll(() => {
  // Whatever the tests above did, in all spellings of letters.
  const said = shop.log.lines.map((line) => JSON.stringify(line).toLowerCase()).join('\n')
  const found = [...secrets].filter((secret) => secret.length > 8 && said.includes(secret.toLowerCase()))
  expect(secrets.size).toBeGreaterThan(60)
  expect(found).toEqual([])
})
