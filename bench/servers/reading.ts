import { pollBoard } from '../../src/actors/publisher/polled.ts'
import { openReadingThread } from '../../src/actors/publisher/reading-thread.ts'
import { TOKEN_PRICE_BOARDS } from '../../src/feeds/boards/token-price-boards.ts'
import { MODELS } from '../../src/feeds/inference/models.ts'
import type { Net } from '../../src/ports.ts'
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
const board = TOKEN_PRICE_BOARDS.litellm

/** A list in the provider's form with a row for each of our models, and others until it is so long. */
const listOf = (bytes: number): Uint8Array => {
  const row = (n: number) => ({
    input_cost_per_token: 1.25e-7 + n * 1e-9,
    litellm_provider: 'bench',
    max_input_tokens: 128_000 + n,
    mode: n % 8 === 0 ? 'chat' : 'image_generation',
    ...(n % 8 === 0 ? { output_cost_per_token: 2e-6 } : { output_cost_per_image: 0.04 }),
    source: 'https://example.com/prices/of/models/and/hosts',
    supports_function_calling: true,
    supports_vision: n % 2 === 0,
  })
  const rows = MODELS.flatMap(({ ids }) => (ids.litellm === null ? [] : [[ids.litellm, row(0)] as const]))
  const each = JSON.stringify(row(1)).length + 24
  const others = Array.from({ length: Math.ceil(bytes / each) }, (_, n) => [`other/model-${n}`, row(n)] as const)
  return new TextEncoder().encode(JSON.stringify(Object.fromEntries([...rows, ...others])))
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
  const net: Net = { ask: async () => ({ ok: true, body: decoded(bytes), receivedAt: ++at, tookMs: 1 }) }
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
