import { Elysia } from 'elysia'
import { Type } from '@sinclair/typebox'
import { createApp } from '../../src/http/app/app.ts'
import { type Endpoint, FREE } from '../../src/http/wire/endpoint.ts'
import { NO_STORE } from '../../src/http/wire/headers.ts'
import { listen } from '../../src/http/app/listen.ts'
import { connectRedis, type RedisAddress } from '../../src/store/redis/redis.ts'
import { silent } from '../silent.ts'
import { ready, settingsOf } from './process.ts'
import { systemRandom } from '../../src/system/random.ts'

/**
 * The servers with which a read is compared. They send the same body and headers with less work.
 *
 * - `bun`: a constant from `Bun.serve`
 * - `elysia`: a constant from an Elysia route
 * - `hooks`: a constant behind our gate and our error handling, as `createApp` puts them before every route
 * - `get`, `hooks-get`: the two above with one Redis GET instead of the constant
 */
export interface BaselineSettings {
  readonly kind: 'bun' | 'elysia' | 'hooks' | 'get' | 'hooks-get'
  readonly bytes: number
  readonly redis: RedisAddress
}

const { kind, bytes, redis: address } = settingsOf<BaselineSettings>()

const KEY = 'bench:body'
const constant = JSON.stringify({ body: 'x'.repeat(bytes - 11) })
const headers = { ...NO_STORE, age: '1' }
const hostname = '127.0.0.1'

const redis = kind.endsWith('get') ? await connectRedis(address, 'fails_fast') : null
await redis?.set(KEY, constant)

const answer = async (): Promise<Response> => new Response(redis ? await redis.get(KEY) : constant, { headers })

const hooked = (): number => {
  const endpoint: Endpoint = {
    method: 'GET',
    path: '/oracle/price/{base}/{quote}',
    family: 'bench',
    layer: 'Service',
    summary: 'A constant',
    access: FREE,
    query: null,
    contentType: 'application/json',
    answer: Type.Object({}),
    example: {},
    handle: answer,
  }
  const app = createApp([endpoint], {
    hosts: [hostname],
    docs: '',
    log: silent,
    random: systemRandom,
    store: async () => null,
  })
  return listen(app, { hostname, port: 0, share: false, trustProxy: 0 }).port
}

const plain = (): number => {
  const handle = redis ? answer : () => new Response(constant, { headers })
  const app = new Elysia().get('/oracle/price/:base/:quote', handle).listen({ hostname, port: 0 })
  return app.server!.port!
}

const bare = (): number => Bun.serve({ hostname, port: 0, fetch: () => new Response(constant, { headers }) }).port!

ready(kind === 'bun' ? bare() : kind.startsWith('hooks') ? hooked() : plain())
