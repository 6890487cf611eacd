import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { deliver } from '../../../src/actors/courier/deliver.ts'
import { enterNews } from '../../../src/actors/courier/news.ts'
import { createResolver } from '../../../src/actors/courier/resolve.ts'
import type { EventDescriptor } from '../../../src/dlc/wire/event.ts'
import type { ResolverConfig } from '../../../src/dlc/terms/resolver-config.ts'
import { createVisitor } from '../../../src/outbound/visit.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { HOSTILE, HOSTILE_ANSWERS } from '../../support/outbound/hostile.ts'
import { type Canary, startCanary } from '../../support/canary.ts'
import { startTestRedis, type TestRedis } from '../../support/redis.ts'
import { openOracle, type TestOracle } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'
import { attestThreshold, NOW } from '../../support/actors/courier/attested.ts'
import { openDated, testDesk } from '../../support/actors/courier/courier-desk.ts'

/** Hostile addresses that stand in the store all the same: the courier judges again at each call. */

let stack: TestRedis
let canary: Canary
let oracle: TestOracle
const { folder, remove } = testFolder()
beforeAll(async () => {
  stack = await startTestRedis()
  canary = await startCanary()
  oracle = openOracle(folder)
})
afterAll(async () => {
  canary.close()
  oracle.close()
  remove()
  await stack.stop()
})
beforeEach(() => stack.flush())

const AT = NOW + 100_000
const NUMBER: EventDescriptor = { kind: 'digits', base: 10, isSigned: false, unit: 'USD', precision: 0, nbDigits: 7 }

/** A name leads where `answer` says; literal addresses are not looked up. */
const deskTo = (answer: readonly string[], asked: string[]) => {
  const { desk: deps } = testDesk(stack.store, AT, [])
  const resolve = async (host: string) => (asked.push(host), answer)
  return { ...deps, visitor: createVisitor({ allow: [], clock: systemClock, resolve }) }
}

/** What becomes of a matured event that settles with what this address says. */
const askedAt = async (id: string, url: string, kind: 'webhook' | 'price_source', answer: readonly string[]) => {
  const asked: string[] = []
  const resolver: ResolverConfig =
    kind === 'webhook' ? { kind, url } : { kind, source: { kind: 'url', given: url }, scaleFactor: null }
  await openDated(stack.store.events, { id, descriptor: NUMBER, maturityTs: AT / 1000 - 60, resolver }, NOW)
  const settled = await createResolver(deskTo(answer, asked))(id)
  const event = await stack.store.events.read(id)
  return { settled, state: event?.state, asked }
}

/** What becomes of the news for this address. */
const deliveredTo = async (id: string, url: string, answer: readonly string[]) => {
  const asked: string[] = []
  const deps = deskTo(answer, asked)
  await attestThreshold(stack.store.events, oracle, id, url, AT)
  await enterNews(deps)
  const due = await stack.store.deliveries.claim(AT, 60_000, 10)
  for (const each of due) await deliver(deps, each)
  const lines = (await stack.store.deliveries.of(id))?.lines ?? []
  return { visits: lines.map(({ visit, status, outcome }) => ({ visit, status, outcome })), asked }
}

const REFUSED = { visit: 'refused', status: null, outcome: 'retry' } as const

describe.each(['webhook', 'price_source'] as const)('a resolver of kind %s', (kind) => {
  test(`is not called at any of ${HOSTILE.length} forms, and nothing is decided`, async () => {
    for (const [i, [form]] of HOSTILE.entries()) {
      const url = canary.here(form)
      const { settled, state, asked } = await askedAt(`H-${i}`, url, kind, ['127.0.0.1'])
      expect({ url, settled, state, asked }).toMatchObject({
        url,
        settled: { kind: 'waiting', reason: 'refused' },
        state: 'announced',
        asked: [],
      })
    }
    expect(canary.heard).toBe(0)
  })

  test('is not called where its name leads inside', async () => {
    for (const [i, answer] of HOSTILE_ANSWERS.entries()) {
      const { settled, state } = await askedAt(`N-${i}`, canary.here('https://hooks.example.com:PORT/'), kind, answer)
      expect({ answer, settled, state }).toMatchObject({
        answer,
        settled: { kind: 'waiting', reason: 'refused' },
        state: 'announced',
      })
    }
    expect(canary.heard).toBe(0)
  })
})

describe('a webhook', () => {
  test(`is not delivered to any of ${HOSTILE.length} forms`, async () => {
    for (const [i, [form]] of HOSTILE.entries()) {
      const url = canary.here(form)
      const { visits, asked } = await deliveredTo(`BTCUSD-ABOVE-100-${i}`, url, ['127.0.0.1'])
      // An empty text in the store is no webhook at all.
      expect({ url, visits, asked }).toEqual({ url, visits: url === '' ? [] : [REFUSED], asked: [] })
    }
    expect(canary.heard).toBe(0)
  })

  test('is not delivered where its name leads inside', async () => {
    for (const [i, answer] of HOSTILE_ANSWERS.entries()) {
      const url = canary.here('https://hooks.example.com:PORT/')
      const { visits } = await deliveredTo(`BTCUSD-BELOW-100-${i}`, url, answer)
      expect({ answer, visits }).toEqual({ answer, visits: [REFUSED] })
    }
    expect(canary.heard).toBe(0)
  })
})
