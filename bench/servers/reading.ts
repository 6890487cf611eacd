import { pollBoard } from '../../src/actors/publisher/polled.ts'
import { openReadingThread } from '../../src/actors/publisher/reading-thread.ts'
import { LLAMA_BOARD } from '../../src/feeds/boards/yield-boards.ts'
import type { Net } from '../../src/ports.ts'
import { createWorld } from '../../src/sandbox/world/world.ts'
import { LLAMA_LOANS, LLAMA_POOLS } from '../../src/sources/lending/defillama.ts'
import type { BoardStore } from '../../src/store/published/boards.ts'
import { decoded } from '../../src/system/decoded.ts'
import { cpuMs } from '../cpu.ts'
import { median } from '../table.ts'
import { settingsOf } from './process.ts'

/** One poll of a board whose provider sends long replies, read by the worker's own thread and by another one, in turns. */
export interface ReadingSettings {
  readonly megabytes: readonly number[]
  readonly rounds: number
}

/** Medians over the rounds. */
export interface ReadSide {
  /** The longest time for which the event loop did nothing else. */
  readonly pauseMs: number
  readonly tookMs: number
  /** All threads. */
  readonly cpuMs: number
}

export interface ReadSize {
  readonly megabytes: number
  readonly here: ReadSide
  readonly apart: ReadSide
}

export interface ReadingResult {
  readonly sizes: readonly ReadSize[]
  /** Of the first poll, which starts the thread. */
  readonly firstPauseMs: number
  /** More than without the thread, while it is there and after it has ended. */
  readonly threadBytes: number
  readonly leftBytes: number
}

const settings = settingsOf<ReadingSettings>()
const board = LLAMA_BOARD

const simulated = createWorld({ clock: { now: () => Date.now(), sleep: async () => {} }, seed: 1, now: Date.now() })
const { host } = new URL(board.source.origin)
const told = async (path: string): Promise<string> => {
  const answer = await simulated.handle(new Request(`http://sandbox/${host}${path}`))
  if (answer?.status !== 200) throw new Error(`the world does not answer ${path}`)
  return answer.text()
}

/** DefiLlama's pools with the rows of the world, and those of protocols that we do not read until the list is so long. */
const POOLS = JSON.parse(await told(LLAMA_POOLS.path)) as {
  readonly data: readonly Readonly<Record<string, unknown>>[]
}
const OTHERS = await told(LLAMA_LOANS.path)
const listOf = (bytes: number): Uint8Array => {
  const [first] = POOLS.data
  const other = (n: number) => ({ ...first, pool: `${n}-0000-4000-8000-000000000000`, project: `other-${n % 400}` })
  const each = JSON.stringify(other(10_000)).length + 1
  const others = Array.from({ length: Math.ceil(bytes / each) }, (_, n) => other(n))
  return new TextEncoder().encode(JSON.stringify({ ...POOLS, data: [...POOLS.data, ...others] }))
}

let longest = 0
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  longest = Math.max(longest, now - last - 1)
  last = now
}, 1)

let at = 0
const store: BoardStore = { read: async (ids) => ids.map(() => null), write: async () => true }
const thread = openReadingThread()

const poll = async (bytes: Uint8Array, isApart: boolean): Promise<ReadSide> => {
  const net: Net = {
    ask: async ({ path }) => ({
      ok: true,
      body: path === LLAMA_POOLS.path ? decoded(bytes) : OTHERS,
      receivedAt: ++at,
      tookMs: 1,
    }),
  }
  Bun.gc(true)
  await Bun.sleep(50)
  longest = 0
  const [began, cpu] = [performance.now(), cpuMs()]
  const outcome = await pollBoard(board, net, store, at, undefined, isApart ? thread : undefined)
  const tookMs = performance.now() - began
  await Bun.sleep(5)
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome))
  return { pauseMs: longest, tookMs, cpuMs: cpuMs() - cpu }
}

const middle = (sides: readonly ReadSide[]): ReadSide => ({
  pauseMs: median(sides.map(({ pauseMs }) => pauseMs)),
  tookMs: median(sides.map(({ tookMs }) => tookMs)),
  cpuMs: median(sides.map((side) => side.cpuMs)),
})

const bodies = settings.megabytes.map((megabytes) => ({ megabytes, bytes: listOf(megabytes * 1e6) }))
const largest = bodies.at(-1)!.bytes
// Code that runs for the first time is slower.
for (let warm = 0; warm < 3; warm++) await poll(largest, false)
Bun.gc(true)
const before = process.memoryUsage.rss()
const first = await poll(largest, true)
const during = process.memoryUsage.rss()

const sizes: ReadSize[] = []
for (const { megabytes, bytes } of bodies) {
  const found: Record<'here' | 'apart', ReadSide[]> = { here: [], apart: [] }
  for (let round = 0; round < settings.rounds; round++) {
    found.here.push(await poll(bytes, false))
    found.apart.push(await poll(bytes, true))
  }
  sizes.push({ megabytes, here: middle(found.here), apart: middle(found.apart) })
}
thread.close()
await Bun.sleep(300)
Bun.gc(true)

const result: ReadingResult = {
  sizes,
  firstPauseMs: first.pauseMs,
  threadBytes: during - before,
  leftBytes: process.memoryUsage.rss() - before,
}
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit(0)
