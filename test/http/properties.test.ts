import { beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { PROBLEMS, type ProblemCode } from '../../src/http/wire/problem.ts'
import { mint } from '../../src/http/rails/macaroon.ts'
import type { Invoices } from '../../src/http/rails/l402.ts'
import { drawn, seedOf, triesAll } from '../support/draws.ts'
import { authorize, base64Json, payloadV1, payloadV2, signTransfer, STRANGER } from '../support/payer.ts'
import { billOf, HOST, rawRequest, SPOT, fileShop } from '../support/shop.ts'
import { seededRandom } from '../support/still.ts'

/** Whatever is thrown at the app: typed refusals, never a 5xx of ours, never a free paid answer, never a sale. */

const REQUESTS = drawn(50_000)
const RAW_REQUESTS = drawn(4_000)

const random = seededRandom(seedOf(71_077_345))
const pick = <T>(from: readonly T[]): T => from[random.integer(0, from.length - 1)]!
const chance = (percent: number): boolean => random.integer(1, 100) <= percent
const hex = (bytes: number): string => Buffer.from(random.bytes(bytes)).toString('hex')
const times = (count: number, make: () => string): string => Array.from({ length: count }, make).join('')

/** Invoices at once: thousands of challenges are about our side of them. */
const invoices: Invoices = {
  take: async () => ({
    kind: 'invoice',
    bolt11: `lnbc100n1${hex(60)}`,
    paymentHash: hex(32),
    expiresAt: shop.clock.now() + 300_000,
  }),
}

const shop = await fileShop({ invoices })
let real: { readonly macaroon: string; readonly signed: readonly string[] }

beforeAll(async () => {
  // Some subjects have an edition, the rest have none.
  for (const pair of ['btc/usd', 'eth/usd', 'btc/usd/vwap', 'eur/usd', 'xau/usd', 'usdt/usd'])
    await shop.publish(pair, '1.25')
  shop.clock.move(1_000)
  const { macaroon } = billOf(await shop.request(SPOT))!
  // Well made, and worth nothing: another amount, another token, an empty account.
  const now = shop.clock.now()
  const cheap = authorize(now, { from: STRANGER.address, value: '1' })
  const poor = authorize(now, { from: STRANGER.address })
  const signed = await Promise.all(
    [cheap, poor].map(async (each) => {
      const signature = await signTransfer(each, STRANGER)
      return [base64Json(payloadV1(each, signature)), base64Json(payloadV2(each, signature))]
    }),
  )
  real = { macaroon, signed: signed.flat() }
})
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']
const ODD = [
  '%2F',
  '%2f',
  '%5C',
  '%00',
  '%',
  '%zz',
  '%252F',
  '%C3%A9',
  '%FF',
  '..',
  '.',
  '//',
  '/',
  '\\',
  ';',
  ';a=b',
  ':',
  '*',
  '{}',
  '@',
  '~',
  '+',
  '%0d%0a',
  '%20',
  'é',
  '١',
  '𝟙',
  '‮',
  "'",
  '"',
  '<',
  '|',
  '^',
  '`',
  '#',
]

const mutate = (path: string): string => {
  const at = random.integer(0, path.length)
  switch (random.integer(0, 9)) {
    case 0:
      return path.slice(0, at) + pick(ODD) + path.slice(at)
    case 1:
      return path.slice(0, at) + pick(ODD)
    case 2:
      return path.slice(0, Math.max(0, at - 1)) + path.slice(at)
    case 3:
      return [...path].map((each) => (chance(40) ? each.toUpperCase() : each)).join('')
    case 4:
      return (
        path + pick(['/', '/preview', '/vwap', '/preview/preview', '.json', '/..', '/../usd', '/%2e%2e/usd', '?', '//'])
      )
    case 5:
      return path
        .split('/')
        .toSorted(() => random.integer(-1, 1))
        .join('/')
    case 6:
      return path.replace(/[a-z]{3}/, () =>
        pick(['brl', 'usd', 'xau', '000', 'xyz', '__proto__', 'constructor', 'toString']),
      )
    case 7:
      return [...path].map((each) => (chance(20) ? `%${each.charCodeAt(0).toString(16)}` : each)).join('')
    case 8:
      return pick(['/x', '/abc', '/oracle', '/', '']) + path
    default:
      return path + times(random.integer(1, 3), () => pick(['a', '/', '0', '-'])).repeat(pick([1, 10, 800]))
  }
}

const query = (): string => {
  if (!chance(25)) return ''
  const pair = () =>
    `${pick(['a', 'window', 'price', 'format', '%zz', 'é', ''])}=${pick(['1', '', '%', hex(4), '../..', '𝟙', 'a'.repeat(300)])}`
  return `?${Array.from({ length: random.integer(0, 4) }, pair).join(pick(['&', '&&', ';']))}`
}

const forgedMacaroon = (): string =>
  Buffer.from(
    mint(random.bytes(32), 'claros', Buffer.concat([Uint8Array.of(0, 0), random.bytes(64)]), [
      'services=oracle:0',
      `oracle_valid_until=9999999999`,
    ]),
  ).toString('base64')

/** A preimage that hashes to the token's own payment hash does not exist; one that fits a hash of ours is no token. */
const authorization = (): string => {
  const preimage = pick([hex(32), '0'.repeat(64), hex(31), '', 'zz', hex(33)])
  const macaroon = pick([
    real.macaroon,
    forgedMacaroon(),
    real.macaroon.slice(0, random.integer(0, real.macaroon.length)),
    real.macaroon.slice(4),
    Buffer.from(random.bytes(random.integer(0, 200))).toString('base64'),
    createHash('sha256').update(preimage).digest('hex'),
    Buffer.from(real.macaroon, 'base64').toString('hex'),
    'a'.repeat(pick([1, 5_000, 9_000])),
  ])
  return pick([
    `L402 ${macaroon}:${preimage}`,
    `lsat ${macaroon}:${preimage}`,
    `L402 ${macaroon}:${preimage}, L402 ${macaroon}:${preimage}`,
    `L402 ${macaroon}`,
    `L402`,
    `L402 ${macaroon},${macaroon}:${preimage}`,
    `Bearer ${macaroon}`,
    `Basic ${macaroon}`,
    'Payment id="1", method="lightning"',
    `L402 macaroon="${macaroon}", invoice="x"`,
  ])
}

/** One field of a payment made wrong. */
const spoiled = (): unknown => {
  const wire = { ...authorize(shop.clock.now(), { from: STRANGER.address }) } as Record<string, unknown>
  const field = pick(Object.keys(wire))
  wire[field] = pick<unknown>([
    '',
    '1e4',
    '0x2710',
    ' 10000',
    '-1',
    '9'.repeat(78),
    '9'.repeat(400),
    10_000,
    null,
    {},
    [],
    true,
    '0x',
    `0x${'f'.repeat(64)}`,
    '\0',
    '𝟙',
  ])
  const signature = pick([
    `0x${hex(65)}`,
    `0x${hex(64)}1b`,
    `0x${hex(64)}00`,
    `0x${hex(200)}`,
    '0x',
    hex(65),
    '',
    `0x${'f'.repeat(130)}`,
    `0x${'0'.repeat(128)}1b`,
  ])
  // What is wrong in it has no type.
  const made = { ...pick([payloadV1, payloadV2])(wire as never, signature) } as Record<string, unknown>
  if (chance(30))
    made[pick(Object.keys(made))] = pick<unknown>([null, 3, 0, '2', [], {}, { payload: made['payload'] }, '__proto__'])
  return made
}

const paymentHeader = (): string =>
  pick([
    () => base64Json(spoiled()),
    () => base64Json(spoiled()),
    () => base64Json(spoiled()).slice(0, -random.integer(1, 20)),
    () => pick(real.signed),
    () => pick(real.signed).toLowerCase(),
    () => Buffer.from(random.bytes(random.integer(1, 300))).toString(pick(['base64', 'base64url', 'hex'])),
    () => base64Json(pick<unknown>([null, [], 1, 'x', {}, { x402Version: 2 }, { x402Version: 99 }])),
    () => Buffer.from('['.repeat(4_000)).toString('base64'),
    () => Buffer.from(`{"a":${'{"a":'.repeat(800)}1${'}'.repeat(801)}`).toString('base64'),
    () => 'A'.repeat(pick([8_191, 8_192, 8_193, 15_000])),
    () => JSON.stringify(spoiled()).replaceAll(/[^\x20-\x7e]/g, '?'),
    () => pick(['', '=', '====', 'null', 'undefined', '0x']),
  ])()

const headers = (): Record<string, string> => ({
  ...(chance(25) && { authorization: authorization() }),
  ...(chance(20) && { 'x-payment': paymentHeader() }),
  ...(chance(20) && { 'payment-signature': paymentHeader() }),
  ...(chance(5) && {
    [pick(['if-none-match', 'range', 'if-modified-since', 'if-match'])]: pick(['*', 'bytes=0-', '"x"', 'é']),
  }),
  ...(chance(5) && {
    [pick([
      'origin',
      'accept',
      'content-type',
      'x-forwarded-host',
      'forwarded',
      'x-http-method-override',
      'x-original-url',
    ])]: pick([SPOT, 'GET', 'evil.example', '*/*', 'text/html', 'é']),
  }),
})

const DOCUMENTED_503: readonly ProblemCode[] = [
  'data_unavailable',
  'payment_in_progress',
  'no_payment_rail',
  'unavailable',
]

/** Whether this is what is sold, and not a document that shows examples of it. */
const isSigned = (text: string): boolean =>
  text.startsWith('{') && typeof (JSON.parse(text) as { signature?: unknown }).signature === 'string'

/** What every answer must be. Says what is wrong with it. */
const judge = (status: number, text: string, method: string, free: boolean): string | null => {
  if (method === 'OPTIONS' && status === 204) return text === '' ? null : '204 with a body'
  if (method === 'HEAD') {
    if (text !== '') return 'HEAD with a body'
    return ([200, 304].includes(status) && free) || (status >= 400 && status < 500) || status === 503
      ? null
      : `HEAD ${status}`
  }
  // Some who ask have it already.
  if (status === 304) return free && text === '' ? null : 'a paid answer is not new'
  if (status === 200) return free && !isSigned(text) ? null : 'a paid answer without payment'
  if (status < 400 || (status >= 500 && status !== 503)) return `status ${status}`
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    return `${status} without JSON: ${text.slice(0, 80)}`
  }
  const code = body['error'] as ProblemCode
  if (!Object.hasOwn(PROBLEMS, code)) return `unpublished code ${String(code)}`
  if (PROBLEMS[code].status !== status) return `${code} with status ${status}`
  if (status === 503 && !DOCUMENTED_503.includes(code)) return `503 ${code}`
  const shaped =
    typeof body['message'] === 'string' && typeof body['docs'] === 'string' && Array.isArray(body['details'])
  return shaped ? null : 'not the error shape'
}

const isFree = (path: string): boolean =>
  shop.endpoints.some(
    ({ access, path: known }) =>
      access.kind === 'free' && known === (/^\/(?:oracle|dlc|insurance)\//i.test(path) ? path.toLowerCase() : path),
  )

const paths = () => shop.endpoints.map((endpoint) => endpoint.path)

describe('generated requests', () => {
  test(`${REQUESTS} through the app`, async () => {
    const known = paths()
    const statuses = new Map<number, number>()
    const wrong: unknown[] = []
    const one = async () => {
      const path = pick(known)
      let target = path
      const rounds = random.integer(0, 2)
      for (let round = 0; round < rounds; round++) target = mutate(target)
      const method = pick(METHODS)
      const sent = headers()
      const url = `http://${HOST}${target.startsWith('/') ? target : `/${target}`}${query()}`
      const body =
        ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && chance(50)
          ? pick(['{}', '', 'x'.repeat(2_000), '['])
          : null
      const request = new Request(url, {
        method,
        headers: { host: chance(98) ? HOST : pick(['x', '', 'evil.example', `${HOST}:80`]), ...sent },
        body,
      })
      const response = await shop.app(request)
      const text = await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const why = judge(response.status, text, method, isFree(new URL(request.url).pathname))
      if (why) wrong.push({ why, method, url, sent, status: response.status, text: text.slice(0, 200) })
      const retry = response.headers.get('retry-after')
      if (response.status === 503 && !(Number(retry) >= 1)) wrong.push({ why: '503 without Retry-After', url })
    }
    for (let done = 0; done < REQUESTS; done += 100) await Promise.all(Array.from({ length: 100 }, one))

    expect(wrong.slice(0, 3)).toEqual([])
    // The generator reaches everything there is to reach.
    for (const status of triesAll ? [200, 204, 400, 402, 404, 405, 414, 421, 503] : [])
      expect([status, (statuses.get(status) ?? 0) >= 50]).toEqual([status, true])
    expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([])
  }, 120_000)

  test(`${RAW_REQUESTS} as bytes over a socket`, async () => {
    const known = paths()
    const wrong: unknown[] = []
    const clean = (text: string) => text.replaceAll(/[\r\n]/g, '')
    const one = async () => {
      let target = pick(known)
      if (chance(70)) target = mutate(target)
      if (chance(10))
        target = pick([
          `http://evil.example${target}`,
          `//evil.example${target}`,
          target.slice(1),
          `${target} HTTP/1.0`,
          '*',
          '',
        ])
      const method = pick([...METHODS, 'get', 'CONNECT', 'G3T', ''])
      const host = chance(90)
        ? `Host: ${HOST}`
        : pick(['Host: x', 'Host:', 'X: y', `Host: ${HOST}\r\nHost: x`, `hOsT: ${HOST.toUpperCase()}`])
      const fields = Object.entries(headers()).map(([name, value]) => `${name}: ${clean(value)}`)
      const text = [`${method} ${clean(target)}${query()} HTTP/1.1`, host, ...fields, 'Connection: close', '', ''].join(
        '\r\n',
      )
      const [head = '', ...rest] = (await rawRequest(shop.listening.port, text)).split('\r\n\r\n')
      const status = Number(head.split(' ')[1])
      const body = rest.join('\r\n\r\n')
      // What is no HTTP is answered by the runtime, with nothing in it, or by hanging up.
      if (head === '' || (body === '' && [400, 431, 505].includes(status))) return
      if (head.toLowerCase().includes('transfer-encoding: chunked')) return wrong.push({ why: 'chunked', text })
      const why = judge(status, Buffer.from(body, 'latin1').toString('utf8'), method, true)
      return why ? wrong.push({ why, text: text.slice(0, 300), status, body: body.slice(0, 200) }) : 0
    }
    for (let done = 0; done < RAW_REQUESTS; done += 20) await Promise.all(Array.from({ length: 20 }, one))
    expect(wrong.slice(0, 3)).toEqual([])
  }, 120_000)

  test('and none of them bought, held or settled anything', async () => {
    expect(await shop.sales()).toBe(0)
    expect(await shop.redis.redis.keys('claros:{p0}*')).toEqual([])
    // A well-signed payment from an empty account may get as far as the facilitator, and moves nothing there.
    expect(await shop.money.transfers()).toEqual([])
    expect(shop.log.lines.filter((line) => line.level === 'error')).toEqual([])
  })
})
