import { expect, test } from 'bun:test'
import { createLeavingApp } from '../../../src/http/app/leaving-app.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { until } from '../../support/until.ts'

/** A process that leaves says so first. */

const DOCS = 'https://oracle.example/llms.txt'
const answers = () => createLeavingApp((request) => new Response(new URL(request.url).pathname), DOCS, systemRandom)
const ask = (app: ReturnType<typeof answers>['app'], path: string, method = 'GET') =>
  app(new Request(`https://oracle.example${path}`, { method, headers: { host: 'oracle.example' } }))

test('health is refused while it leaves, and everything else is served', async () => {
  const { app, leave } = answers()
  expect(await (await ask(app, '/health')).text()).toBe('/health')
  let isGone = false
  const left = leave(200).then(() => (isGone = true))
  const refused = await ask(app, '/health')
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '1',
    expect.objectContaining({ error: 'unavailable', docs: DOCS }),
  ])
  expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f]{20}$/)
  expect((await ask(app, '/health?x=1')).status).toBe(503)
  for (const path of ['/oracle/price/btc/usd', '/healthy', '/', '/feeds?path=/health'])
    expect((await ask(app, path)).status).toBe(200)
  expect(isGone).toBe(false)
  await left
  // It stays so until the port is closed.
  expect((await ask(app, '/health')).status).toBe(503)
})

test('without a time nothing is said, and nothing is waited for', async () => {
  const { app, leave } = answers()
  let isGone = false
  void leave(0).then(() => (isGone = true))
  await until('it leaves', () => isGone)
  expect((await ask(app, '/health')).status).toBe(200)
})
