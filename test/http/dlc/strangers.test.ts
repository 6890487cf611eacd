import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { App } from '../../../src/http/app/app.ts'
import { type Asker, openAsker } from '../../../src/queues/ask.ts'
import { names } from '../../../src/store/redis/names.ts'
import { redisAddress } from '../../../src/store/redis/redis.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { type Payment, payment, SELLER, signTransfer, authorize } from '../../support/payer.ts'
import { triesAll } from '../../support/draws.ts'
import { HOST, type Shop, startShop } from '../../support/shop.ts'
import { type SignerRole, signerRole } from '../../support/signer-role.ts'
import { until } from '../../support/until.ts'
import { bodyOf, FEE, serverOf } from '../../support/http/dlc/event-shop.ts'

/**
 * Strangers, each from a network of its own, crowd the signer: half of them cannot pay, the others empty their account
 * between check and settlement. Beside them twenty honest buyers, and a signer that goes away once their events are
 * made. Real Redis, real queues, the signer as a worker plays it; the sandbox's chain and facilitator.
 */

const STRANGERS = triesAll ? 100 : 40
const HONEST = 20
/** Payments that one stranger shows at once. */
const AT_ONCE = 3

type Account = ReturnType<typeof privateKeyToAccount>
const accounts = (count: number): readonly Account[] =>
  Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()))

const honest = accounts(HONEST)
const strangers = accounts(STRANGERS)
const emptying = new Map(strangers.slice(STRANGERS / 2).map((each) => [each.address.toLowerCase(), each]))
const AWAY = accounts(1)[0]!.address

let shop: Shop
let signer: SignerRole
let askers: { readonly signing: Asker<'signing'>; readonly offers: Asker<'offers'> }
let app: App
/** What happens at the facilitator before it settles a payment of this payer. */
let beforeSettling: (payer: string) => Promise<void> = async () => {}

interface SettleBody {
  readonly paymentPayload: { readonly payload: { readonly authorization: { readonly from: string } } }
}

/** The sandbox's chain decides, as it does for the sandbox's facilitator; what comes before it is ours. */
const settle = async (request: Request): Promise<Response> => {
  const { payload } = ((await request.json()) as SettleBody).paymentPayload
  const payer = payload.authorization.from
  await beforeSettling(payer.toLowerCase())
  const { transaction } = await shop.money.control('/chain/submit', payload)
  const network = 'eip155:8453'
  return Response.json(
    transaction === undefined
      ? { success: false, errorReason: 'insufficient_funds', transaction: '', network, payer }
      : { success: true, transaction, network, payer },
  )
}

beforeAll(async () => {
  shop = await startShop({ clock: systemClock, rails: ['x402'] })
  shop.money.overrides.set('POST /facilitator/settle', settle)
  signer = signerRole(shop.redis)
  await signer.start()
  const queues = { connection: redisAddress(shop.redis.url), prefix: names.queuePrefix }
  askers = {
    signing: await openAsker(queues, () => {}, 'signing'),
    offers: await openAsker(queues, () => {}, 'offers'),
  }
  app = serverOf(shop, { signer: askers })
  for (const { address } of [...honest, ...emptying.values()]) await shop.money.fund(address, FEE)
}, 120_000)
afterAll(async () => {
  await signer.stop()
  await Promise.all([askers.signing.close(), askers.offers.close()])
  await shop.stop()
  signer.remove()
}, 120_000)

const nowTs = () => Math.floor(shop.clock.now() / 1000)
const post = async (kind: 'enum' | 'numeric', { v2 }: Payment, place: number): Promise<Response> =>
  app(
    new Request(`http://${HOST}/dlc/oracle/${kind}`, {
      method: 'POST',
      headers: { host: HOST, 'content-type': 'application/json', ...v2 },
      body: JSON.stringify(bodyOf(kind, nowTs())),
    }),
    // A network of its own for each.
    `20.0.${place}.7`,
  )
const pay = (account: Account): Promise<Payment> =>
  payment(shop.clock.now(), { from: account.address, value: FEE }, account)

/** Sends everything the account has to somewhere else; the second time there is nothing to send. */
const empty = async (account: Account): Promise<void> => {
  const authorization = authorize(shop.clock.now(), { from: account.address, to: AWAY, value: FEE })
  const signature = await signTransfer(authorization, account)
  await shop.money.control('/chain/submit', { authorization, signature })
}

const paidBy = async (): Promise<ReadonlySet<string>> =>
  new Set(
    (await shop.money.transfers())
      .filter(({ to }) => to?.toLowerCase() === SELLER.toLowerCase())
      .map(({ from }) => String(from).toLowerCase()),
  )

interface Bought {
  readonly eventid: string
  /** Answers other than the event, and whether the money had moved when they were given. */
  readonly refused: readonly { readonly status: number; readonly charged: boolean }[]
}

/** Comes back with the same payment, as it is told to, until it has its event. */
const buy = async (account: Account, place: number): Promise<Bought> => {
  const paid = await pay(account)
  const refused: { status: number; charged: boolean }[] = []
  const eventid = await until('its event', async () => {
    const response = await post('enum', paid, place)
    if (response.status === 200) return ((await response.json()) as Bought).eventid
    refused.push({ status: response.status, charged: (await paidBy()).has(account.address.toLowerCase()) })
    await Bun.sleep(200)
    return null
  })
  return { eventid, refused }
}

/** Its offer is made before the crowd is there: what becomes of an offer that is never paid can then be seen. */
const forerunner = async (account: Account): Promise<void> => {
  let isEmptied = false
  beforeSettling = async (payer) => {
    if (payer !== account.address.toLowerCase()) return
    isEmptied = true
    await empty(account)
  }
  await until('a stranger has its offer, and no money', async () => {
    const { status } = await post('numeric', await pay(account), 0)
    return isEmptied || status === 402 || null
  })
  expect(isEmptied).toBe(true)
}

const crowd = async (account: Account, place: number): Promise<readonly number[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, async () => (await post('numeric', await pay(account), place)).status))

test('every honest buyer is answered, no charge without an answer, and unpaid requests leave nothing', async () => {
  await forerunner(strangers.at(-1)!)
  const settling = new Set<string>()
  const signerIsGone = Promise.withResolvers<void>()
  beforeSettling = async (payer) => {
    const stranger = emptying.get(payer)
    if (stranger) return empty(stranger)
    const isLast = !settling.has(payer) && settling.add(payer).size === HONEST
    if (isLast) {
      await signer.stop()
      signerIsGone.resolve()
    }
    await signerIsGone.promise
  }
  const [refused, bought] = await Promise.all([
    Promise.all(strangers.map(crowd)),
    Promise.all(honest.map((account, n) => buy(account, STRANGERS + n))),
  ])

  expect(bought.flatMap(({ refused: each }) => each.filter(({ charged }) => charged))).toEqual([])
  expect(new Set(bought.map(({ eventid }) => eventid)).size).toBe(HONEST)
  expect(bought.map(({ eventid }) => eventid)).not.toContain('')
  expect(await paidBy()).toEqual(new Set(honest.map(({ address }) => address.toLowerCase())))
  expect(refused.flat().filter((status) => ![402, 429, 503].includes(status))).toEqual([])

  // Who could not pay had nothing made. The journal holds what was offered, paid for or not.
  await signer.start()
  for (const { eventid } of bought) while (signer.lines(eventid).length < 2) await Bun.sleep(50)
  for (const { eventid } of bought)
    expect(signer.lines(eventid).map(({ type }) => type)).toEqual(['offered', 'activated'])
  const payers = signer
    .ids()
    .flatMap((id) => signer.lines(id).flatMap((line) => (line.type === 'offered' ? [line] : [])))
  expect(payers.length).toBeGreaterThan(HONEST)
  const unfunded = new Set(strangers.slice(0, STRANGERS / 2).map(({ address }) => address.toLowerCase()))
  expect(payers.filter(({ event }) => unfunded.has(event.hidden.payer ?? ''))).toEqual([])

  const { redis } = shop.redis
  while ((await redis.zcard(names.dlc.offers())) > 0) await Bun.sleep(50)
  expect(await redis.hlen(names.dlc.openOffers())).toBe(0)
  const stays = async (pattern: string) => {
    const keys = await redis.keys(pattern)
    const lives = await Promise.all(keys.map((key) => redis.ttl(key)))
    return keys.filter((_, n) => lives[n] === -1).length
  }
  expect(await stays(names.dlc.event('*'))).toBe(HONEST)
  expect(await stays(names.dlc.nonce('*'))).toBe(HONEST)
  expect(await stays(names.dlc.paid('*'))).toBe(HONEST)
}, 120_000)
