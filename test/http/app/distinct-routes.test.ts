import { expect, test } from 'bun:test'
import { createApp } from '../../../src/http/app/app.ts'
import { refuseTwice } from '../../../src/http/app/distinct-routes.ts'
import { type Endpoint, FREE } from '../../../src/http/wire/endpoint.ts'
import { partOf } from '../../support/part-of.ts'
import { keptLog } from '../../support/still.ts'
import { systemRandom } from '../../../src/system/random.ts'

const route = (path: string, alsoAt: readonly string[] = [], method: Endpoint['method'] = 'GET'): Endpoint =>
  partOf<Endpoint>({
    method,
    path,
    template: path,
    access: FREE,
    query: null,
    alsoAt,
    handle: () => new Response(path),
    toAnybody: async () => new Response('anybody'),
  })

test('every path leads to one route, whoever spells it', () => {
  expect(() => refuseTwice([route('/a', ['/b']), route('/c'), route('/b', [], 'POST')])).not.toThrow()
  expect(() => refuseTwice([route('/{any}'), route('/a')])).not.toThrow()
  expect(() => refuseTwice([route('/{any}', [], 'POST'), route('/a', ['/b'])])).not.toThrow()
  expect(() => refuseTwice([route('/{any}/preview'), route('/a', ['/b'])])).not.toThrow()
  for (const [routes, words] of [
    [[route('/a'), route('/a')], 'route GET /a is defined twice'],
    [[route('/a', ['/b']), route('/b')], 'route GET /b is defined twice'],
    [[route('/a', ['/x']), route('/b', ['/x'])], 'route GET /x is defined twice'],
    [[route('/a', ['/a'])], 'route GET /a is defined twice'],
    [[route('/a', ['/b']), route('/{any}')], 'route GET /{any} leads to /b already'],
  ] as const)
    expect(() => refuseTwice(routes)).toThrow(words)
})

test('a spelling is answered by its own route, in capitals too', async () => {
  const store = async () => null
  const app = createApp([route('/oracle/a', ['/oracle/b']), route('/oracle/c')], {
    hosts: ['h'],
    docs: '',
    log: keptLog(),
    random: systemRandom,
    store,
  })
  const asked = async (path: string, host = 'h') =>
    (await app(new Request(`http://${host}${path}`, { headers: { host } }))).text()
  const paths = ['/oracle/a', '/oracle/b', '/oracle/B', '/oracle/c']
  expect(await Promise.all(paths.map((path) => asked(path)))).toEqual([
    '/oracle/a',
    '/oracle/a',
    '/oracle/a',
    '/oracle/c',
  ])
  expect(await asked('/oracle/b', 'other')).toBe('anybody')
})
