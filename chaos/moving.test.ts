import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoStack } from '../src/launch/demo-stack.ts'
import { linesIn } from '../test/support/actors/bookkeeper/book-rounds.ts'
import { attestation, attested, type BoughtBefore, shopping, signed, startAgain } from '../test/support/again.ts'
import { blocksOf, runCommands } from '../test/support/page-commands.ts'
import { type RedisCluster, startRedisCluster } from '../test/support/redis-cluster.ts'
import { until } from '../test/support/until.ts'

/** A service with a Redis of its own outgrows it, and goes on in a cluster, by the commands of docs/moving.md. */

const root = mkdtempSync(join(tmpdir(), 'claros-moving-'))
chmodSync(root, 0o711)
const DATA = join(root, 'data')

let stack: DemoStack
let shop: ReturnType<typeof shopping>
let cluster: RedisCluster
const before: { bought: BoughtBefore[]; attested: string } = { bought: [], attested: '' }
const events = { before: '', open: '' }

const commands = (): { readonly move: string; readonly check: string } => {
  const [block = ''] = blocksOf('docs/moving.md', 'chaos/moving.test.ts')
  const [move = '', check = ''] = block.trim().split('\n')
  return { move, check }
}
const run = (command: string) => runCommands(command, { DATA, NEW: cluster.url })
const booked = (): readonly string[] => linesIn(join(DATA, 'ledger')).map(({ id }) => id)

beforeAll(async () => {
  cluster = await startRedisCluster({ primaries: 3, replicas: 1 })
  stack = await startAgain(DATA)
  shop = shopping(stack)
  await shop.fund()
  for (let n = 0; n < 4; n++) {
    before.bought.push(await shop.buy('authorization'))
    before.bought.push(await shop.buy('payment-signature'))
  }
  events.before = await shop.contract(0.99)
  events.open = await shop.contract(0.8)
  await shop.fall(0.97)
  before.attested = signed(await attested(stack, events.before))
}, 300_000)

afterAll(async () => {
  await stack?.stop()
  await cluster?.stop()
  rmSync(root, { recursive: true, force: true })
}, 60_000)

test('while the service runs nothing is moved, and it goes on selling', async () => {
  const { status, errors } = await run(commands().move)
  expect([status, errors]).toEqual([1, expect.stringContaining('processes of the service are at work')])
  before.bought.push(await shop.buy('authorization'))
}, 60_000)

test('when it is stopped the store goes, and the oracle is whole there', async () => {
  await stack.stop()
  const { move, check } = commands()
  expect(await run(move)).toMatchObject({ status: 0, out: expect.stringContaining('The store is there') })
  expect(await run(check)).toMatchObject({ status: 0, out: expect.stringContaining('In order') })
  // Who forgets to change the setting is told.
  expect(await run('npx claros dlc check --data "$DATA"')).toMatchObject({
    status: 2,
    errors: expect.stringContaining('Set REDIS_URL to that one'),
  })
}, 120_000)

test('the service goes on there: no payment buys again, and answers are signed with the same keys', async () => {
  const lines = booked()
  stack = await startAgain(DATA, { REDIS_URL: cluster.url })
  shop = shopping(stack)
  await shop.fund()
  for (const bought of before.bought) {
    const { status, text } = await shop.show(bought)
    if (status === 200) expect(text).toBe(bought.answer)
    else expect([status, text.includes('payment_already_used') || text.includes('expired')]).toEqual([402, true])
  }
  const key = ({ answer }: BoughtBefore) => (JSON.parse(answer) as { pubkey: string }).pubkey
  expect(key(await shop.buy('authorization'))).toBe(key(before.bought[0]!))
  expect(key(await shop.buy('payment-signature'))).toBe(key(before.bought[1]!))
  const ids = await until('both are booked', () => {
    const found = booked()
    return found.length >= lines.length + 2 && found
  })
  expect(ids.slice(0, lines.length)).toEqual([...lines])
  expect(new Set(ids).size).toBe(ids.length)
}, 240_000)

test('its outcomes stay what they were, and what was open is attested', async () => {
  expect(signed(await attested(stack, events.before))).toBe(before.attested)
  expect(await attestation(stack, events.open)).toBeNull()
  await shop.fall(0.7)
  await attested(stack, events.open)
}, 240_000)
