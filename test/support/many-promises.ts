import type { Checked } from '../../src/dlc/terms/checks.ts'
import { enumTerms } from '../../src/dlc/terms/enum-terms.ts'
import type { Terms } from '../../src/dlc/terms/event-terms.ts'
import { numericTerms } from '../../src/dlc/terms/numeric-terms.ts'
import type { DlcPair } from '../../src/dlc/terms/pairs.ts'
import { thresholdTerms } from '../../src/dlc/terms/threshold-terms.ts'
import { oracleAsks, type OracleAsks } from '../../src/http/dlc/oracle-asks.ts'
import { askOver, openAsker } from '../../src/queues/ask.ts'
import type { QueueAddress } from '../../src/queues/connection.ts'
import type { EventStore } from '../../src/store/events/events.ts'
import type { Customer } from './customer.ts'

/** Events of all kinds in great number, made by the signer's own process as a server has them made. Only money is missing. */

/** Levels around which strikes and boundaries lie. */
export const LEVELS = { BTCUSD: 100_000, ETHUSD: 4_000, SOLUSD: 200 } as const satisfies Partial<
  Record<DlcPair, number>
>
export const PAIRS = Object.keys(LEVELS) as readonly (keyof typeof LEVELS)[]

/** One after the other in turn: what ten events are. */
const MIX = [
  'far',
  'near',
  'far',
  'near',
  'buckets',
  'near',
  'number',
  'webhook_enum',
  'far',
  'webhook_number',
] as const

const read = <T extends Terms>(checked: Checked<T>): T => {
  if (!checked.ok) throw new Error(JSON.stringify(checked))
  return checked.terms
}

/**
 * The n-th event.
 *
 * @param maturityTs Unix seconds.
 */
const termsOf = (n: number, maturityTs: number, customer: Customer): Terms => {
  const around = { nowTs: maturityTs - 60, ownHosts: [], plainHosts: [customer.place] }
  const pair = PAIRS[n % PAIRS.length] ?? 'BTCUSD'
  const level = LEVELS[pair]
  const direction = Math.floor(n / 3) % 2 === 0 ? 'above' : 'below'
  const beyond = (share: number) => Math.round(level * (direction === 'above' ? 1 + share : 1 - share) * 1e4) / 1e4
  // Somebody wants to be told of every tenth event.
  const hook = Math.floor(n / 10) % 2 === 0 ? { webhookUrl: customer.hookUrl(String(n)) } : {}
  const what = MIX[n % MIX.length]
  switch (what) {
    case 'far':
      return read(
        thresholdTerms(
          { pair, direction, strike: beyond(0.4 + n / 1e5), expiry: maturityTs, ...(n % 10 === 0 && hook) },
          around,
        ),
      )
    case 'near':
      return read(
        thresholdTerms(
          { pair, direction, strike: beyond(0.002 + (n % 97) / 6_000), expiry: maturityTs, ...(n % 10 === 3 && hook) },
          around,
        ),
      )
    case 'buckets': {
      const resolverConfig = {
        kind: 'price_buckets',
        source: pair,
        boundaries: [level * 0.99, level, level * 1.01].map((edge) => Math.round(edge * 100) / 100),
      }
      const outcomes = ['deep', 'low', 'high', 'sky']
      return read(enumTerms({ label: `bucket ${n}`, outcomes, maturityTs, metadata: { resolverConfig } }, around))
    }
    case 'number': {
      const resolverConfig = { kind: 'price_source', source: pair, scaleFactor: 100 }
      const shape = n % 20 < 10 ? { base: 10, nbDigits: 8 } : { base: 2, nbDigits: 20, isSigned: true }
      return read(numericTerms({ label: `price ${n}`, ...shape, maturityTs, metadata: { resolverConfig } }, around))
    }
    case 'webhook_enum': {
      const outcome = ['red', 'green', 'blue'][n % 3] ?? 'red'
      const resolverConfig = { kind: 'webhook', url: customer.resolverUrl(n, outcome) }
      const outcomes = ['red', 'green', 'blue']
      return read(enumTerms({ label: `colour ${n}`, outcomes, maturityTs, metadata: { resolverConfig } }, around))
    }
    default: {
      const resolverConfig = { kind: 'webhook', url: customer.resolverUrl(n, String(1_000 + n)) }
      return read(numericTerms({ label: `count ${n}`, nbDigits: 6, maturityTs, metadata: { resolverConfig } }, around))
    }
  }
}

const TRIES = 60

/** Announced and public; its id. A signer that is starting up is waited for. */
const promise = async (
  { asks, events }: { readonly asks: OracleAsks; readonly events: EventStore },
  n: number,
  terms: Terms,
): Promise<string> => {
  const creator = { rail: 'x402', payer: null, manageTokenHash: '' } as const
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const id = await asks.offer(`x402:promise-${n}-${attempt}`, terms, creator, false)
    if (id === null) continue
    // Nobody held this payment: the sweep takes the offer back after two seconds, and then it is made again.
    const active = await events.activate(id, Date.now(), null)
    if (active.kind !== 'activated' && active.kind !== 'before') continue
    return id
  }
  throw new Error(`event ${n} was not made`)
}

const AT_ONCE = 8

/**
 * Makes `count` events. Returns their ids.
 *
 * @param maturityOf when the n-th is due, Unix seconds.
 */
export const makePromises = async (
  { queues, events }: { readonly queues: QueueAddress; readonly events: EventStore },
  customer: Customer,
  count: number,
  maturityOf: (n: number) => number,
): Promise<readonly string[]> => {
  const signing = await openAsker(queues, () => {}, 'signing')
  const offers = await openAsker(queues, () => {}, 'offers')
  const asks = oracleAsks(
    { signing, offers },
    askOver('asks', async () => ({ kind: 'timeout' })),
  )
  const ids: string[] = []
  let next = 0
  const place = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++)
      ids[n] = await promise({ asks, events }, n, termsOf(n, maturityOf(n), customer))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, place))
  // The signer's next sweep writes down that they are public.
  for (const id of ids) while (!(await events.read(id))?.journaled) await Bun.sleep(50)
  await Promise.all([signing.close(), offers.close()])
  return ids
}
