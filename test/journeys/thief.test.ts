import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Json } from '../../src/canonical/jcs.ts'
import { bodyOf, FEE } from '../support/http/dlc/event-shop.ts'
import { KEY } from '../support/actors/courier/courier-desk.ts'
import { type Buyer, type ChainShop, MODES, startChainShop } from '../support/chain-shop.ts'
import { base64Json, type Payment, payloadV1, STRANGER } from '../support/payer.ts'
import { proofBy, proofSignature, withHighS, withSmallV } from '../support/proof.ts'
import { problemOf, SPOT } from '../support/shop.ts'
import { readBlocks, steal, type Stolen } from '../support/thief.ts'

/**
 * A thief who reads blocks and nothing else rebuilds the headers of payments and shows them. Nobody else's secret,
 * receipt or answer is his, and every buyer gets what he paid for.
 */

const CENT = 10_000
const EVENT = Number(FEE)
const OTHER = '/oracle/price/eth/usd'
const EVENTS = '/dlc/oracle/threshold'
const WEBHOOK = 'https://desk.example/hook'
const SECRET = expect.stringMatching(/^whsec_/)
const RECEIPT = 'payment-receipt'
/** No buyer of ours sits there. */
const ELSEWHERE = '192.0.2.66'

type Headers = Readonly<Record<string, string>>
interface Asked {
  readonly path: string
  readonly method?: string
  readonly body?: string
}

describe.each(MODES)('settled by %s', (settling) => {
  let shop: ChainShop
  let expected = 0

  beforeAll(async () => {
    shop = await startChainShop(settling, { patienceMs: 700 })
    // A courier was at work once: webhooks have secrets.
    await shop.store.keys.record({ webhook: KEY.publicKey })
  })
  afterAll(() => shop.stop())
  beforeEach(async () => {
    // A version of its own for each test, and no facilitator closed for what it left open.
    await shop.pass(61)
    await Promise.all([shop.publish('btc/usd'), shop.publish('eth/usd', '3512.05'), shop.oracle.beat()])
  })
  afterEach(async () => {
    await shop.anvil.setAutomine(true)
    await shop.anvil.mine()
    // Each buyer was charged his price, and nobody else anything.
    expect(await shop.earned()).toBe(expected)
  })

  let networks = 0
  /** Two addresses of one /24 that nobody else has. */
  const home = () => {
    const net = `198.51.${++networks}`
    return { buyer: `${net}.7`, neighbour: `${net}.200` }
  }
  let strikes = 30_000
  const creation = (): Asked => {
    const terms = bodyOf('threshold', Math.floor(shop.clock.now() / 1000))
    return { path: EVENTS, method: 'POST', body: JSON.stringify({ ...terms, strike: ++strikes, webhookUrl: WEBHOOK }) }
  }
  const ask = ({ path, method = 'GET', body }: Asked, headers: Headers, from: string) =>
    shop.request(path, {
      method,
      ...(body !== undefined && { body }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      from,
    })
  const seconds = () => Math.floor(shop.clock.now() / 1000)
  /** What a proof is signed over, as every 402 for the same request says it. */
  const requestOf = async (asked: Asked) => (await ask(asked, {}, ELSEWHERE)).headers.get('claros-request')!
  const proofFor = async (buyer: Buyer, paid: Payment, asked: Asked, at = seconds()) =>
    proofBy(buyer.account, { nonce: paid.authorization.nonce, request: await requestOf(asked), at })

  interface Bought {
    readonly asked: Asked
    readonly buyer: Buyer
    readonly paid: Payment
    readonly at: ReturnType<typeof home>
    readonly response: Response
    readonly text: string
    readonly receipt: string
  }
  const show = async (asked: Asked, price: number, at = home()): Promise<Bought> => {
    const buyer = await shop.buyer(price)
    const paid = await buyer.pay({ value: String(price) })
    const response = await ask(asked, paid.v2, at.buyer)
    expected += price
    const text = await response.clone().text()
    return { asked, buyer, paid, at, response, text, receipt: response.headers.get(RECEIPT)! }
  }
  /** The buyer is answered. */
  const bought = async (asked: Asked = { path: SPOT }, price = CENT, at = home()): Promise<Bought> => {
    const made = await show(asked, price, at)
    expect([made.response.status, typeof made.receipt]).toEqual([200, 'string'])
    return made
  }
  /** The buyer's request is cut off; his settlement lands a moment later, and whoever settles finds it. */
  const cutOff = async (asked: Asked = { path: SPOT }, price = CENT, at = home()): Promise<Bought> => {
    await shop.anvil.setAutomine(false)
    const made = await show(asked, price, at)
    expect(made.response.status).toBe(503)
    await shop.anvil.setAutomine(true)
    await shop.anvil.mine()
    return made
  }
  const swept = async (asked?: Asked, price?: number, at?: ReturnType<typeof home>): Promise<Bought> => {
    const made = await cutOff(asked, price, at)
    expect(await shop.sweep()).toMatchObject({ spent: 1 })
    return made
  }
  const isHis = async ({ asked, text, receipt }: Bought, headers: Headers, from: string): Promise<string> => {
    const response = await ask(asked, headers, from)
    const body = await response.text()
    expect([response.status, response.headers.get(RECEIPT)]).toEqual([200, receipt])
    if (text.includes('"canonical"')) expect(body).toBe(text)
    return body
  }

  /** Of the answer, of the receipt or of the secrets of a payment nothing stands anywhere in it. */
  const tellsNothingOf = async (response: Response, { receipt, text }: Partial<Bought>): Promise<void> => {
    const whole = JSON.stringify([...response.headers]) + (await response.clone().text())
    expect(response.headers.get(RECEIPT)).toBeNull()
    if (receipt) expect(whole).not.toContain(receipt)
    expect(whole).not.toContain('hook')
    expect(whole).not.toMatch(/manageToken":/)
    const { signature, manageToken, webhookSecret } = (text?.startsWith('{') ? JSON.parse(text) : {}) as Record<
      string,
      Json
    >
    for (const secret of [signature, manageToken, webhookSecret])
      if (secret) expect(whole).not.toContain(String(secret))
  }
  /** 402 with fresh offers for what is cheap, 409 without any for what is dear; nothing else of a payment. */
  const isNothing = async (response: Response, status: 402 | 409, of: Partial<Bought> = {}): Promise<void> => {
    expect([response.status, (await problemOf(response.clone())).error]).toEqual([status, 'payment_already_used'])
    await tellsNothingOf(response, of)
    for (const name of ['payment-response', 'x-payment-response', 'age', 'retry-after', 'www-authenticate'])
      expect([name, response.headers.get(name)]).toEqual([name, null])
    expect(response.headers.has('payment-required')).toBe(status === 402)
    const { accepts } = (await response.clone().json()) as { accepts?: unknown[] }
    expect(accepts?.length).toBe(status === 402 ? 1 : undefined)
  }
  /** The same to who shows the receipt, which alone is told him again. */
  const isNothingMore = async (response: Response, of: Bought): Promise<void> => {
    expect(response.headers.get(RECEIPT)).toBe(of.receipt)
    response.headers.delete(RECEIPT)
    await isNothing(response, 402, of)
  }
  /** The answer without what opens it, and without a receipt. */
  const isBare = async (response: Response, { text }: Pick<Bought, 'text'>): Promise<void> => {
    expect([response.status, response.headers.get(RECEIPT)]).toEqual([200, null])
    const body = (await response.clone().json()) as Record<string, Json>
    for (const secret of ['manageToken', 'webhookUrl', 'webhookSecret']) expect(body).not.toHaveProperty(secret)
    expect(JSON.stringify(body)).not.toContain('hook')
    if (text.includes('"eventid"'))
      expect(body['eventid']).toBe((JSON.parse(text) as Record<string, string>)['eventid'] as string)
  }
  const stolenFrom = ({ buyer }: Pick<Bought, 'buyer'>): Promise<Stolen> => steal(shop.anvil, buyer.address)

  test('what a block holds is the whole header', async () => {
    const { buyer, paid } = await bought()
    const { authorization, signature } = await stolenFrom({ buyer })
    expect([authorization, signature]).toEqual([paid.authorization, paid.signature])
  })

  describe('after the buyer was answered', () => {
    test.each(['192.0.2.66', '2001:db8:66::1', '127.0.0.1', '10.0.0.8', ''])('from %p: nothing', async (from) => {
      const cheap = await bought()
      const dear = await bought(creation(), EVENT)
      for (const wait of [0, 119, 3_600]) {
        await shop.pass(wait)
        for (const of of [cheap, dear]) {
          const { v1, v2 } = await stolenFrom(of)
          for (const header of [v1, v2])
            await isNothing(await ask(of.asked, header, from), of === cheap ? 402 : 409, of)
        }
      }
      // Who holds the receipt of a creation gets it for ever, of a price for two minutes.
      await isHis(dear, { ...dear.paid.v1, [RECEIPT]: dear.receipt }, from)
      await isNothingMore(await ask(cheap.asked, { ...cheap.paid.v2, [RECEIPT]: cheap.receipt }, from), cheap)
    })

    test('from the buyer’s own network: the answer without secrets and receipt for two minutes, then nothing', async () => {
      const cheap = await bought()
      const dear = await bought(creation(), EVENT)
      const { neighbour } = cheap.at
      await shop.pass(90)
      for (const of of [cheap, dear]) {
        const { v1, v2 } = await stolenFrom(of)
        for (const header of [v1, v2]) await isBare(await ask(of.asked, header, of.at.neighbour), of)
      }
      expect(await (await ask(cheap.asked, (await stolenFrom(cheap)).v1, neighbour)).text()).toBe(cheap.text)
      await isHis(cheap, { ...cheap.paid.v1, [RECEIPT]: cheap.receipt }, ELSEWHERE)
      await shop.pass(31)
      await isNothing(await ask(cheap.asked, (await stolenFrom(cheap)).v2, neighbour), 402, cheap)
      await isNothing(await ask(dear.asked, (await stolenFrom(dear)).v2, dear.at.neighbour), 409, dear)
      const headers = { ...dear.paid.v2, ...(await proofFor(dear.buyer, dear.paid, dear.asked)) }
      await isHis(dear, headers, ELSEWHERE)
    })
  })

  describe('before the buyer was answered', () => {
    const claims = [
      ['the sweeper spent the claim', swept],
      ['who shows it first has it settled', cutOff],
    ] as const
    const ways = ['receipt', 'proof', 'network'] as const
    const thieves = [
      ['elsewhere', () => ELSEWHERE],
      ['the buyer’s network', ({ at }: Bought) => at.neighbour],
    ] as const

    describe.each(claims)('%s', (_how, cut) => {
      describe.each(thieves)('the thief comes from %s', (where, thief) => {
        test.each(ways)('the buyer comes back with: %s', async (way) => {
          const cheap = await cut()
          const dear = await cut(creation(), EVENT)
          for (const of of [cheap, dear]) {
            const { v1, v2 } = await stolenFrom(of)
            for (const header of [v1, v2]) await isBare(await ask(of.asked, header, thief(of)), of)
          }
          // The last seconds of the day, where a thief on his own network has not used up what the network has.
          if (way !== 'network') await shop.pass(86_400 - 130)
          else if (where === 'elsewhere') await shop.pass(86_400 - 130)
          for (const of of [cheap, dear]) {
            const { asked, paid, at, buyer } = of
            if (way === 'network') {
              await isBare(await ask(asked, paid.v2, at.buyer), of)
              continue
            }
            const shown = way === 'receipt' ? { [RECEIPT]: of.receipt } : await proofFor(buyer, paid, asked)
            const text = await isHis(of, { ...paid.v2, ...shown }, ELSEWHERE)
            if (of === dear) expect(JSON.parse(text)).toMatchObject({ webhookUrl: WEBHOOK, webhookSecret: SECRET })
            // From the buyer's answer on, a thief elsewhere gets nothing.
            await isNothing(await ask(asked, (await stolenFrom(of)).v2, ELSEWHERE), of === cheap ? 402 : 409, of)
            await isHis(of, { ...paid.v1, [RECEIPT]: of.receipt }, ELSEWHERE)
          }
        })
      })
    })

    test('deliveries to others change no time limit: only the buyer’s own answer starts the two minutes', async () => {
      const of = await swept()
      const { v2 } = await stolenFrom(of)
      for (let hour = 0; hour < 23; hour++) {
        await isBare(await ask(of.asked, v2, ELSEWHERE), of)
        await shop.pass(3_600)
      }
      await isHis(of, { ...of.paid.v2, [RECEIPT]: of.receipt }, ELSEWHERE)
      await shop.pass(90)
      await isHis(of, { ...of.paid.v2, [RECEIPT]: of.receipt }, ELSEWHERE)
      await shop.pass(31)
      await isNothingMore(await ask(of.asked, { ...of.paid.v2, [RECEIPT]: of.receipt }, of.at.buyer), of)
    })

    test('while it is on its way the thief is asked to wait, and told nothing', async () => {
      await shop.anvil.setAutomine(false)
      const of = await show(creation(), EVENT)
      expect(of.response.status).toBe(503)
      const early = await ask(of.asked, of.paid.v1, ELSEWHERE)
      expect([early.status, (await problemOf(early.clone())).error]).toEqual([503, 'payment_in_progress'])
      await tellsNothingOf(early, of)
      await shop.anvil.setAutomine(true)
      await shop.anvil.mine()
      expect(await shop.sweep()).toMatchObject({ spent: 1 })
      await isHis(of, { ...of.paid.v1, [RECEIPT]: of.receipt }, of.at.buyer)
    })
  })

  describe('on another path', () => {
    /** All that somebody can see of an answer. */
    const seen = async (response: Response) => [
      response.status,
      [...response.headers].filter(([name]) => name !== 'claros-request' && name !== 'x-request-id'),
      await response.text(),
    ]

    test('no receipt, nothing of a claim, and the same words as where it bought something', async () => {
      const event = await bought(creation(), EVENT)
      const { eventid } = JSON.parse(event.text) as { eventid: string }
      const other = await bought(creation(), EVENT)
      const here = await bought()
      const elsewhere = await bought({ path: OTHER })
      const words = async () => {
        const [a, b] = await Promise.all([stolenFrom(here), stolenFrom(elsewhere)])
        expect(await seen(await ask({ path: SPOT }, b.v2, ELSEWHERE))).toEqual(
          await seen(await ask({ path: SPOT }, a.v2, ELSEWHERE)),
        )
        const [c, d] = await Promise.all([stolenFrom(event), stolenFrom(other)])
        for (const header of ['v1', 'v2'] as const)
          expect(await seen(await ask(event.asked, d[header], ELSEWHERE))).toEqual(
            await seen(await ask(event.asked, c[header], ELSEWHERE)),
          )
        for (const of of [here, event])
          for (const from of [ELSEWHERE, of.at.neighbour]) {
            const { v1, v2 } = await stolenFrom(of)
            for (const header of [v1, v2]) {
              const isCheap = of === here
              await isNothing(await ask({ path: OTHER }, header, from), isCheap ? 402 : 409, of)
              await isNothing(await ask(creation(), header, from), 409, of)
              await isNothing(await ask({ path: `${EVENTS}/${eventid}`, method: 'DELETE' }, header, from), 409, of)
              const answered = await ask({ path: OTHER, method: 'HEAD' }, header, from)
              await tellsNothingOf(answered, of)
            }
          }
      }
      await words()
      // The authorizations have run out, and the windows too.
      await shop.pass(121)
      await Promise.all([shop.publish('btc/usd'), shop.publish('eth/usd', '3512.05'), shop.oracle.beat()])
      await words()
      expect((await shop.store.events.read(eventid))?.decision ?? null).toBeNull()
      await isHis(event, { ...event.paid.v1, [RECEIPT]: event.receipt }, ELSEWHERE)
    })

    test('of a claim that nobody was answered for, too', async () => {
      const of = await swept()
      const { v1, v2 } = await stolenFrom(of)
      for (const header of [v1, v2])
        for (const from of [ELSEWHERE, of.at.neighbour, of.at.buyer]) {
          await isNothing(await ask({ path: OTHER }, header, from), 402, of)
          await isNothingMore(await ask({ path: OTHER }, { ...header, [RECEIPT]: of.receipt }, from), of)
          await isNothing(await ask(creation(), header, from), 409, of)
        }
      await isHis(of, { ...of.paid.v2, [RECEIPT]: of.receipt }, ELSEWHERE)
    })
  })

  test('a creation: the thief cannot cancel it, nor read what became of its webhook', async () => {
    const of = await bought(creation(), EVENT)
    const { eventid, manageToken } = JSON.parse(of.text) as { eventid: string; manageToken: string }
    const contract = { path: `${EVENTS}/${eventid}`, method: 'DELETE' }
    const bare = await ask(of.asked, (await stolenFrom(of)).v2, of.at.neighbour)
    await isBare(bare, of)
    const { transaction, authorization } = await stolenFrom(of)
    // With a payment of his own; its money stays where it is.
    const purse = await shop.buyer(EVENT)
    const own = await purse.pay({ value: FEE })
    expect([(await ask(contract, own.v2, ELSEWHERE)).status, await purse.balance()]).toEqual([403, EVENT])
    for (const guess of [transaction, authorization.nonce, eventid, of.receipt, 'A'.repeat(manageToken.length), '']) {
      const token = { 'x-manage-token': guess }
      const denied = await ask(contract, token, of.at.neighbour)
      expect([guess, denied.status]).toEqual([guess, 403])
      await tellsNothingOf(denied, { text: of.text })
      const log = await ask({ path: `${EVENTS}/${eventid}/deliveries` }, token, of.at.neighbour)
      expect([guess, log.status]).toEqual([guess, 403])
      await tellsNothingOf(log, of)
    }
    const open = await ask({ path: `${EVENTS}/${eventid}` }, {}, ELSEWHERE)
    expect(open.status).toBe(200)
    await tellsNothingOf(open, { receipt: of.receipt, text: JSON.stringify({ manageToken }) })
    expect((await shop.store.events.read(eventid))?.decision ?? null).toBeNull()
    // Its owner reads it, and may cancel from wherever he is.
    const owner = { 'x-manage-token': manageToken }
    expect((await ask({ path: `${EVENTS}/${eventid}/deliveries` }, owner, ELSEWHERE)).status).toBe(200)
    expect((await ask(contract, owner, ELSEWHERE)).status).toBe(402)
  })

  describe('guesses and forgeries', () => {
    test('receipts: of numbers that are public, of somebody else, two at once', async () => {
      const of = await swept()
      const mine = await bought({ path: SPOT })
      const { authorization, transaction, v2 } = await stolenFrom(of)
      const { chainId, asset } = shop.paywall.rails.x402!.token
      const name = `x402:${chainId}:${asset}:${authorization.from}:${authorization.nonce}`.toLowerCase()
      const guesses = [
        name,
        authorization.nonce,
        transaction,
        Buffer.from(name).toString('base64url'),
        Buffer.from(authorization.nonce.slice(2), 'hex').toString('base64url'),
        new Bun.CryptoHasher('sha256').update(name).digest('base64url'),
        'A'.repeat(of.receipt.length),
        of.receipt.slice(0, -1),
        `${of.receipt}A`,
        of.receipt.toUpperCase(),
      ]
      for (const guess of guesses) {
        const told = await ask({ path: `/receipts/${encodeURIComponent(guess)}` }, {}, ELSEWHERE)
        expect([guess, [400, 404].includes(told.status)]).toEqual([guess, true])
        await tellsNothingOf(told, of)
      }
      for (const shown of [...guesses, mine.receipt, `${mine.receipt}, ${of.receipt}`, `${of.receipt}, ${of.receipt}`])
        await isBare(await ask(of.asked, { ...v2, [RECEIPT]: shown }, ELSEWHERE), of)
      await isHis(of, { ...of.paid.v2, [RECEIPT]: of.receipt }, ELSEWHERE)
      for (const shown of [...guesses, mine.receipt, `${mine.receipt}, ${of.receipt}`])
        await isNothing(await ask(of.asked, { ...v2, [RECEIPT]: shown }, ELSEWHERE), 402)
    })

    test('proofs: of another request, nonce, key or time, and signatures in other spellings', async () => {
      const of = await swept(creation(), EVENT)
      const { nonce } = of.paid.authorization
      const request = await requestOf(of.asked)
      const other = await requestOf({ path: SPOT })
      const now = seconds()
      const good = await proofSignature(of.buyer.account, { nonce, request, at: now })
      const by = async (wish: object, signer = of.buyer.account) =>
        (await proofBy(signer, { nonce, request, at: now, ...wish }))['payment-proof']
      const forged: Readonly<Record<string, string>> = {
        'another request': await by({ request: other }),
        'another nonce': await by({ nonce: `0x${'11'.repeat(32)}` }),
        'another key': await by({}, privateKeyToAccount(generatePrivateKey())),
        'a stranger’s key': await by({}, STRANGER),
        'too old': await by({ at: now - 70 }),
        'from the future': await by({ at: now + 30 }),
        'another time than was signed': `${now - 1}.${good}`,
        'v of 0 or 1': `${now}.${withSmallV(good)}`,
        'a high s': `${now}.${withHighS(good)}`,
        'the payment’s own signature': `${now}.${of.paid.signature}`,
        'no signature': `${now}.0x`,
        'no time': good,
        'two at once': `${now}.${good}, ${now}.${good}`,
      }
      const taken: string[] = []
      for (const [what, proof] of Object.entries(forged)) {
        const answer = await ask(of.asked, { ...of.paid.v2, 'payment-proof': proof }, ELSEWHERE)
        if (answer.headers.has(RECEIPT) || (await answer.clone().text()).includes('manageToken')) taken.push(what)
      }
      expect(taken).toEqual([])
      await isHis(of, { ...of.paid.v2, 'payment-proof': `${seconds()}.${good}` }, ELSEWHERE).catch(() => {})
      await isHis(of, { ...of.paid.v2, ...(await proofFor(of.buyer, of.paid, of.asked)) }, ELSEWHERE)
    })

    test('other spellings of path, nonce, addresses, version and network are the same payment', async () => {
      const of = await bought()
      const { authorization, signature } = await stolenFrom(of)
      const upper = (text: string) => `0x${text.slice(2).toUpperCase()}` as const
      const lower = (text: string) => text.toLowerCase() as `0x${string}`
      const spelled = [upper, lower].flatMap((spell) => {
        const { from, to, nonce } = authorization
        const wire = { ...authorization, from: spell(from), to: spell(to), nonce: spell(nonce) }
        return ['base', 'eip155:8453'].map((network) => ({
          'x-payment': base64Json({ ...payloadV1(wire, spell(signature)), network }),
        }))
      })
      const paths = [SPOT, SPOT.toUpperCase(), '/oracle/Price/BTC/usd']
      for (const header of spelled)
        for (const path of paths) {
          await isNothing(await ask({ path }, header, ELSEWHERE), 402, of)
          await isBare(await ask({ path }, header, of.at.neighbour), of)
        }
      // A payment for another chain it is not.
      for (const network of ['base-sepolia', 'eip155:84532']) {
        const header = { 'x-payment': base64Json({ ...payloadV1(authorization, signature), network }) }
        const refused = await ask({ path: SPOT }, header, of.at.buyer)
        expect([refused.status, (await problemOf(refused.clone())).error]).toEqual([402, 'payment_invalid'])
        await tellsNothingOf(refused, of)
      }
      // What names no chain at all is taken for ours.
      for (const network of ['BASE', 'eip155:08453', ''])
        await isNothing(
          await ask(
            { path: SPOT },
            { 'x-payment': base64Json({ ...payloadV1(authorization, signature), network }) },
            ELSEWHERE,
          ),
          402,
          of,
        )
    })
  })

  describe('networks', () => {
    test.each([
      ['2001:db8:5:1::7', '2001:db8:5:ffff::9', '2001:db8:6::9'],
      ['::ffff:203.0.113.9', '203.0.113.200', '203.0.112.9'],
      ['203.0.111.9', '::ffff:203.0.111.1', '::ffff:203.0.110.1'],
    ])('%s shares a network with %s, and not with %s', async (buyer, neighbour, stranger) => {
      const of = await bought({ path: SPOT }, CENT, { buyer, neighbour })
      const { v2 } = await stolenFrom(of)
      await isBare(await ask(of.asked, v2, neighbour), of)
      await isNothing(await ask(of.asked, v2, stranger), 402, of)
    })

    test.each(['127.0.0.1', '10.1.2.3', '192.168.1.7', '::1', 'fd00::7', '100.64.0.9', ''])(
      'the buyer comes from %p, which is none: receipt or proof, and nothing else',
      async (from) => {
        const cheap = await bought({ path: SPOT }, CENT, { buyer: from, neighbour: from })
        const dear = await bought(creation(), EVENT, { buyer: from, neighbour: from })
        await isNothing(await ask(cheap.asked, (await stolenFrom(cheap)).v1, from), 402, cheap)
        await isNothing(await ask(dear.asked, (await stolenFrom(dear)).v1, from), 409, dear)
        for (const of of [cheap, dear]) {
          await isHis(of, { ...of.paid.v1, [RECEIPT]: of.receipt }, from)
          await isHis(of, { ...of.paid.v1, ...(await proofFor(of.buyer, of.paid, of.asked)) }, from)
        }
      },
    )
  })
})

test('what three buyers paid in one transaction is in the blocks three times, and opens nothing', async () => {
  const shop = await startChainShop('own', { batch: { windowMs: 150, max: 100 }, patienceMs: 5_000 })
  try {
    await shop.publish('btc/usd')
    const buyers = await Promise.all([1, 2, 3].map(() => shop.buyer(CENT)))
    const payments = await Promise.all(buyers.map((buyer) => buyer.pay()))
    const answers = await Promise.all(
      payments.map(({ v2 }, at) => shop.request(SPOT, { headers: v2, from: `198.51.${100 + at}.7` })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(shop.node.calledOf('eth_sendRawTransaction')).toBe(1)
    const stolen = await readBlocks(shop.anvil)
    expect(new Set(stolen.map(({ transaction }) => transaction)).size).toBe(1)
    expect(new Set(stolen.map(({ signature }) => signature))).toEqual(new Set(payments.map((each) => each.signature)))
    for (const { v1, v2 } of stolen)
      for (const headers of [v1, v2]) {
        const response = await shop.request(SPOT, { headers, from: ELSEWHERE })
        expect([response.status, (await problemOf(response)).error]).toEqual([402, 'payment_already_used'])
        expect(response.headers.get(RECEIPT)).toBeNull()
      }
    expect(await shop.earned()).toBe(3 * CENT)
  } finally {
    await shop.stop()
  }
})
