import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { FACTORS } from '../../../src/sandbox/world/factors.ts'
import { DIALECTS } from '../../../src/sandbox/world/providers.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

interface State {
  readonly seed: number
  readonly now: number
  readonly uptimeSeconds: number
  readonly volatility: number
  readonly levels: Record<string, number>
  readonly faults: Record<string, object>
  readonly providers: Record<string, string[]>
}

interface Problem {
  readonly error: string
  readonly message: string
  readonly docs: string
  readonly details: string[]
}

describe('GET /world', () => {
  test('tells levels, faults, seed and uptime', async () => {
    const { json, post, clock } = stage()
    await post({ delay: { okx: 3000 }, garbage: ['gate'], status: { bybit: 429 } })
    clock.move(90_000)
    const state = await json<State>('world')
    expect(state).toMatchObject({ seed: 7, now: clock.now(), uptimeSeconds: 90, volatility: 1 })
    expect(state.faults).toEqual({ okx: { delay: 3000 }, gateio: { garbage: true }, bybit: { status: 429 } })
    expect(state.levels['spot.BTC']).toBeWithin(90_000, 105_000)
    expect(state.providers.kraken).toContain('api.kraken.com')
    expect(Object.keys(state.providers)).toEqual(DIALECTS.map(({ provider }) => provider))
  })
})

describe('POST /world', () => {
  test('takes all verbs at once and answers with the new state', async () => {
    const { post } = stage()
    const reply = await post({
      set: { 'spot.BTC': 90_000, 'fx.EUR': 1.2 },
      shock: { 'spot.BTC': 0.97 },
      halt: ['kraken'],
      resume: ['kraken'],
      delay: { okx: 3000 },
      garbage: ['gate'],
      status: { bybit: 429 },
      endless: ['gemini'],
      freeze: ['coinbase'],
      stale: { bitstamp: 60_000 },
      thin: { deribit: 0.5 },
      drain: { okx: 0.7 },
      misstate: { kraken: { c: 10, v: 2 } },
      lie: { binance: 1.05 },
      clear: true,
      volatility: 0,
    })
    const { ok, state } = (await reply.json()) as { ok: boolean; state: State }
    expect([reply.status, ok]).toEqual([200, true])
    // What ends comes first, then levels, then what goes wrong: `halt` beside `resume` halts.
    expect(state.faults).toEqual({
      binance: { lie: 1.05 },
      okx: { delay: 3000, drain: 0.7 },
      bitstamp: { stale: 60_000 },
      deribit: { thin: 0.5 },
      kraken: { misstate: { c: 10, v: 2 }, halt: true },
      bybit: { status: 429 },
      gateio: { garbage: true },
      gemini: { endless: true },
      coinbase: { freeze: state.now },
    })
    expect(state.levels['spot.BTC']).toBeCloseTo(90_000 * 0.97, 6)
    expect([state.levels['fx.EUR'], state.volatility]).toEqual([1.2, 0])
  })

  test('a malformed body is refused with every bad key, and changes nothing', async () => {
    const { post, json } = stage({ volatility: 0 })
    const before = await json<State>('world')
    const reply = await post({
      set: { 'spot.BTC': 90_000, 'spot.LUNA': 1, 'fx.EUR': 'high', 'fx.GBP': -1 },
      shock: [],
      halt: ['krakn', 'kraken', 3],
      delay: { okx: -1, moon: 5 },
      status: { bybit: 200, gate: 500.5 },
      thin: { deribit: 1.1, okx: -0.1 },
      drain: { kraken: 2 },
      misstate: { moon: { mark: 2 }, okx: { mark: 0, 'a b': 1 }, kraken: 2 },
      lie: { binance: 0 },
      clear: false,
      volatility: 'wild',
      reset: true,
    })
    expect(reply.status).toBe(400)
    const problem = (await reply.json()) as Problem
    expect([problem.error, problem.docs]).toEqual(['invalid_request', 'docs/simulated-world.md'])
    expect(problem.details.map((line) => line.split(' ')[0]).toSorted()).toEqual(
      [
        'reset',
        'clear',
        'volatility',
        'set.spot.LUNA',
        'set.fx.EUR',
        'set.fx.GBP',
        'shock',
        'thin.deribit',
        'thin.okx',
        'drain.kraken',
        'misstate.moon',
        'misstate.okx.mark',
        'misstate.okx.a',
        'misstate.kraken',
        'lie.binance',
        'delay.okx',
        'delay.moon',
        'halt[0]',
        'halt[2]',
        'status.bybit',
        'status.gate',
      ].toSorted(),
    )
    expect(await json<State>('world')).toEqual(before)
  })

  test('what is no JSON object is refused', async () => {
    for (const body of ['', '{', '[]', '"set"', 'null']) expect((await stage().post(body)).status).toBe(400)
    expect((await stage().post(`{"set":{}${' '.repeat(70_000)}}`)).status).toBe(413)
    expect((await stage().post({})).status).toBe(200)
  })

  test('providers are found whatever hyphens and case', async () => {
    const { post, json } = stage()
    await post({ halt: ['Gate', 'bank-of-canada', 'gold-api', 'Norges Bank'] })
    expect(Object.keys((await json<State>('world')).faults)).toEqual([
      'gateio',
      'bankofcanada',
      'goldapi',
      'norgesbank',
    ])
  })

  test('other methods are refused', async () => {
    const { world } = stage()
    const reply = await world.handle(new Request('http://127.0.0.1/world', { method: 'DELETE' }))
    expect(reply?.status).toBe(405)
  })
})

describe('GET /world/requests', () => {
  test('counts per provider and path, failures included, queries left out', async () => {
    const { ask, post, json } = stage()
    await ask('api.kraken.com/0/public/Ticker?pair=XBTUSD')
    await ask('api.kraken.com/0/public/Ticker?pair=ETHUSD')
    await post({ halt: ['kraken'] })
    await ask('api.kraken.com/0/public/Trades?pair=XBTUSD')
    await ask('api.bytick.com/v5/market/time')
    await ask('api.bybit.com/v5/market/time')
    expect(await json<object>('world/requests')).toEqual({
      total: 5,
      byProvider: {
        kraken: { count: 3, paths: { '/0/public/Ticker': 2, '/0/public/Trades': 1 } },
        bybit: { count: 2, paths: { '/v5/market/time': 2 } },
      },
    })
  })

  test('invented paths cannot fill the memory', async () => {
    const { ask, json } = stage()
    for (let i = 0; i < 300; i++) await ask(`coincheck.com/api/${i}`)
    const { byProvider } = await json<{ byProvider: { coincheck: { count: number; paths: object } } }>('world/requests')
    expect(byProvider.coincheck.count).toBe(300)
    expect(Object.keys(byProvider.coincheck.paths).length).toBeLessThan(210)
  })
})

describe('other paths', () => {
  test('an unknown host is 404 with its name', async () => {
    const reply = await stage().ask('api.mtgox.com/code/data/getTrades.php')
    expect(reply.status).toBe(404)
    expect(((await reply.json()) as Problem).message).toContain('api.mtgox.com')
  })

  test('what is not of the world is left to others', async () => {
    const { world } = stage()
    for (const path of ['/', '/facilitator/settle', '/worlds', '/money'])
      expect(await world.handle(new Request(`http://127.0.0.1${path}`))).toBeNull()
  })

  test('main and mirror hosts tell the same', async () => {
    const { text } = stage()
    expect(await text('api.binance.com/api/v3/ticker/bookTicker')).toBe(
      await text('data-api.binance.vision/api/v3/ticker/bookTicker'),
    )
  })
})

describe('docs/simulated-world.md', () => {
  const page = readFileSync(join(import.meta.dir, '../../../docs/simulated-world.md'), 'utf8')

  test('names every level, provider and host', () => {
    for (const { key } of FACTORS) expect(page).toContain(`\`${key}\``)
    for (const { provider, hosts } of DIALECTS)
      expect(page).toContain(`| \`${provider}\` | ${hosts.map((host) => `\`${host}\``).join(', ')} |`)
  })

  test('lists the verbs in the order in which they are done', async () => {
    const { post } = stage()
    const problem = (await (await post({ nonsense: 1 })).json()) as Problem
    const verbs = problem.details[0]?.split('it has ')[1]?.split(', ') ?? []
    expect(verbs.length).toBe(25)
    const listed = [...page.matchAll(/^\| `([a-zA-Z]+)` \| `[^|]*` \| /gm)].map(([, verb]) => verb ?? '')
    expect(listed.filter((verb) => verbs.includes(verb))).toEqual(verbs)
  })
})
