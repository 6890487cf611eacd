import { beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { Posted } from '../../src/payments/posting.ts'
import type { Spent } from '../../src/store/claims/claim-facts.ts'
import { type AnsweredTo, type ClaimStore, claimStore } from '../../src/store/claims/claims.ts'
import type { EditionRef, Deliverable } from '../../src/store/claims/deliverable.ts'
import { names } from '../../src/store/redis/names.ts'
import { paymentKeys } from '../support/payment-keys.ts'
import { REDELIVERY_MS, UNANSWERED_MS } from '../../src/store/claims/redelivery.ts'
import { settlementStore } from '../../src/store/claims/settlements.ts'
import { ONE_SHARD } from '../../src/store/claims/shards.ts'
import { drawn, seedOf, triesAll } from '../support/draws.ts'
import { postingsIn } from '../support/ledger.ts'
import { fileRedis } from '../support/redis.ts'
import { seededRandom, stillClock } from '../support/still.ts'
import { partOf } from '../support/part-of.ts'

/** A long random walk over claims, beside a model in memory that tells the rules again in the plainest words. */

const redis = await fileRedis()
let claims: ClaimStore

beforeAll(async () => {
  await redis.redis.config('SET', 'appendfsync', 'no')
  claims = claimStore(redis.redis)
})

const NOW = 1_795_000_000_000
const HOLD_MS = 30_000
const KEEP = 86_400
const TX = `0x${'0a'.repeat(32)}`
const ACTOR = 'price/spot/BTC-USD'
const SHARED_ACTOR = 'gas/chain/base'
const SHARED_VERSION = 1_795_000_030
const OPERATIONS = drawn(120_000)

interface Waiting {
  request: string
  holder: string
  until: number
  network: string
}
type Modelled =
  | ({ state: 'held' } & Waiting)
  | ({ state: 'sent'; deliverable: string } & Waiting)
  | {
      state: 'spent'
      request: string
      deliverable: string
      until: number
      bare: number | null
      told: boolean
      network: string
      owed: boolean
      oneStep: boolean
    }

const createModel = () => {
  const paid = new Map<string, Modelled>()
  const posted: { what: Posted; payment: string }[] = []
  const post = (what: Posted, payment: string) => void posted.push({ what, payment })

  const seen = (payment: string, request: string, now: number): string | null => {
    const claim = paid.get(payment)
    if (!claim) return null
    if (claim.request !== request) return 'other_request'
    if (claim.state === 'spent')
      return `spent ${claim.deliverable} ${claim.until} ${claim.bare} ${claim.told} ${claim.network}`
    if (claim.until > now) return 'busy'
    return claim.state === 'sent' ? `sent ${claim.deliverable} ${claim.network}` : null
  }
  return {
    paid,
    posted,
    look: (payment: string, request: string, now: number) => seen(payment, request, now) ?? 'free',
    hold: (payment: string, request: string, now: number, holder: string, network: string) => {
      const found = seen(payment, request, now)
      const claim = paid.get(payment)
      if (found?.startsWith('sent ') && claim?.state === 'sent')
        paid.set(payment, { ...claim, holder, until: now + HOLD_MS })
      if (found) return found
      paid.set(payment, { state: 'held', request, holder, until: now + HOLD_MS, network })
      return 'held'
    },
    buy: (payment: string, request: string, now: number, deliverable: string) => {
      const claim = paid.get(payment)
      if (claim) {
        const found = seen(payment, request, now)
        return found === null || found.startsWith('sent ') ? 'busy' : found
      }
      const until = now + REDELIVERY_MS
      const spent = { request, deliverable, until, bare: until, told: true, network: '', owed: false, oneStep: true }
      paid.set(payment, { state: 'spent', ...spent })
      post('sold', payment)
      return 'bought'
    },
    giveBack: (payment: string) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'spent' || !claim.oneStep) return false
      post('given_back', payment)
      return paid.delete(payment)
    },
    send: (payment: string, holder: string, deliverable: string, now: number) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'held' || claim.holder !== holder) return false
      paid.set(payment, { ...claim, state: 'sent', deliverable, until: now + HOLD_MS })
      return true
    },
    useUp: (payment: string, holder: string, deliverable: string, now: number) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'held' || claim.holder !== holder) return false
      const until = now + REDELIVERY_MS
      const { request, network } = claim
      const spent = { request, deliverable, until, bare: until, told: true, network, owed: false, oneStep: false }
      paid.set(payment, { state: 'spent', ...spent })
      post('sold', payment)
      return true
    },
    yield: (payment: string, holder: string) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'sent' || claim.holder !== holder) return false
      paid.set(payment, { ...claim, until: 0 })
      return true
    },
    /** By a server that answers with the same step, or by whoever has nobody to answer. */
    spend: (payment: string, now: number, told: boolean) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'sent') return false
      const until = now + (told ? REDELIVERY_MS : UNANSWERED_MS)
      const { request, deliverable, network } = claim
      const spent = {
        request,
        deliverable,
        until,
        bare: told ? until : null,
        told,
        network,
        owed: !told,
        oneStep: false,
      }
      paid.set(payment, { state: 'spent', ...spent })
      post(told ? 'sold' : 'settled', payment)
      return true
    },
    drop: (payment: string) => paid.get(payment)?.state === 'sent' && paid.delete(payment),
    delivered: (payment: string, now: number, who: AnsweredTo) => {
      const claim = paid.get(payment)
      if (claim?.state !== 'spent' || claim.oneStep) return false
      const last = now + REDELIVERY_MS
      const next = { ...claim }
      if (next.bare === null && !next.told) next.bare = Math.min(last, next.until)
      if (who !== 'network' && !next.told) {
        next.told = true
        next.until = Math.min(next.until, last)
      }
      next.owed = false
      paid.set(payment, next)
      if (claim.owed) post(who === 'maker' ? 'delivered' : 'delivered_late', payment)
      return claim.owed
    },
    release: (payment: string, holder: string) => {
      const claim = paid.get(payment)
      if (!claim || claim.state === 'spent' || claim.holder !== holder) return false
      return paid.delete(payment)
    },
  }
}

const shown = (deliverable: Deliverable | null): string => {
  if (deliverable?.kind === 'edition') return `l402/${deliverable.edition.version}/${deliverable.edition.index}`
  return deliverable?.kind === 'answer' ? deliverable.body : String(deliverable?.kind)
}
const ofSpent = ({ deliverable, until, bareUntil, told, network }: Spent): string =>
  `spent ${shown(deliverable)} ${until} ${bareUntil} ${told} ${network}`
type Told = {
  readonly kind: string
  readonly spent?: Spent
  readonly deliverable?: Deliverable
  readonly network?: string
}
const told = ({ kind, spent, deliverable, network }: Told): string => {
  if (spent) return ofSpent(spent)
  return deliverable ? `${kind} ${shown(deliverable)} ${network}` : kind
}

test(`${OPERATIONS} interleaved moves on few payments agree with a model, and the ledger with both`, async () => {
  const random = seededRandom(seedOf(20_261_122))
  const model = createModel()
  const pick = <T>(from: readonly T[]): T => from[random.integer(0, from.length - 1)]!
  const holders = ['a', 'b', 'c']
  const [R1, R2] = ['a1'.repeat(32), 'b2'.repeat(32)]
  const requests = [R1, R1, R1, R2]
  const networks = ['4:cb0071', '6:20010db80001', '']
  const workerClock = stillClock(NOW)
  const settlements = settlementStore(redis.redis, workerClock)
  let now = NOW
  let generation = 0
  let editions = 0
  /** Payments that bought the one edition that all share. */
  const sharers = new Set<string>()
  const seenKinds = new Map<string, number>()
  const saleOf = (payment: string) => ({ payment, amount: '10000', item: ACTOR, event: '', receipt: '' })
  const nonceOf = (n: number) => createHash('sha256').update(String(n)).digest('hex')

  const step = (): { readonly what: string; readonly expected: unknown; readonly got: Promise<unknown> } => {
    // Few payments at a time, replaced now and then, so that all states come up again and again.
    if (random.integer(0, 199) === 0) generation++
    const n = 5 * (generation - random.integer(0, 1)) + random.integer(0, 4)
    const payment = `x402:8453:0xa:0xb:0x${nonceOf(n)}`
    const [request, holder] = [pick(requests), pick(holders)]
    const body = `{"deliverable":${random.integer(0, 9_999)}}`
    const deliverable: Deliverable = { kind: 'answer', status: 200, body, headers: {} }
    const asked = { payment, request, now }
    now += pick([0, 0, 1, 1_000, 7_000, HOLD_MS])
    workerClock.set(asked.now)
    switch (random.integer(0, 11)) {
      case 0:
        return {
          what: 'send',
          expected: model.send(payment, holder, body, asked.now),
          got: claims.send(payment, holder, deliverable, '{}', asked.now, HOLD_MS, KEEP),
        }
      case 1:
        return { what: 'look', expected: model.look(payment, request, asked.now), got: claims.look(asked).then(told) }
      case 2: {
        const isTold = random.integer(0, 1) === 1
        const expected = model.spend(payment, asked.now, isTold)
        const byServer = isTold || random.integer(0, 1) === 1
        const got = byServer ? claims.spend(payment, TX, asked.now, KEEP, isTold) : settlements.spend(payment, TX)
        return { what: 'spend', expected, got }
      }
      case 3:
        return {
          what: 'release',
          expected: model.release(payment, holder),
          got: claims.release(payment, holder, asked.now),
        }
      case 4:
        return { what: 'yield', expected: model.yield(payment, holder), got: claims.yield(payment, holder) }
      case 5:
      case 6: {
        // An edition in hand is offered once, whatever comes of it; the only one of a string without a nonce to everybody.
        const isShared = random.integer(0, 2) === 0
        const edition: EditionRef = isShared
          ? { actor: SHARED_ACTOR, version: SHARED_VERSION, rail: 'l402', index: 0 }
          : { actor: ACTOR, version: 1_795_000_000, rail: 'l402', index: editions++ }
        if (isShared && !model.paid.has(payment)) sharers.add(payment)
        const expected = model.buy(payment, request, asked.now, shown({ kind: 'edition', edition }))
        const got = claims.buy({ ...saleOf(payment), ...asked, edition, keepSeconds: KEEP }).then(told)
        return { what: 'buy', expected, got }
      }
      case 7: {
        const who = pick(['maker', 'shown', 'network'] as const)
        return {
          what: 'delivered',
          expected: model.delivered(payment, asked.now, who),
          got: claims.delivered(payment, asked.now, who),
        }
      }
      case 8:
        return { what: 'drop', expected: model.drop(payment), got: settlements.release(payment) }
      case 9: {
        if (random.integer(0, 3) > 0)
          return {
            what: 'useUp',
            expected: model.useUp(payment, holder, body, asked.now),
            got: claims.useUp(payment, holder, deliverable, asked.now, KEEP),
          }
        const claim = model.paid.get(payment)
        const isOneStep = claim?.state === 'spent' && claim.oneStep
        const [, version, index] = isOneStep ? claim.deliverable.split('/') : ['', '0', '0']
        const actor = Number(version) === SHARED_VERSION ? SHARED_ACTOR : ACTOR
        const edition = { actor, version: Number(version), rail: 'l402', index: Number(index) } as const
        const spentAt = isOneStep ? claim.until - REDELIVERY_MS : 0
        const spent = partOf<Spent>({ deliverable: { kind: 'edition', edition }, spentAt })
        const bought = isOneStep ? claim.request : request
        return {
          what: 'giveBack',
          expected: model.giveBack(payment),
          got: claims.giveBack(saleOf(payment), spent, bought, asked.now).catch(() => false),
        }
      }
      default: {
        const network = pick(networks)
        const on = { ...asked, holder, holdMs: HOLD_MS, keepSeconds: KEEP, network, sale: saleOf(payment) }
        return {
          what: 'hold',
          expected: model.hold(payment, request, asked.now, holder, network),
          got: claims.hold(on).then(told),
        }
      }
    }
  }

  for (let done = 0; done < OPERATIONS; done += 200) {
    // Sales of one turn travel together and behind what was sent before them: the model takes steps in turn, so each waits.
    const batch: { what: string; expected: unknown; got: unknown }[] = []
    for (let at = 0; at < 200; at++) {
      const { what, expected, got } = step()
      batch.push({ what, expected, got: await got })
    }
    for (const each of batch) {
      if (each.got !== each.expected)
        expect({ what: each.what, got: each.got }).toEqual({ what: each.what, got: each.expected })
      const kind = `${each.what} ${String(each.expected).split(' ')[0]}`
      seenKinds.set(kind, (seenKinds.get(kind) ?? 0) + 1)
    }
  }

  // The walk went everywhere.
  const everywhere = [
    ...['held', 'busy', 'sent', 'spent', 'other_request'].map((each) => `hold ${each}`),
    ...['bought', 'busy', 'spent', 'other_request'].map((each) => `buy ${each}`),
    ...['free', 'busy', 'sent', 'spent', 'other_request'].map((each) => `look ${each}`),
    ...['send', 'spend', 'release', 'yield', 'useUp', 'drop', 'delivered', 'giveBack'].flatMap((each) => [
      `${each} true`,
      `${each} false`,
    ]),
  ]
  if (triesAll) expect(everywhere.filter((kind) => (seenKinds.get(kind) ?? 0) < 10)).toEqual([])

  // Many payments bought the same edition, each once: no claim of one is another's, and each has its posting.
  if (triesAll) expect(sharers.size).toBeGreaterThan(100)

  // The ledger has a posting for each move of money, and no other.
  const posted = (await postingsIn(redis.redis)).map(({ what, payment }) => ({ what, payment }))
  const inOrder = (all: readonly { what: Posted; payment: string }[]) =>
    all.map(({ what, payment }) => `${payment} ${what}`).toSorted()
  expect(inOrder(posted)).toEqual(inOrder(model.posted))

  // Whoever is owed an answer is on the list, with what was sold to him.
  const owed = [...model.paid].filter(([, claim]) => claim.state === 'spent' && claim.owed).map(([payment]) => payment)
  const listed = (await Promise.all(ONE_SHARD.map((shard) => redis.redis.zrange(names.owed(shard), '0', '-1')))).flat()
  expect(listed.toSorted()).toEqual(owed.toSorted())
  const owing = (await Promise.all(ONE_SHARD.map((shard) => redis.redis.hkeys(names.owing(shard))))).flat()
  expect(owing.toSorted()).toEqual(owed.toSorted())

  // No claim is stuck for ever: what is sent is in the sweeper's list, and one sweep leaves none.
  const open = [...model.paid].filter(([, claim]) => claim.state === 'sent').map(([payment]) => payment)
  const unresolved = await settlements.listSent(now + 1)
  expect(unresolved.toSorted()).toEqual(open.toSorted())
  for (const payment of unresolved) {
    expect(await redis.redis.ttl(paymentKeys(payment).claim)).toBe(-1)
    expect(await settlements.spend(payment, TX)).toBe(true)
  }
  expect(await settlements.listSent(now + 1)).toEqual([])
}, 300_000)
