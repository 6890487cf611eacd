import { expect, test } from 'bun:test'
import STEADY_MEMORY from '../../src/launch/steady-memory.json' with { type: 'json' }
import { RUNTIME_MEMORY } from '../../src/launch/environment.ts'

/**
 * What a request leaves behind outlives one collection and is dead soon after. By itself the runtime looks only at what is
 * young, time and again, and lets the rest grow to several times what is in use (decision 0193).
 */

/** Says how large its heap became, as a multiple of what it has in use. */
const PROGRAM = `
  import { heapStats } from 'bun:jsc'
  const kept = Array.from({ length: 300_000 }, (_, at) => ({ at, name: 'kept' + at, list: [at] }))
  const passing = new Array(60_000).fill(null)
  Bun.gc(true)
  const inUse = heapStats().heapSize
  let most = 0
  for (let turn = 0, next = 0; turn < 4_000; turn++) {
    for (let n = 0; n < 4_000; n++) {
      const request = { n, name: 'request' + n, list: [n, turn] }
      if (n % 2 === 0) passing[next++ % passing.length] = request
    }
    if (turn % 50 === 0) most = Math.max(most, heapStats().heapSize)
    await new Promise(setImmediate)
  }
  console.log(kept.length === 300_000 ? most / inUse : NaN)
`

const growthWith = async (memory: Readonly<Record<string, string>>): Promise<number> => {
  const others = Object.entries(process.env).filter(([name]) => !RUNTIME_MEMORY.includes(name))
  const child = Bun.spawn([process.execPath, '-e', PROGRAM], {
    env: { ...Object.fromEntries(others), ...memory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await new Response(child.stdout).text()
  // A setting that the runtime does not know ends it.
  expect(await child.exited).toBe(0)
  return Number(said)
}

test('a heap does not grow to three times what is in use, as it does without the settings', async () => {
  expect(await growthWith(STEADY_MEMORY)).toBeLessThan(3)
  expect(await growthWith({})).toBeGreaterThan(3)
}, 120_000)
