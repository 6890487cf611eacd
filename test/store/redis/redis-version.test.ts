import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { BadRedis } from '../../../src/store/redis/redis.ts'
import { checkRedis, OLDEST_MAJOR } from '../../../src/store/redis/redis-check.ts'
import { startTestRedis, type TestRedis } from '../../support/redis.ts'

/** A Redis that is too old is refused, and operators are told beforehand which one is not. */

let stack: TestRedis
beforeAll(async () => {
  stack = await startTestRedis()
})
afterAll(() => stack.stop())

/** What a check says of this Redis if it were of that major version: the digit in its reply is another one. */
const checkedAs = async (major: number): Promise<unknown> => {
  const server = createServer((client) => {
    const upstream = connect(stack.server.address.path!)
    client.pipe(upstream)
    upstream.on('data', (bytes: Buffer) =>
      client.write(bytes.toString('latin1').replace(/redis_version:\d(?=\.)/, `redis_version:${major}`), 'latin1'),
    )
    for (const end of [client, upstream])
      end.on('error', () => {}).on('close', () => (client.destroy(), upstream.destroy()))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { readonly port: number }
  try {
    return await checkRedis({ host: '127.0.0.1', port }).catch((problem: unknown) => problem)
  } finally {
    server.close()
  }
}

test('one major version before the oldest is refused, with its version', async () => {
  expect(await checkedAs(OLDEST_MAJOR)).toEqual([])
  const refused = await checkedAs(OLDEST_MAJOR - 1)
  expect(refused).toBeInstanceOf(BadRedis)
  expect(String(refused)).toMatch(
    new RegExp(`is version ${OLDEST_MAJOR - 1}\\.\\d+; ${OLDEST_MAJOR}\\.0 or newer is needed\\.$`),
  )
})

test('who installs it reads the same version', () => {
  const told = readFileSync(join(import.meta.dir, '../../../docs/installing.md'), 'utf8').replace(/\s+/g, ' ')
  expect([...told.matchAll(/Redis (\d[\d.]*) or newer/g)].map(([, version]) => version)).toEqual([`${OLDEST_MAJOR}.0`])
})
