import { afterAll, describe, expect, test } from 'bun:test'
import type { Charset, Net, ProviderAccess, Question, RateWindows, Reply } from '../../src/ports.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createNet, type NetOptions } from '../../src/system/net.ts'
import { stillClock } from '../support/still.ts'
import { until } from '../support/until.ts'

/** How one path answers. */
type Answer = (request: Request, count: number) => Response | Promise<Response>

const asked: string[] = []
const answers = new Map<string, Answer>()
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  fetch: (request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    const answer = answers.get(pathname)
    return answer
      ? answer(request, asked.filter((path) => path === pathname).length)
      : new Response('no such path', { status: 404 })
  },
})
afterAll(() => server.stop(true))

let providers = 0
/** A provider of its own for every test: rate window and circuit are kept by name. */
const provider = (more: Partial<ProviderAccess> = {}): ProviderAccess => ({
  name: `provider-${++providers}`,
  origin: server.url.origin,
  rate: { requests: 1_000, perSeconds: 1 },
  timeoutMs: 60_000,
  maxBytes: 1_000,
  ...more,
})

const open = (more: Partial<NetOptions> = {}): Net => createNet({ clock: systemClock, ...more })

const question = (path: string, answer: Answer, from = provider(), more: Partial<Question> = {}): Question => {
  answers.set(path, answer)
  return { provider: from, path, ...more }
}

const failureOf = (reply: Reply) => (reply.ok ? `a reply of ${reply.body.length} characters` : reply.failure)

const countOf = (path: string): number => asked.filter((each) => each === path).length

describe('a key that was bought', () => {
  const keyed = { origin: server.url.origin, parameter: 'apikey' }
  const name = 'sold-by-key'
  /** The query that the provider saw. */
  const seen = async (net: Net, from: ProviderAccess, query: string): Promise<string> => {
    const reply = await net.ask({ provider: from, path: `/keyed${query}` })
    return reply.ok ? reply.body : JSON.stringify(reply.failure)
  }
  answers.set('/keyed', (request) => new Response(new URL(request.url).search))

  test('opens the customers’ host and stands at the end of the query, in its spelling', async () => {
    const from = provider({ name, origin: 'http://free.invalid', keyed })
    const net = open({ keys: { [name]: 'a/b&c' } })
    expect(await seen(net, from, '?x=1')).toBe('?x=1&apikey=a%2Fb%26c')
    expect(await seen(net, from, '')).toBe('?apikey=a%2Fb%26c')
  })

  test('of another provider is shown to nobody', async () => {
    expect(await seen(open({ keys: { [name]: 'k' } }), provider({ keyed }), '?x=1')).toBe('?x=1')
    expect(await seen(open({ keys: { [name]: 'k' } }), provider({ name }), '?x=1')).toBe('?x=1')
  })

  test('goes as a bearer token where no parameter takes it, and nothing goes without one', async () => {
    answers.set('/bearer', (request) => new Response(request.headers.get('authorization') ?? 'nothing'))
    const from = provider({ name, keyed: { origin: server.url.origin, needed: true } })
    const shown = async (net: Net, to: ProviderAccess) => {
      const reply = await net.ask({ provider: to, path: '/bearer' })
      return reply.ok && reply.body
    }
    expect(await shown(open({ keys: { [name]: 'a b' } }), from)).toBe('Bearer a b')
    expect(await shown(open(), from)).toBe('nothing')
    expect(await shown(open({ keys: { [name]: 'k' } }), provider({ name, keyed }))).toBe('nothing')
    expect(await shown(open({ keys: { [name]: 'k' } }), provider())).toBe('nothing')
  })

  test('is shown to a server of one’s own too', async () => {
    const from = provider({ name, origin: 'http://free.invalid', keyed: { ...keyed, origin: 'http://paid.invalid' } })
    const net = open({ keys: { [name]: 'k' }, origins: { [name]: server.url.origin } })
    expect(await seen(net, from, '?x=1')).toBe('?x=1&apikey=k')
  })
})

describe('a key in a reply', () => {
  const KEY = 'Ab9/x+y "z'
  const from = (more: Partial<ProviderAccess> = {}) =>
    provider({ name: 'repeats', keyed: { origin: server.url.origin }, ...more })
  const told = async (body: string, to = from(), keys: Readonly<Record<string, string>> = { repeats: KEY }) => {
    const reply = await open({ keys }).ask(question('/repeats', () => new Response(body), to))
    return reply.ok ? reply.body : JSON.stringify(reply.failure)
  }

  test.each([
    ['as it was given', KEY],
    ['in a query', encodeURIComponent(KEY)],
    ['in a form', encodeURIComponent(KEY).replaceAll('%20', '+')],
    ['in an address', encodeURI(KEY)],
    ['in JSON', JSON.stringify(KEY).slice(1, -1)],
    ['in JSON with escaped slashes', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
    ['in upper case', KEY.toUpperCase()],
    ['in a query of lower case', encodeURIComponent(KEY).toLowerCase()],
  ])('%s is cut out, every time', async (_how, spelling) => {
    expect(await told(`{"a":"1.10","b":"no key ${spelling}, ${spelling}"}`)).toBe(
      '{"a":"1.10","b":"no key [key], [key]"}',
    )
  })

  test('is cut out of what is sent as a parameter and as a token, wherever it was sent', async () => {
    const byParameter = from({ keyed: { origin: server.url.origin, parameter: 'UserID' } })
    for (const to of [from(), byParameter]) expect(await told(`refused: ${KEY}`, to)).toBe('refused: [key]')
  })

  test('that ends in what JSON escapes leaves no half of an escape behind', async () => {
    const key = 'abcdefgh\\'
    expect(JSON.parse(await told(JSON.stringify({ a: key, b: '1.10' }), from(), { repeats: key }))).toEqual({
      a: '[key]',
      b: '1.10',
    })
  })

  test('of one provider is no word in the reply of another, and a short one is none at all', async () => {
    expect(await told(KEY, from({ name: 'another' }))).toBe(KEY)
    expect(await told('[1234567,12345678]', from(), { repeats: '1234567' })).toBe('[1234567,12345678]')
    expect(await told('[1234567,"12345678"]', from(), { repeats: '12345678' })).toBe('[1234567,"[key]"]')
  })
})

describe('a reply', () => {
  test('comes with its body, unread, and the time it took', async () => {
    const clock = stillClock(5_000)
    const reply = await open({ clock }).ask(question('/plain', () => new Response('{"a":1.10}')))
    expect(reply).toEqual({ ok: true, body: '{"a":1.10}', receivedAt: 5_000, tookMs: 0 })
  })

  test('is read in the encoding of its mark, else in the agreed one, and loses the mark', async () => {
    const word = '全国 9月'
    const utf16 = Buffer.from(word, 'utf16le')
    const read = async (bytes: readonly number[], charset?: Charset) => {
      const path = `/written-${bytes.length}-${charset}`
      const answer = () => new Response(new Uint8Array(bytes))
      const reply = await open().ask(question(path, answer, provider(), charset ? { charset } : {}))
      return reply.ok ? reply.body : reply.failure
    }
    expect(await read([...Buffer.from(word)])).toBe(word)
    expect(await read([0xef, 0xbb, 0xbf, ...Buffer.from(word)], 'utf-16le')).toBe(word)
    expect(await read([0xff, 0xfe, ...utf16])).toBe(word)
    expect(await read([...utf16], 'utf-16le')).toBe(word)
  })

  test('exactly as long as allowed is read, one byte more is not', async () => {
    const from = provider({ maxBytes: 1_000 })
    expect((await open().ask(question('/fits', () => new Response('x'.repeat(1_000)), from))).ok).toBe(true)
    expect(failureOf(await open().ask(question('/over', () => new Response('x'.repeat(1_001)), from)))).toEqual({
      kind: 'too_large',
      limitBytes: 1_000,
    })
  })

  test('without an end costs the limit and closes the connection', async () => {
    let sent = 0
    let cancelled = false
    const endless = () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            await Bun.sleep(1)
            sent += 16_384
            controller.enqueue(new Uint8Array(16_384))
          },
          cancel() {
            cancelled = true
          },
        }),
      )
    // Its size ends it and not its time.
    const reply = await open().ask(question('/endless', endless, provider({ maxBytes: 200_000, timeoutMs: 100_000 })))
    expect(failureOf(reply)).toEqual({ kind: 'too_large', limitBytes: 200_000 })
    await until('hung up', () => cancelled)
    expect(sent).toBeLessThan(20_000_000)
  })

  test('with status 200 alone counts; others say their status', async () => {
    for (const status of [201, 204, 400, 404, 500, 503]) {
      const reply = await open().ask(
        question(`/status/${status}`, () => new Response(status === 204 ? null : 'x', { status })),
      )
      expect(failureOf(reply)).toEqual({ kind: 'status', status })
    }
  })

  test('that sends us elsewhere is not followed', async () => {
    answers.set('/elsewhere', () => new Response('somebody else'))
    for (const status of [301, 302, 303, 307, 308]) {
      const reply = await open().ask(
        question(`/moved/${status}`, () => new Response(null, { status, headers: { location: '/elsewhere' } })),
      )
      expect(failureOf(reply)).toEqual({ kind: 'status', status })
    }
    expect(countOf('/elsewhere')).toBe(0)
  })
})

describe('time limits', () => {
  const never = () => new Promise<Response>(() => {})

  test('a provider that never answers', async () => {
    const asking = open().ask(question('/never', never, provider({ timeoutMs: 150 })))
    // One that waits as long as every other provider is given answers later than one that is given a hundred times as long.
    const patient = open().ask(question('/never', never, provider({ timeoutMs: 15_000 })))
    expect(failureOf(await Promise.race([asking, patient]))).toEqual({ kind: 'timeout', afterMs: 150 })
  })

  test('a body that stops in the middle: the limit is on headers and body together', async () => {
    const stuck = () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('{"half":')),
          pull: () => new Promise(() => {}),
        }),
      )
    const reply = await open().ask(question('/stuck', stuck, provider({ timeoutMs: 200 })))
    expect(failureOf(reply)).toEqual({ kind: 'timeout', afterMs: 200 })
  })

  test('nobody listens', async () => {
    const gone = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    const { origin } = gone.url
    await gone.stop(true)
    const reply = await open().ask({ provider: provider({ origin }), path: '/' })
    expect(failureOf(reply)).toMatchObject({ kind: 'unreachable' })
  })
})

describe('identical requests on their way at the same time', () => {
  const slow: Answer = async (_request, count) => {
    await Bun.sleep(50)
    return new Response(String(count))
  }

  test('are one request, answered to everybody', async () => {
    const net = open()
    const asking = question('/shared', slow)
    const replies = await Promise.all(Array.from({ length: 20 }, () => net.ask(asking)))
    expect(countOf('/shared')).toBe(1)
    expect(new Set(replies.map((reply) => (reply.ok ? reply.body : 'failed')))).toEqual(new Set(['1']))
    await net.ask(asking)
    expect(countOf('/shared')).toBe(2)
  })

  test('differ by method, query and body', async () => {
    const net = open()
    const from = provider()
    answers.set('/kinds', slow)
    await Promise.all([
      net.ask({ provider: from, path: '/kinds' }),
      net.ask({ provider: from, path: '/kinds?a=1' }),
      net.ask({ provider: from, path: '/kinds', method: 'POST', body: '{"a":1}' }),
      net.ask({ provider: from, path: '/kinds', method: 'POST', body: '{"a":2}' }),
      net.ask({ provider: from, path: '/kinds', method: 'POST', body: '{"a":2}' }),
    ])
    expect(countOf('/kinds')).toBe(4)
  })
})

describe('the rate window', () => {
  test('refuses here what the provider would refuse there, and says until when', async () => {
    const clock = stillClock(100_000)
    const net = open({ clock })
    const from = provider({ rate: { requests: 2, perSeconds: 10 } })
    const ask = (n: number) => net.ask(question(`/rate/${n}`, () => new Response('ok'), from))
    expect((await ask(1)).ok).toBe(true)
    expect((await ask(2)).ok).toBe(true)
    expect(failureOf(await ask(3))).toEqual({ kind: 'rate_limited', untilMs: 110_000 })
    expect(countOf('/rate/3')).toBe(0)
    clock.set(110_000)
    expect((await ask(3)).ok).toBe(true)
  })

  test('is kept by provider: one that is full does not stop another', async () => {
    const net = open({ clock: stillClock(0) })
    const rate = { requests: 1, perSeconds: 10 }
    const [one, other] = [provider({ rate }), provider({ rate })]
    await net.ask(question('/mine', () => new Response('ok'), one))
    expect((await net.ask(question('/mine/again', () => new Response('ok'), one))).ok).toBe(false)
    expect((await net.ask(question('/yours', () => new Response('ok'), other))).ok).toBe(true)
  })
})

describe('a sick provider', () => {
  const sick = () => new Response('sorry', { status: 500 })

  test('is left alone after twelve failures, tried once later, and heard again when the trial goes well', async () => {
    const clock = stillClock(1_000)
    const net = open({ clock })
    const from = provider()
    const ask = (answer: Answer) => net.ask(question('/sick', answer, from))
    for (let n = 0; n < 12; n++) expect(failureOf(await ask(sick))).toEqual({ kind: 'status', status: 500 })
    expect(failureOf(await ask(sick))).toEqual({ kind: 'circuit_open', untilMs: 3_000 })
    expect(countOf('/sick')).toBe(12)
    clock.set(3_000)
    expect((await ask(() => new Response('well'))).ok).toBe(true)
    expect((await ask(() => new Response('well'))).ok).toBe(true)
  })

  test('whose trial finds the rate window full is tried again, not shut out for ever', async () => {
    const clock = stillClock(1_000)
    const net = open({ clock })
    // Twelve failures fill the window for a minute; the pause of the circuit is two seconds.
    const from = provider({ rate: { requests: 12, perSeconds: 60 } })
    const ask = (answer: Answer) => net.ask(question('/sick-and-full', answer, from))
    for (let n = 0; n < 12; n++) await ask(sick)
    clock.set(3_000)
    expect(failureOf(await ask(sick))).toEqual({ kind: 'rate_limited', untilMs: 61_000 })
    clock.set(61_000)
    expect((await ask(() => new Response('well'))).ok).toBe(true)
  })

  test('whose trial was not sent is tried by the next question that has room: prices do not wait for it', async () => {
    const clock = stillClock(1_000)
    const from = provider({ rate: { requests: 20, perSeconds: 60 } })
    const net = open({ clock, reserves: new Map([[from.name, 8]]) })
    const ask = (answer: Answer, isUrgent: boolean) =>
      net.ask({ ...question('/sick-and-busy', answer, from), isUrgent })
    for (let n = 0; n < 12; n++) await ask(sick, false)
    clock.set(3_000)
    // The part of the others is full, so their question is not the trial.
    expect(failureOf(await ask(sick, false))).toEqual({ kind: 'rate_limited', untilMs: 61_000 })
    expect((await ask(() => new Response('well'), true)).ok).toBe(true)
  })

  test('that says when to come back is not asked before', async () => {
    for (const status of [429, 418, 503]) {
      const clock = stillClock(1_000)
      const net = open({ clock })
      const from = provider()
      const busy = () => new Response('slow down', { status, headers: { 'retry-after': '30' } })
      const path = `/busy/${status}`
      expect(failureOf(await net.ask(question(path, busy, from)))).toEqual({
        kind: 'status',
        status,
        retryAfterMs: 30_000,
      })
      clock.set(30_999)
      expect(failureOf(await net.ask(question(path, busy, from)))).toEqual({ kind: 'circuit_open', untilMs: 31_000 })
      expect(countOf(path)).toBe(1)
      clock.set(31_000)
      expect((await net.ask(question(path, () => new Response('ok'), from))).ok).toBe(true)
    }
  })

  test('that wants to be left alone for a day is left alone for a minute', async () => {
    const clock = stillClock(0)
    const net = open({ clock })
    const from = provider()
    const banned = () => new Response('', { status: 418, headers: { 'retry-after': '86400' } })
    await net.ask(question('/banned', banned, from))
    expect(failureOf(await net.ask(question('/banned', banned, from)))).toEqual({
      kind: 'circuit_open',
      untilMs: 60_000,
    })
  })

  test('may name the time as a date, and one that names none of both is not understood', async () => {
    const at = Date.UTC(2026, 10, 23, 12)
    for (const [word, untilMs] of [
      ['Mon, 23 Nov 2026 12:00:45 GMT', at + 45_000],
      ['Mon, 23 Nov 2026 11:00:00 GMT', at + 2_000],
      ['Tue, 24 Nov 2026 12:00:00 GMT', at + 60_000],
      ['45', at + 45_000],
      ['2.5', at + 2_500],
      ['soon', null],
      ['', null],
      ['-5', null],
      ['1e3', null],
    ] as const) {
      const net = open({ clock: stillClock(at) })
      const from = provider()
      const path = `/dated/${encodeURIComponent(word)}`
      const ask = () =>
        net.ask(question(path, () => new Response('', { status: 429, headers: { 'retry-after': word } }), from))
      const first = await ask()
      const pause = !first.ok && first.failure.kind === 'status' ? first.failure.retryAfterMs : -1
      expect([word, (pause ?? 0) >= 0]).toEqual([word, true])
      expect([word, failureOf(await ask())]).toEqual([
        word,
        untilMs === null ? { kind: 'status', status: 429 } : { kind: 'circuit_open', untilMs },
      ])
    }
  })

  test('is not the one that finds our question wrong: 4xx never opens the circuit', async () => {
    const net = open({ clock: stillClock(0) })
    const from = provider()
    const wrong = () => new Response('unknown symbol', { status: 400 })
    for (let n = 0; n < 40; n++)
      expect(failureOf(await net.ask(question('/wrong', wrong, from)))).toEqual({ kind: 'status', status: 400 })
    expect(countOf('/wrong')).toBe(40)
  })
})

describe('where a question goes', () => {
  const seen: string[] = []
  const remember = (request: Request) => {
    seen.push(new URL(request.url).pathname + new URL(request.url).search)
    return new Response('ok')
  }

  test('UPSTREAM_ORIGIN takes everything, the host first, query untouched', async () => {
    answers.set('/api.example.com/v1/ticker', remember)
    const net = open({ upstreamOrigin: server.url.origin })
    const from = provider({ origin: 'https://api.example.com' })
    const reply = await net.ask({ provider: from, path: '/v1/ticker?symbols=%5B%22A%22%5D&b=c' })
    expect(reply.ok).toBe(true)
    expect(seen.at(-1)).toBe('/api.example.com/v1/ticker?symbols=%5B%22A%22%5D&b=c')
  })

  test('PROVIDER_ORIGINS moves one provider, and UPSTREAM_ORIGIN sees it under its new host', async () => {
    answers.set('/v1/time', remember)
    answers.set('/mirror.example.com/v1/time', remember)
    const from = provider({ name: 'moved', origin: 'https://api.example.com' })
    const direct = open({ origins: { moved: server.url.origin } })
    expect((await direct.ask({ provider: from, path: '/v1/time' })).ok).toBe(true)
    const both = open({ origins: { moved: 'https://mirror.example.com' }, upstreamOrigin: server.url.origin })
    expect((await both.ask({ provider: from, path: '/v1/time' })).ok).toBe(true)
    expect(seen.slice(-2)).toEqual(['/v1/time', '/mirror.example.com/v1/time'])
  })

  test("a provider's headers and a JSON body arrive", async () => {
    let arrived: { agent: string | null; type: string | null; method: string; body: string } | undefined
    const keep = async (request: Request) => {
      const { headers, method } = request
      arrived = {
        agent: headers.get('user-agent'),
        type: headers.get('content-type'),
        method,
        body: await request.text(),
      }
      return new Response('ok')
    }
    const from = provider({ headers: { 'user-agent': 'claros-test' } })
    await open().ask(question('/post', keep, from, { method: 'POST', body: '{"type":"x"}' }))
    expect(arrived).toEqual({ agent: 'claros-test', type: 'application/json', method: 'POST', body: '{"type":"x"}' })
  })

  test('every reply is told to whoever counts, by outcome', async () => {
    const told: string[] = []
    const net = open({ onReply: (name, outcome) => told.push(`${name.split('-')[0]} ${outcome}`) })
    await net.ask(question('/told/ok', () => new Response('ok')))
    await net.ask(question('/told/bad', () => new Response('', { status: 500 })))
    await Bun.sleep(0)
    expect(told).toEqual(['provider ok', 'provider status'])
  })
})

test('tells of every reply and of the circuit after it: what metrics are made of', async () => {
  const told: string[] = []
  const clock = stillClock(0)
  const net = open({
    clock,
    onReply: (name, outcome) => void told.push(`${name} ${outcome}`),
    onCircuit: (name, state) => void told.push(`${name} ${state}`),
  })
  const from = provider()
  let status = 503
  const ask = () => net.ask(question('/told', () => new Response('x', { status }), from))
  for (let n = 0; n < 13; n++) await ask()
  expect(told.slice(0, 2)).toEqual([`${from.name} status`, `${from.name} closed`])
  expect(told.slice(-4)).toEqual([
    `${from.name} status`,
    `${from.name} open`,
    `${from.name} circuit_open`,
    `${from.name} open`,
  ])
  status = 200
  clock.move(60_000)
  await ask()
  expect(told.slice(-2)).toEqual([`${from.name} ok`, `${from.name} closed`])
})

describe('a weighed question', () => {
  const ok = () => new Response('ok')

  test('takes as much of the window as the provider counts', async () => {
    const net = open({ clock: stillClock(0) })
    const from = provider({ rate: { requests: 10, perSeconds: 10 } })
    const ask = (n: number, weight?: number) =>
      net.ask(question(`/weighed/${n}`, ok, from, weight === undefined ? {} : { weight }))
    expect((await ask(1, 9)).ok).toBe(true)
    expect(failureOf(await ask(2, 2))).toEqual({ kind: 'rate_limited', untilMs: 10_000 })
    expect((await ask(3)).ok).toBe(true)
    expect((await ask(4)).ok).toBe(false)
  })

  test('leaves to urgent ones what is kept for them', async () => {
    const clock = stillClock(0)
    const from = provider({ rate: { requests: 3, perSeconds: 10 } })
    const net = open({ clock, reserves: new Map([[from.name, 2]]) })
    const ask = (n: number, isUrgent = false) => net.ask(question(`/urgent/${n}`, ok, from, { isUrgent }))
    expect((await ask(1)).ok).toBe(true)
    expect((await ask(2)).ok).toBe(false)
    expect([(await ask(3, true)).ok, (await ask(4, true)).ok, (await ask(5, true)).ok]).toEqual([true, true, false])
  })

  test('is counted with those of another provider that is counted together with its own', async () => {
    const net = open({ clock: stillClock(0) })
    const rate = { requests: 1, perSeconds: 10 }
    const [one, other] = [provider({ rate, countedAs: 'together' }), provider({ rate, countedAs: 'together' })]
    expect((await net.ask(question('/together/1', ok, one))).ok).toBe(true)
    expect((await net.ask(question('/together/2', ok, other))).ok).toBe(false)
  })

  test('may have a longer reply than its provider, or a shorter one', async () => {
    const net = open()
    const from = provider({ maxBytes: 10 })
    const ask = (maxBytes: number) => net.ask(question('/long', () => new Response('x'.repeat(20)), from, { maxBytes }))
    expect((await ask(20)).ok).toBe(true)
    expect(failureOf(await ask(19))).toEqual({ kind: 'too_large', limitBytes: 19 })
    expect(failureOf(await net.ask(question('/long', () => new Response('x'.repeat(20)), from)))).toEqual({
      kind: 'too_large',
      limitBytes: 10,
    })
  })
})

describe('windows that all workers share', () => {
  const ok = () => new Response('ok')

  test('decide in place of the own one, with everything that it would have known', async () => {
    const seen: unknown[] = []
    const waits = [null, 700]
    const windows: RateWindows = {
      take: async (window, spanMs, weighed) => {
        seen.push([window, spanMs, weighed])
        return waits.shift()!
      },
    }
    const from = provider({ rate: { requests: 1, perSeconds: 10 }, countedAs: 'shared' })
    const net = open({ clock: stillClock(5_000), windows, reserves: new Map([['shared', 1]]) })
    expect((await net.ask(question('/shared/1', ok, from, { weight: 3, isUrgent: true }))).ok).toBe(true)
    expect(failureOf(await net.ask(question('/shared/2', ok, from)))).toEqual({ kind: 'rate_limited', untilMs: 5_700 })
    expect(seen).toEqual([
      ['shared', 10_000, { weight: 3, isUrgent: true, limit: 1, kept: 1 }],
      ['shared', 10_000, { weight: 1, isUrgent: false, limit: 1, kept: 1 }],
    ])
    expect(countOf('/shared/2')).toBe(0)
  })

  test('that fail leave the own one, which knows what was sent', async () => {
    let fails = false
    const windows: RateWindows = { take: async () => (fails ? Promise.reject(new Error('no store')) : null) }
    const net = open({ clock: stillClock(0), windows })
    const from = provider({ rate: { requests: 2, perSeconds: 10 } })
    const ask = (n: number) => net.ask(question(`/failing/${n}`, ok, from))
    expect((await ask(1)).ok).toBe(true)
    fails = true
    expect((await ask(2)).ok).toBe(true)
    expect(failureOf(await ask(3))).toEqual({ kind: 'rate_limited', untilMs: 10_000 })
  })
})
