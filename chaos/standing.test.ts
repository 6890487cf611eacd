import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { oracleFiles } from '../src/actors/dlc/paths.ts'
import type { JournalLine } from '../src/actors/dlc/journal-lines.ts'
import { openScheduler } from '../src/queues/scheduler.ts'
import { startNostrRelay, type TestRelay } from '../test/support/nostr-relay.ts'
import { type OracleProcesses, startOracleProcesses } from '../test/support/oracle-processes.ts'
import { until } from '../test/support/until.ts'

/** Two signers and two couriers as processes, killed while they work: each event once, and each post once at its relay. */

let relay: TestRelay
let processes: OracleProcesses

beforeAll(async () => {
  relay = startNostrRelay()
  processes = await startOracleProcesses({
    signers: 2,
    couriers: 2,
    publishers: 0,
    allow: [relay.place],
    env: { STANDING_EVENTS: 'BTCUSD@1m+200m', NOSTR_RELAYS: relay.url },
  })
}, 120_000)
afterAll(async () => {
  await processes.stop()
  await relay.stop()
}, 120_000)

/** 200 minutes ahead, less the hour that must remain; a minute may begin on the way. */
const WANTED = 140

test('whoever is killed, every standing event is announced once and published once', async () => {
  const { store, queues, kill, oracleFolder } = processes
  await store.events.ticks.append('BTCUSD', { at: await store.time(), price: '97012.34', sources: ['a'] })
  const scheduler = openScheduler(queues, () => {})
  const count = async () =>
    (await store.events.list({ kinds: ['standing'], status: 'all', count: 1_000 })).events.length
  for (const [at, name] of ['signer-1', 'courier-1', 'signer-2', 'signer-1', 'courier-2'].entries()) {
    await scheduler.once('standing', 'standing', 0)
    await until(`more than ${at * 20} events`, async () => (await count()) > at * 20)
    kill(name)
  }
  await until('all of them', async () => {
    await scheduler.once('standing', 'standing', 0)
    return (await count()) >= WANTED
  })
  await scheduler.close()
  const { events } = await store.events.list({ kinds: ['standing'], status: 'all', count: 1_000 })
  await until('all posts', () =>
    events.every(({ id }) => [...relay.kept.values()].some(({ tags }) => JSON.stringify(tags).includes(id))),
  )

  const lines = readFileSync(oracleFiles(oracleFolder).journal, 'utf8').trim().split('\n')
  const read = lines.map((line) => JSON.parse(line) as JournalLine)
  const offered = read.flatMap((line) => (line.type === 'offered' ? [line.id] : []))
  expect(new Set(offered).size).toBe(offered.length)
  const maturities = events.map(({ maturityTs }) => maturityTs).toSorted((a, b) => a - b)
  maturities.forEach((each, at) => expect(each).toBe(maturities[0]! + 60 * at))

  const posts = [...relay.kept.values()]
  const contents = posts.map(({ content }) => content)
  expect(new Set(contents).size).toBe(contents.length)
  expect(new Set(posts.map(({ pubkey }) => pubkey)).size).toBe(1)
  const byContent = new Map(relay.sent.map(({ content, id }) => [content, id]))
  for (const { content, id } of relay.sent) expect(byContent.get(content)).toBe(id)
  expect(posts[0]!.pubkey).toBe((await store.keys.read()).nostr!)
}, 180_000)
