import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { configuredX402 } from '../../../src/http/rails/configured.ts'
import { facilitatorIds } from '../../../src/http/rails/facilitator-list.ts'
import type { SettlementProofs } from '../../../src/http/rails/facilitators.ts'
import type { Requirements, Settler } from '../../../src/http/rails/settlement.ts'
import { readPayment, type ShownPayment } from '../../../src/http/rails/x402-payload.ts'
import { payment, SELLER } from '../../support/payer.ts'
import { seededRandom, stillClock } from '../../support/still.ts'

/** Several facilitators behind real sockets: which one is asked, and what its word is worth. */

const TX = `0x${'ab'.repeat(32)}`
const success = () => Response.json({ success: true, transaction: TX, network: 'base' })
const pending = () => Response.json({ success: false, errorReason: 'settlement_pending', transaction: '', network: '' })
const refused = () =>
  Response.json({ success: false, errorReason: 'insufficient_funds', transaction: '', network: 'base' })
const requirements = { v1: {}, v2: {}, resource: {}, extensions: {} } as Requirements

interface One {
  readonly asked: string[]
  readonly shown: (string | null)[]
  settles: () => Response | Promise<Response>
  readonly server: ReturnType<typeof Bun.serve>
}

const openOne = (): One => {
  const one = { asked: [] as string[], shown: [] as (string | null)[], settles: success as One['settles'] }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      one.asked.push(pathname)
      one.shown.push(request.headers.get('authorization'))
      return pathname === '/verify' ? Response.json({ isValid: true }) : one.settles()
    },
  })
  return Object.assign(one, { server })
}

let clock: ReturnType<typeof stillClock>
let first: One
let second: One
let outcomes: string[]
let liars: Set<string>
/** The transaction that the chain knows; `null`: it does not know the claimed one yet. */
let proven: (claimed: string) => string | null

const proofs: SettlementProofs = {
  hasLied: async (by) => liars.has(by),
  prove: async (_by, { transaction }) => proven(transaction),
}
const urlOf = ({ server }: One) => `http://127.0.0.1:${server.port!}`

const settlerOf = (urls: readonly string[], more: object = {}): Settler =>
  configuredX402(
    { X402_NETWORK: 'base', PAY_TO: SELLER, FACILITATOR_URL: urls.join(', '), ...more },
    {
      clock,
      random: seededRandom(),
      proofs,
      news: {
        outcome: (name, outcome) => void outcomes.push(`${name} ${outcome}`),
        door: (name, door) => void outcomes.push(`${name} door ${door}`),
        extension: () => {},
      },
    },
  )!.settler

beforeEach(() => {
  clock = stillClock(1_795_000_000_000)
  ;[first, second] = [openOne(), openOne()]
  outcomes = []
  liars = new Set()
  proven = (claimed) => claimed
})
afterEach(() => Promise.all([first.server.stop(true), second.server.stop(true)]))

const pay = async (signature?: string): Promise<ShownPayment> => {
  const account = privateKeyToAccount(generatePrivateKey())
  const { v1 } = await payment(clock.now(), { from: account.address }, account)
  const shown = readPayment(v1['x-payment']) as ShownPayment
  return signature === undefined ? shown : { ...shown, signature }
}
let networks = 0
const settle = async (settler: Settler, signature?: string) =>
  settler.settle(await pay(signature), requirements, 'x402:name', { network: `198.51.${networks++}.0/24` })
const settled = (transaction = TX) => ({ kind: 'settled', settlement: { transaction } })

describe('a list', () => {
  test('the first one is asked while it is open', async () => {
    const settler = settlerOf([urlOf(first), urlOf(second)])
    for (let n = 0; n < 5; n++) expect(await settle(settler)).toMatchObject(settled())
    expect([first.asked.length, second.asked.length]).toEqual([5, 0])
  })

  test('three open outcomes close the first, the next one is asked, and after thirty seconds one tries', async () => {
    const settler = settlerOf([urlOf(first), urlOf(second)])
    first.settles = pending
    for (let n = 0; n < 3; n++) expect(await settle(settler)).toEqual({ kind: 'unknown', transaction: '' })
    for (let n = 0; n < 4; n++) expect(await settle(settler)).toMatchObject(settled())
    expect([first.asked.length, second.asked.length]).toEqual([3, 4])
    expect(await settler.closed!()).toBeNull()

    clock.move(30_000)
    const hung = Promise.withResolvers<Response>()
    first.settles = () => hung.promise
    const trial = settle(settler)
    while (first.asked.length < 4) await Bun.sleep(1)
    for (let n = 0; n < 3; n++) expect(await settle(settler)).toMatchObject(settled())
    expect([first.asked.length, second.asked.length]).toEqual([4, 7])
    first.settles = success
    hung.resolve(success())
    expect(await trial).toMatchObject(settled())
    await settle(settler)
    expect([first.asked.length, second.asked.length]).toEqual([5, 7])
  })

  test('when all are closed nobody is asked, and the rail says why', async () => {
    const settler = settlerOf([urlOf(first)])
    first.settles = pending
    for (let n = 0; n < 3; n++) await settle(settler)
    expect(await settler.closed!()).toBe('the facilitator does not answer')
    expect(await settle(settler)).toEqual({ kind: 'unreached' })
    expect(await settler.simulate(await pay(), requirements)).toEqual({ kind: 'unreachable' })
    expect(first.asked).toHaveLength(3)
    clock.move(30_000)
    expect(await settler.closed!()).toBeNull()
  })

  test('wallet contracts cannot close it, also where they sign with 65 bytes', async () => {
    const settler = settlerOf([urlOf(first)])
    first.settles = pending
    for (const signature of [`0x${'11'.repeat(65)}`, `0x${'22'.repeat(96)}`, `0x${'00'.repeat(65)}`, '0x'])
      for (let n = 0; n < 3; n++) expect((await settle(settler, signature)).kind).toBe('unknown')
    expect(await settler.closed!()).toBeNull()
  })

  test('nobody there: the next one is asked in the same moment, and its failure is a failure', async () => {
    const settler = settlerOf(['http://127.0.0.1:1', urlOf(second)])
    second.settles = refused
    expect(await settle(settler)).toEqual({ kind: 'failed', reason: 'insufficient_funds' })
    expect(await settler.simulate(await pay(), requirements)).toEqual({ kind: 'would_settle' })
    expect(outcomes).toEqual([
      '127.0.0.1:1 door unreached',
      '127.0.0.1:1 unreached',
      `127.0.0.1:${second.server.port!} failed`,
    ])
  })

  test('what was left open by one is not asked of the next in the same moment', async () => {
    const settler = settlerOf([urlOf(first), urlOf(second)])
    first.settles = pending
    second.settles = refused
    expect((await settle(settler)).kind).toBe('unknown')
    expect(second.asked).toEqual([])
  })

  test('each is shown its own credentials', async () => {
    const settler = settlerOf([urlOf(first), urlOf(second)], { FACILITATOR_AUTHORIZATION: 'Bearer one,' })
    first.settles = pending
    for (let n = 0; n < 4; n++) await settle(settler)
    expect([first.shown, second.shown]).toEqual([['Bearer one', 'Bearer one', 'Bearer one'], [null]])
  })
})

describe('a success', () => {
  test('is what the chain says of it', async () => {
    const settler = settlerOf([urlOf(first)])
    const theirs = `0x${'cd'.repeat(32)}`
    proven = () => theirs
    expect(await settle(settler)).toMatchObject(settled(theirs))
    proven = () => null
    expect(await settle(settler)).toEqual({ kind: 'unknown', transaction: TX })
  })

  test('that the chain does not know yet counts against nobody: a node may lag', async () => {
    const settler = settlerOf([urlOf(first)])
    proven = () => null
    for (let n = 0; n < 6; n++) await settle(settler)
    expect(await settler.closed!()).toBeNull()
    expect(first.asked).toHaveLength(6)
  })

  test('of a liar is not asked for: the next one is, and operators are warned', async () => {
    const settler = settlerOf([urlOf(first), urlOf(second)])
    expect(await settler.warning!()).toBeNull()
    liars.add(facilitatorIds({ FACILITATOR_URL: urlOf(first) })[0]!.id)
    expect(await settle(settler)).toMatchObject(settled())
    expect([first.asked, second.asked.length]).toEqual([[], 1])
    expect([await settler.closed!(), await settler.warning!()]).toEqual([null, expect.stringContaining('never was')])
    const alone = settlerOf([urlOf(first)])
    expect(await alone.closed!()).toContain('never was')
  })

  test('without a chain to ask is believed up to ten cents', async () => {
    const { settler } = configuredX402(
      { X402_NETWORK: 'base', PAY_TO: SELLER, FACILITATOR_URL: urlOf(first) },
      { clock, random: seededRandom() },
    )!
    const worth = async (value: string) => {
      const shown = await pay()
      const dear = { ...shown, authorization: { ...shown.authorization, value } }
      return (await settler.settle(dear, requirements, 'x402:name')).kind
    }
    expect([await worth('100000'), await worth('100001')]).toEqual(['settled', 'unknown'])
  })
})
