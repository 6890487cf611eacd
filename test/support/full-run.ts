import { waitUntilReady } from '../../src/demo/ready.ts'
import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { buyerL402, buyerV2, type PaidFetch, sandboxWallet } from '../../src/demo/buyers.ts'
import type { Customer } from './customer.ts'
import type { ToldProduct } from './told-product.ts'
import { patientFetch } from '../../src/demo/patient-fetch.ts'
import { until } from './until.ts'

/** Uses every function of the product once, with mistakes and a killed signer. */

const BUYER = `0x${'5e'.repeat(32)}` as const
const ROUTES = readFileSync(join(import.meta.dir, '../golden/routes.txt'), 'utf8')

type Body = Readonly<Record<string, unknown>>

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})

/** A client that keeps what it bought. */
const visitorOf = ({ baseUrl }: ToldProduct) => {
  /** Ids of receipts. */
  const receipts: string[] = []
  const buy = async (pay: PaidFetch, path: string, init?: RequestInit): Promise<Body> => {
    const response = await pay(baseUrl + path, init)
    const receipt = response.headers.get('payment-receipt')
    if (receipt) receipts.push(receipt)
    const body = (await response.json()) as Body
    expect({ path, status: response.status, body }).toMatchObject({ path, status: 200 })
    return body
  }
  return {
    receipts,
    buy,
    create: (pay: PaidFetch, kind: string, body: Body) => buy(pay, `/dlc/oracle/${kind}`, post(body)),
    statusOf: async (path: string, init?: RequestInit): Promise<number> => (await fetch(baseUrl + path, init)).status,
  }
}
type Visitor = ReturnType<typeof visitorOf>

/** Sends wrong requests of all kinds to every paid path of the oracle. */
const annoy = async ({ statusOf }: Visitor): Promise<void> => {
  for (const kind of ['threshold', 'enum', 'numeric'])
    for (const path of [kind, `${kind}/preview`]) {
      for (const body of ['{', '[]', '{}', '"x"', { label: 7, maturityTs: 'soon', outcomes: ['a', 'a'], strike: -1 }])
        expect(await statusOf(`/dlc/oracle/${path}`, post(body))).toBe(400)
      expect(await statusOf(`/dlc/oracle/${path}`, { method: 'POST', body: 'x' })).toBeOneOf([400, 415])
    }
  await statusOf('/dlc/oracle/enum/nobody/attest', post({ outcome: 'yes' }, { 'x-oracle-secret': 'guess'.repeat(9) }))
  await statusOf('/oracle/price/btc/usd', { headers: { authorization: 'L402 aaaa:bbbb', 'x-payment': 'e30=' } })
  await statusOf('/nothing/here')
}

/** Reads every free path of the service, with the ids of all events and receipts. */
const readAll = async ({ statusOf }: Visitor, ids: readonly string[]): Promise<void> => {
  const paths = [...ROUTES.matchAll(/^GET (\S+) free$/gm)].map((match) => match[1] ?? '')
  expect(paths.length).toBeGreaterThan(50)
  for (const path of paths)
    for (const id of path.includes('{') ? [...ids, 'nobody'] : ['']) {
      const status = await statusOf(path.replace(/\{\w+\}/, id))
      expect({ path, id, status, ok: status < 500 || status === 503 }).toMatchObject({ ok: true })
    }
}

/** Does all of it once; returns the ids of the four events, each attested in another way. */
export const runEverything = async (stack: ToldProduct, customer: Customer): Promise<readonly string[]> => {
  await waitUntilReady(stack.baseUrl, { limitMs: 60_000, hopeless: () => '', say: () => {} })
  const visitor = visitorOf(stack)
  const { buy, create, statusOf, receipts } = visitor
  const { address } = privateKeyToAccount(BUYER)
  await fetch(`${stack.sandboxUrl}/chain/fund`, post({ address, amount: '100000000' }))
  const [lightning, dollars] = [
    buyerL402(sandboxWallet(stack.sandboxUrl), patientFetch),
    buyerV2(BUYER, '$10', patientFetch),
  ]
  for (const pay of [lightning, dollars]) await buy(pay, '/oracle/price/btc/usd')

  const price = Number((await buy(fetch, '/oracle/price/btc/usd/preview'))['price'])
  const maturityTs = Math.floor(Date.now() / 1000) + 3_600
  const expiry = maturityTs
  const cancelled = await create(lightning, 'threshold', { pair: 'ETHUSD', strike: 1, direction: 'below', expiry })
  const word = await create(dollars, 'enum', { label: 'who', outcomes: ['yes', 'no'], maturityTs })
  const number = await create(lightning, 'numeric', {
    label: 'how much',
    maturityTs,
    base: 2,
    nbDigits: 20,
    metadata: { resolverConfig: { kind: 'price_source', source: 'BTCUSD' } },
  })
  const strike = Math.round(price * 0.99)
  const watched = await create(dollars, 'threshold', {
    pair: 'BTCUSD',
    strike,
    direction: 'below',
    expiry,
    webhookUrl: customer.hookUrl('one'),
  })
  await annoy(visitor)

  const signer = stack.pids['signer'] ?? 0
  process.kill(signer, 'SIGKILL')
  const orphan = { label: 'while away', outcomes: ['yes', 'no'], maturityTs }
  const refused = await dollars(`${stack.baseUrl}/dlc/oracle/enum`, post(orphan))
  expect(refused.status).toBeOneOf([200, 503])

  const secret = { 'x-oracle-secret': stack.adminSecret }
  const byHand = (kind: string, eventid: unknown, body: Body, headers: Readonly<Record<string, string>>) =>
    statusOf(`/dlc/oracle/${kind}/${String(eventid)}/attest`, post(body, headers))
  const guess = { 'x-oracle-secret': 'f'.repeat(64) }
  expect(await byHand('enum', word['eventid'], { outcome: 'yes' }, guess)).toBe(403)
  expect(await byHand('enum', word['eventid'], { outcome: 'maybe' }, secret)).toBe(400)
  await until(
    'the enum event is attested by hand',
    async () => (await byHand('enum', word['eventid'], { outcome: 'yes' }, secret)) === 200,
  )
  expect(await byHand('enum', word['eventid'], { outcome: 'no' }, secret)).toBe(409)
  expect(await byHand('numeric', number['eventid'], { value: '97012.49' }, secret)).toBe(409)
  expect(await byHand('numeric', number['eventid'], { value: '97012.49', override: true }, secret)).toBe(200)

  const manage = { 'x-manage-token': String(cancelled['manageToken']) }
  await buy(lightning, `/dlc/oracle/threshold/${String(cancelled['eventid'])}`, { method: 'DELETE', headers: manage })
  await fetch(`${stack.sandboxUrl}/world`, post({ shock: { 'spot.BTC': 0.9 } }))
  await until('the webhook was taken', async () =>
    [...customer.calls.values()].some((calls) => calls.some(({ status }) => status === 204)),
  )
  const ids = [cancelled, word, number, watched].map(({ eventid }) => String(eventid))
  expect(receipts).toHaveLength(7)
  await readAll(visitor, [...ids, ...receipts])
  for (const path of ['/', '/printing', '/actors', '/money']) await fetch(stack.adminUrl + path)
  const deliveries = `/dlc/oracle/threshold/${String(watched['eventid'])}/deliveries`
  expect(await statusOf(deliveries, { headers: { 'x-manage-token': String(watched['manageToken']) } })).toBe(200)
  return ids
}
