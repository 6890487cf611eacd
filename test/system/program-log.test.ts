import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'

/** The log of a real process, from its first line to its orderly end. */

interface Line {
  readonly level: string
  readonly event: string
  readonly cause?: string
  readonly message?: string
  readonly leftOut?: number
}

const child = Bun.spawn([process.execPath, join(import.meta.dir, '../support/storming-program.ts')], {
  stdio: ['ignore', 'pipe', 'pipe'],
})
let counted: Readonly<Record<string, number>>
let lines: readonly Line[]
let status: number
/** How many lines stood there before the signal. */
let before: number

beforeAll(async () => {
  const reader = child.stdout.getReader()
  counted = JSON.parse(new TextDecoder().decode((await reader.read()).value)) as Record<string, number>
  child.kill('SIGTERM')
  const text = await new Response(child.stderr).text()
  status = await child.exited
  lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  before = lines.findIndex(({ event }) => event === 'process.closing')
})
afterAll(() => child.kill())

const of = (event: string, cause?: string): readonly Line[] =>
  lines.filter((line) => line.event === event && line.cause === cause)

test('what was said in the last turn of a process is written', async () => {
  const said = `import { jsonLog } from '../../src/system/log.ts'; jsonLog('info').info('last.words'); process.exit(0)`
  const short = Bun.spawn([process.execPath, '-e', said], { cwd: import.meta.dir, stdio: ['ignore', 'ignore', 'pipe'] })
  expect(await new Response(short.stderr).text()).toContain('"event":"last.words"')
})

describe('a process in a storm', () => {
  test('writes one line for 1,000 errors of queues, and at its end the last of them with the count', () => {
    expect(of('queue.error').map(({ message, leftOut }) => [message, leftOut])).toEqual([
      ['Missing lock for job 0', undefined],
      ['Missing lock for job 999', 998],
    ])
    expect(lines.slice(0, before).filter(({ event }) => event === 'queue.error')).toHaveLength(1)
    expect(status).toBe(0)
  })

  test.each([
    ['out_of_memory', 'the store is out of memory'],
    ['disk', 'the disk of the store cannot be written'],
    ['read_only', 'the store is a read-only replica'],
  ])('says %s once, in words, for 600 lines of all kinds', (cause, words) => {
    const said = of('store.refuses', cause)
    expect(said.map(({ message, leftOut }) => [message, leftOut])).toEqual([
      [words, undefined],
      [words, 598],
    ])
    expect(of('tick.crashed')).toEqual([])
  })

  test('writes every sale, and all that is evidence', () => {
    expect(of('sale.made')).toHaveLength(50)
    expect(of('facilitator.lied')).toHaveLength(50)
  })

  test('counts every line, those too that it leaves out', () => {
    const byLevel = (level: string): number => counted[JSON.stringify(['claros_log_lines_total', 'value', level])] ?? 0
    expect([byLevel('warn'), byLevel('error'), byLevel('info')]).toEqual([1_000, 1_800 + 50, 50])
  })
})
