import { describe, expect, test } from 'bun:test'
import { registry } from '../../src/feeds/registry.ts'
import { decoded } from '../../src/system/decoded.ts'
import { readByName } from '../../src/sources/large-readers.ts'
import type { Query } from '../../src/sources/query.ts'
import { stage } from '../support/sandbox/world/still-world.ts'

/** The longest reply that may be read by the worker's own thread: it is held up for 80 ms by it. */
const MOST_HERE = 2 ** 22
/** Read from the text, and only as far as needed (decision 0049). */
const REDUCED_WHILE_READ = ['depth/coinbase']

const on = stage()
const questions = registry.boards.flatMap((board) =>
  board
    .asks({ now: on.clock.now(), state: board.empty, listed: null, pushed: null })
    .map(({ query }) => ({ board: board.id, query })),
)
const isLong = ({ maxBytes, provider }: Query<unknown>): boolean => (maxBytes ?? provider.maxBytes) > MOST_HERE

const replyTo = async ({ provider, path, charset }: Query<unknown>): Promise<string> => {
  const response = await on.world.handle(new Request(`http://127.0.0.1/${new URL(provider.origin).host}${path}`))
  expect(response?.status).toBe(200)
  return decoded(new Uint8Array(await response!.arrayBuffer()), charset)
}

describe('questions with long replies', () => {
  test('name a reader that another thread may run', () => {
    const long = questions.filter(({ query }) => isLong(query))
    expect(new Set(long.map(({ board }) => board)).size).toBeGreaterThan(5)
    const without = long.filter(({ query }) => query.apart === undefined).map(({ board }) => board)
    expect([...new Set(without)]).toEqual(REDUCED_WHILE_READ)
  })

  const named = questions.flatMap(({ board, query: { apart, ...query } }) =>
    apart ? [[`${board} ${query.path}`, query, apart] as const] : [],
  )

  test.each(named)('%s: by its name the reader reads the same, and that can be sent', async (_name, query, apart) => {
    const body = await replyTo(query)
    const found = readByName(structuredClone(apart), body)
    expect(found).toEqual(query.read(body))
    expect(structuredClone(found)).toEqual(found)
    expect(() => readByName(apart, '<html>')).toThrow()
  })
})
