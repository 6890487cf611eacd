import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { FEE, bodyOf } from '../../support/http/dlc/event-shop.ts'
import type { SignatureVerdict } from '../../../src/payments/signature-question.ts'
import { paymentName, type X402Rail } from '../../../src/http/rails/x402.ts'
import { readPayment } from '../../../src/http/rails/x402-payload.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { type Payment, payment } from '../../support/payer.ts'
import { proofBy, proofSignature } from '../../support/proof.ts'
import { SPOT, fileShop } from '../../support/shop.ts'
import { stillClock } from '../../support/still.ts'

/** Who asks for what a payment bought, when, and what he is handed: every window to its last millisecond. */

const SECOND = 1_000
const WINDOW = 120 * SECOND
const DAY = 86_400 * SECOND
const RECEIPT = 'payment-receipt'
const TRANSACTION = `0x${'aa'.repeat(32)}`

const ADDRESS = { network: '198.51.100.9', stranger: '192.0.2.66', nowhere: '127.0.0.1' } as const
const BUYER = '198.51.100.7'
/** `receipt` and `proof` come from elsewhere. */
type Who = 'receipt' | 'proof' | keyof typeof ADDRESS
/** All of it with the receipt; the deliverable alone; 402 or 409. */
type Got = 'whole' | 'bare' | 'nothing'
/**
 * answered: with the payment itself. waiting: the money was found later. Then: the first answer came ten minutes after
 * that, on network alone or to a receipt.
 */
type State = 'answered' | 'waiting' | 'waiting, then network' | 'waiting, then receipt'
const LATER = 600 * SECOND

const start = Math.floor(Date.now() / SECOND) * SECOND
/** It stands, also for who waits. */
const clock = { ...stillClock(start), sleep: systemClock.sleep }
let verdict: SignatureVerdict = 'invalid'
const shop = await fileShop({ clock, storeClock: clock, signatures: async () => verdict })

beforeAll(async () => {
  await shop.publish('btc/usd')
  await shop.publish('eth/usd', '3512.05')
  await shop.oracle.beat()
})
afterEach(() => {
  clock.set(start)
  verdict = 'invalid'
  shop.money.overrides.clear()
})

type Account = ReturnType<typeof privateKeyToAccount>
interface Sold {
  readonly paid: Payment
  readonly account: Account
  readonly name: string
  readonly receipt: string
  readonly what: 'cheap' | 'dear'
  readonly body: string | null
}

const nameOf = ({ v2 }: Payment): string => {
  const read = readPayment(v2['payment-signature'])
  if (typeof read === 'string') throw new Error(read)
  return paymentName(shop.paywall.rails.x402 as X402Rail, read)
}

let strikes = 30_000
const creation = (): string =>
  JSON.stringify({
    ...bodyOf('threshold', start / SECOND),
    expiry: start / SECOND + 30 * 86_400,
    strike: ++strikes,
    webhookUrl: 'https://desk.example/hook',
  })
const ask = ({ body }: Pick<Sold, 'body'>, headers: Readonly<Record<string, string>>, from: string) =>
  body === null
    ? shop.request(SPOT, { headers, from })
    : shop.request('/dlc/oracle/threshold', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
        from,
      })

const sell = async (what: 'cheap' | 'dear', isCut: boolean, from = BUYER): Promise<Sold> => {
  const account = privateKeyToAccount(generatePrivateKey())
  await shop.money.fund(account.address)
  const value = what === 'cheap' ? '10000' : FEE
  const paid = await payment(clock.now(), { from: account.address, value }, account)
  const body = what === 'cheap' ? null : creation()
  if (isCut) shop.money.overrides.set('POST /facilitator/settle', () => new Response('gone', { status: 502 }))
  const response = await ask({ body }, paid.v2, from)
  shop.money.overrides.clear()
  expect(response.status).toBe(isCut ? 503 : 200)
  const name = nameOf(paid)
  if (isCut) expect(await shop.store.settlements.spend(name, TRANSACTION)).toBe(true)
  return { paid, account, name, what, body, receipt: response.headers.get(RECEIPT)! }
}

const requestOf = async (sold: Pick<Sold, 'body'>): Promise<string> =>
  (await ask(sold, {}, ADDRESS.stranger)).headers.get('claros-request')!

const seconds = () => Math.floor(clock.now() / SECOND)
const headersOf = async (who: Who, sold: Sold): Promise<Readonly<Record<string, string>>> => {
  const { paid, account, receipt } = sold
  if (who === 'receipt') return { ...paid.v2, [RECEIPT]: receipt }
  if (who !== 'proof') return paid.v2
  const wish = { nonce: paid.authorization.nonce, request: await requestFor(sold), at: seconds() }
  return { ...paid.v2, ...(await proofBy(account, wish)) }
}
/** It is the same for ever: asked while there is something to sell. */
const requestFor = async (sold: Sold): Promise<string> => {
  const now = clock.now()
  clock.set(start)
  const request = await requestOf(sold)
  clock.set(now)
  return request
}

const askAs = async (who: Who, sold: Sold): Promise<Response> =>
  ask(sold, await headersOf(who, sold), who === 'receipt' || who === 'proof' ? ADDRESS.stranger : ADDRESS[who])

const gotOf = async (response: Response, { what, receipt }: Sold, who?: Who): Promise<Got> => {
  const shown = response.headers.get(RECEIPT)
  const body = (await response.json()) as Record<string, Json>
  if (response.status !== 200) {
    const dear = what === 'dear'
    expect([response.status, body['error'], shown]).toEqual([
      dear ? 409 : 402,
      'payment_already_used',
      // Whoever shows himself is told of his receipt in a refusal too.
      who === 'receipt' || who === 'proof' ? receipt : null,
    ])
    expect([response.headers.has('payment-required'), 'accepts' in body]).toEqual([!dear, !dear])
    return 'nothing'
  }
  const secrets = ['manageToken', 'webhookUrl'].filter((name) => name in body)
  if (shown === null) {
    expect(secrets).toEqual([])
    return 'bare'
  }
  expect([shown, secrets.length]).toEqual([receipt, what === 'dear' ? 2 : 0])
  return 'whole'
}

/** Ends of the windows, in milliseconds after the sale. */
const windowsOf = async ({ name, what }: Sold) => {
  const { until, bareUntil, told } = (await shop.store.claims.receipt(name))!.spent!
  return { until: what === 'dear' ? 'ever' : until - start, bareUntil: bareUntil && bareUntil - start, told }
}

const inState = async (what: 'cheap' | 'dear', state: State): Promise<Sold> => {
  const sold = await sell(what, state !== 'answered')
  if (state === 'answered' || state === 'waiting') return sold
  clock.set(start + LATER)
  const first = state === 'waiting, then network' ? 'network' : 'receipt'
  expect(await gotOf(await askAs(first, sold), sold)).toBe(first === 'network' ? 'bare' : 'whole')
  return sold
}

/** Who, in which state, how long after the sale; what he gets of a price and of a creation. */
const ROWS: readonly (readonly [Who, State, number, Got, Got])[] = [
  ...(['receipt', 'proof'] as const).flatMap(
    (who) =>
      [
        [who, 'answered', 0, 'whole', 'whole'],
        [who, 'answered', WINDOW, 'whole', 'whole'],
        [who, 'answered', WINDOW + 1, 'nothing', 'whole'],
        [who, 'waiting', 0, 'whole', 'whole'],
        [who, 'waiting', DAY, 'whole', 'whole'],
        [who, 'waiting', DAY + 1, 'nothing', 'whole'],
        [who, 'waiting, then network', LATER + WINDOW + 1, 'whole', 'whole'],
        [who, 'waiting, then network', DAY, 'whole', 'whole'],
        [who, 'waiting, then network', DAY + 1, 'nothing', 'whole'],
        [who, 'waiting, then receipt', LATER + WINDOW, 'whole', 'whole'],
        [who, 'waiting, then receipt', LATER + WINDOW + 1, 'nothing', 'whole'],
        [who, 'waiting, then receipt', 20 * DAY, 'nothing', 'whole'],
      ] as const,
  ),
  ['network', 'answered', 0, 'bare', 'bare'],
  ['network', 'answered', WINDOW, 'bare', 'bare'],
  ['network', 'answered', WINDOW + 1, 'nothing', 'nothing'],
  ['network', 'waiting', 0, 'bare', 'bare'],
  ['network', 'waiting', DAY, 'bare', 'bare'],
  ['network', 'waiting', DAY + 1, 'nothing', 'nothing'],
  ['network', 'waiting, then network', LATER + WINDOW, 'bare', 'bare'],
  ['network', 'waiting, then network', LATER + WINDOW + 1, 'nothing', 'nothing'],
  ['network', 'waiting, then receipt', LATER + WINDOW, 'bare', 'bare'],
  ['network', 'waiting, then receipt', LATER + WINDOW + 1, 'nothing', 'nothing'],
  ...(['stranger', 'nowhere'] as const).flatMap(
    (who) =>
      [
        [who, 'answered', 0, 'nothing', 'nothing'],
        [who, 'answered', WINDOW + 1, 'nothing', 'nothing'],
        [who, 'waiting', 0, 'bare', 'bare'],
        [who, 'waiting', DAY, 'bare', 'bare'],
        [who, 'waiting', DAY + 1, 'nothing', 'nothing'],
        [who, 'waiting, then network', LATER, 'nothing', 'nothing'],
        [who, 'waiting, then receipt', LATER, 'nothing', 'nothing'],
      ] as const,
  ),
]

/** What an answer at a time does to the windows: only a first one starts them. */
const movedTo = (
  who: Who,
  got: Got,
  after: number,
  { until, bareUntil, told }: Awaited<ReturnType<typeof windowsOf>>,
) => {
  if (got === 'nothing' || who === 'stranger' || who === 'nowhere') return { until, bareUntil, told }
  const ends = after + WINDOW
  const shown = who !== 'network' && !told
  return {
    until: shown && until !== 'ever' ? Math.min(ends, until as number) : until,
    bareUntil: bareUntil ?? (until === 'ever' ? ends : Math.min(ends, until as number)),
    told: told || shown,
  }
}

describe.each(['cheap', 'dear'] as const)('what is %s', (what) => {
  test.each(ROWS)('%s, %s, %d ms after the sale', async (who, state, after, cheap, dear) => {
    const expected = what === 'cheap' ? cheap : dear
    const sold = await inState(what, state)
    clock.set(start + after)
    const before = await windowsOf(sold)
    expect(await gotOf(await askAs(who, sold), sold, who)).toBe(expected)
    expect(await windowsOf(sold)).toEqual(movedTo(who, expected, after, before))
  })

  test('the receipt’s own page hands it out for as long, and starts the same window', async () => {
    const sold = await inState(what, 'waiting')
    clock.set(start + LATER)
    const page = async () => {
      const told = await shop.request(`/receipts/${sold.receipt}`, { from: ADDRESS.stranger })
      return ((await told.json()) as Record<string, Json>)['answer'] !== undefined
    }
    const before = await windowsOf(sold)
    expect(await page()).toBe(true)
    expect(await windowsOf(sold)).toEqual(movedTo('receipt', 'whole', LATER, before))
    clock.set(start + LATER + WINDOW)
    expect(await page()).toBe(true)
    clock.set(start + LATER + WINDOW + 1)
    expect(await page()).toBe(what === 'dear')
  })
})

describe('a proof', () => {
  const shown = async (sold: Sold, proof: string, from: string = ADDRESS.stranger): Promise<Response> =>
    ask(sold, { ...sold.paid.v2, 'payment-proof': proof }, from)
  const proofAt = async (sold: Sold, at: number): Promise<string> => {
    const wish = { nonce: sold.paid.authorization.nonce, request: await requestFor(sold), at }
    return (await proofBy(sold.account, wish))['payment-proof']
  }

  test.each([
    [0, 'whole'],
    [60, 'whole'],
    [61, 'bare'],
    [-5, 'whole'],
    [-6, 'bare'],
    [-86_400, 'bare'],
  ] as const)('that is %d s old: %s', async (age, got) => {
    const sold = await inState('dear', 'waiting')
    expect(await gotOf(await shown(sold, await proofAt(sold, seconds() - age)), sold)).toBe(got)
  })

  test('is of its payment and its request alone', async () => {
    const [sold, other] = [await inState('dear', 'waiting'), await inState('dear', 'waiting')]
    for (const proof of [await proofAt(other, seconds()), 'x', '', `${seconds()}.0x${'00'.repeat(65)}`])
      expect(await gotOf(await shown(sold, proof), sold)).toBe('bare')
    expect(await gotOf(await shown(sold, await proofAt(sold, seconds())), sold)).toBe('whole')
  })

  test.each([
    ['valid', 'whole'],
    ['invalid', 'bare'],
  ] as const)('that no plain key has signed is judged by the chain: %s', async (said, got) => {
    const sold = await inState('dear', 'waiting')
    verdict = said
    const contract = `${seconds()}.0x${'ab'.repeat(200)}`
    expect(await gotOf(await shown(sold, contract), sold)).toBe(got)
    // What the key itself signed needs nobody to ask.
    verdict = 'unknown'
    expect(await gotOf(await shown(sold, await proofAt(sold, seconds())), sold)).toBe('whole')
  })

  test('that nobody can judge now is 503, tells nothing and moves nothing', async () => {
    for (const state of ['waiting', 'answered'] as const)
      for (const what of ['cheap', 'dear'] as const)
        for (const from of [ADDRESS.network, ADDRESS.stranger]) {
          const sold = await inState(what, state)
          const before = await windowsOf(sold)
          verdict = 'unknown'
          const answer = await shown(sold, `${seconds()}.0x${'ab'.repeat(200)}`, from)
          verdict = 'invalid'
          const { error } = (await answer.clone().json()) as { error: string }
          expect([answer.status, error, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
          expect([answer.headers.get(RECEIPT), answer.headers.get('payment-response')]).toEqual([null, null])
          expect(await answer.text()).not.toContain('eventid')
          expect(await windowsOf(sold)).toEqual(before)
        }
  })

  test('may not have the chain asked without end: the thirty-first within a minute waits', async () => {
    const sold = await inState('dear', 'waiting')
    const from = '192.0.77.1'
    for (let at = 0; at < 30; at++)
      expect(await gotOf(await shown(sold, `${seconds()}.0x${'ab'.repeat(200)}`, from), sold)).toBe('bare')
    verdict = 'valid'
    expect((await shown(sold, `${seconds()}.0x${'ab'.repeat(200)}`, from)).status).toBe(503)
    expect(await gotOf(await shown(sold, await proofAt(sold, seconds()), from), sold)).toBe('whole')
  })

  test('shows also who pays with a wallet contract, whose authorization ran out', async () => {
    const sold = await inState('cheap', 'waiting')
    const { v2, authorization } = sold.paid
    const read = JSON.parse(atob(v2['payment-signature'])) as { payload: object }
    const signature = `0x${'cd'.repeat(200)}`
    const byContract = { ...read, payload: { authorization, signature } }
    const headers = { 'payment-signature': btoa(JSON.stringify(byContract)) }
    clock.set(start + 3_600 * SECOND)
    verdict = 'invalid'
    expect((await ask(sold, headers, ADDRESS.network)).status).not.toBe(200)
    verdict = 'valid'
    expect(await gotOf(await ask(sold, headers, ADDRESS.network), sold)).toBe('bare')
    const proof = { 'payment-proof': `${seconds()}.${signature}` }
    expect(await gotOf(await ask(sold, { ...headers, ...proof }, ADDRESS.stranger), sold)).toBe('whole')
    verdict = 'unknown'
    expect((await ask(sold, { ...headers, ...proof }, ADDRESS.stranger)).status).toBe(503)
  })
})

describe('Claros-Request', () => {
  const said = (response: Response) => response.headers.get('claros-request')

  test('stands in every 402 and in every answer to a payment, and is what a proof is signed over', async () => {
    const sold = await sell('cheap', false)
    const request = await requestOf(sold)
    expect(request).toMatch(/^[0-9a-f]{64}$/)
    const { v1, v2 } = sold.paid
    const poor = privateKeyToAccount(generatePrivateKey())
    const unpaid = await payment(clock.now(), { from: poor.address }, poor)
    const cut = await sell('cheap', true)
    const answers = {
      'the head of an offer': await shop.request(SPOT, { method: 'HEAD' }),
      'the same bytes': await ask(sold, v1, ADDRESS.network),
      'used before': await ask(sold, v2, ADDRESS.stranger),
      'no payment': await ask(sold, { 'x-payment': 'x' }, ADDRESS.stranger),
      'an empty account': await ask(sold, unpaid.v2, ADDRESS.stranger),
      'two payments': await ask(sold, { ...v1, authorization: 'L402 a:b' }, ADDRESS.stranger),
      'a forged token': await ask(sold, { authorization: 'L402 AgEL:00' }, ADDRESS.stranger),
      'a condition': await ask(sold, { ...v1, range: 'bytes=0-1' }, ADDRESS.stranger),
      'an answer to a receipt': await askAs('receipt', cut),
    }
    expect(new Set(Object.values(answers).map(({ status }) => status))).toEqual(new Set([200, 400, 402]))
    for (const [what, response] of Object.entries(answers)) expect([what, said(response)]).toEqual([what, request])
    const signature = await proofSignature(cut.account, {
      nonce: cut.paid.authorization.nonce,
      request: said(answers['used before'])!,
      at: seconds(),
    })
    const proof = { 'payment-proof': `${seconds()}.${signature}` }
    expect(await gotOf(await ask(cut, { ...cut.paid.v1, ...proof }, ADDRESS.stranger), cut)).toBe('whole')
  })

  test('is the same for every spelling of a request, and another for another one', async () => {
    const request = said(await shop.request(SPOT))
    expect(said(await shop.request(SPOT.toUpperCase()))).toBe(request)
    expect(said(await shop.request('/oracle/price/eth/usd'))).not.toBe(request)
    const [a, b] = [await sell('dear', false), await sell('dear', false)]
    expect(await requestOf(a)).toBe(await requestOf(a))
    expect(await requestOf(a)).not.toBe(await requestOf(b))
  })

  test('stands in 503 and 409 too', async () => {
    const sold = await sell('dear', false)
    const request = await requestOf(sold)
    const used = await ask(sold, sold.paid.v1, ADDRESS.stranger)
    verdict = 'unknown'
    const unjudged = await ask(sold, { ...sold.paid.v1, 'payment-proof': `${seconds()}.0xabcd` }, ADDRESS.stranger)
    expect([used.status, said(used), unjudged.status, said(unjudged)]).toEqual([409, request, 503, request])
  })
})
