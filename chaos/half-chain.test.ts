import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Body, type Hands, handsOn } from '../test/support/hands.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { expectThreeEqual } from '../test/support/three-equal.ts'
import { until } from '../test/support/until.ts'

/** Half of the options have no bid and no offer. The index says that it rests on less. Takes about twenty seconds. */

const ROOT = resolve(import.meta.dir, '..')
const PATH = '/oracle/volatility/btc/usd'
/** Time for a poll, a tick and their phases, on a shared machine. */
const SOON_MS = 20_000

let stack: TestStack
let hands: Hands
let whole: Body

beforeAll(async () => {
  const cadences = 'options=4,index/volatility=4'
  stack = await startTestStack({ env: { CADENCES: cadences } }, [`${PATH}/preview`])
  hands = handsOn(stack)
  await hands.order({ volatility: 0 })
  whole = await boughtWhen('a whole index', ({ degraded }) => degraded === false)
}, 120_000)

afterAll(() => stack.stop(), 30_000)

const boughtWhen = (what: string, isRight: (body: Body) => boolean): Promise<Body> =>
  until(
    what,
    async () => {
      const body = await hands.buy(PATH)
      return body && isRight(body) ? body : null
    },
    SOON_MS,
  )

interface Component {
  readonly value: number | null
  readonly confidence: number
  readonly sources: readonly string[]
}

const part = (body: Body, key: string): Component =>
  (JSON.parse(JSON.stringify(body['components'])) as Record<string, Component>)[key]!

const impliedFrom = (body: Body): readonly string[] => part(body, 'iv').sources

/** Runs `claros verify` as a user does, on a file with the saved answer. */
const verified = async (body: Body): Promise<{ readonly status: number; readonly said: string }> => {
  const file = join(stack.folder, 'answer.json')
  writeFileSync(file, JSON.stringify(body))
  const child = Bun.spawn(['node', 'bin/claros.mjs', 'verify', file], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await new Response(child.stdout).text()
  return { status: await child.exited, said }
}

const RECOMPUTED = /^ok {3}value is recomputed from the components/m

const expectRecomputed = async (body: Body): Promise<void> => {
  const { status, said } = await verified(body)
  expect(said).toMatch(RECOMPUTED)
  expect([status, said.includes('FAIL')]).toEqual([0, false])
}

describe('an option chain half empty', () => {
  test('while it is whole, the index rests on it, and the command computes the value again', async () => {
    expect([impliedFrom(whole), whole['degraded']]).toEqual([['deribit'], false])
    await expectRecomputed(whole)
  }, 120_000)

  test('at the deepest venue: another one replaces it, degraded, with less confidence, and the value stays', async () => {
    await hands.order({ thin: { deribit: 0.5 } })
    const body = await boughtWhen('a degraded index', ({ degraded }) => degraded === true)
    expect(impliedFrom(body)).toEqual(['okx'])
    expect(Number(body['confidence'])).toBeLessThan(Number(whole['confidence']))
    expect(part(body, 'iv').confidence).toBeLessThan(part(whole, 'iv').confidence)
    // Open interest needs no quotes, so the ratio of puts to calls keeps its confidence.
    expect(part(body, 'pcr')).toMatchObject({ sources: ['deribit'], confidence: part(whole, 'pcr').confidence })
    expect(Math.abs(Number(body['value']) - Number(whole['value']))).toBeLessThan(2)
    await expectRecomputed(body)
  }, 120_000)

  test('at all venues: degraded, with even less confidence, and the value still stays', async () => {
    const before = await boughtWhen('a degraded index', ({ degraded }) => degraded === true)
    await hands.order({ thin: { deribit: 0.5, okx: 0.5, bybit: 0.5 } })
    const body = await boughtWhen(
      'less confidence',
      (each) => Number(each['confidence']) < Number(before['confidence']),
    )
    expect(body['degraded']).toBe(true)
    for (const key of ['iv', 'ts']) expect(part(body, key).confidence).toBeLessThan(part(before, key).confidence)
    expect(Math.abs(Number(body['value']) - Number(whole['value']))).toBeLessThan(2)
    await expectRecomputed(body)
  }, 120_000)

  test('an answer that does not follow from its canonical string does not pass', async () => {
    const body = await boughtWhen('a degraded index', ({ degraded }) => degraded === true)
    const canonical = String(body['canonical'])
    const value = canonical.split('|')[3]!
    const forged = { ...body, value: 99.99, canonical: canonical.replace(`|${value}|`, '|99.99|') }
    const { status, said } = await verified(forged)
    expect([status, RECOMPUTED.test(said)]).toEqual([1, false])
    expect((await verified({ ...body, degraded: false })).status).toBe(1)
  }, 120_000)
})

test('in the end chain, node, ledger and metric are equal, to the unit', async () => {
  const money = await expectThreeEqual(stack)
  expect(money.l402.payments).toBeGreaterThan(0)
}, 120_000)
