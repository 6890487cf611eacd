import { beforeEach, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { COPY_MS } from '../../src/http/endpoints/quote-copies.ts'
import { fileShop, problemOf } from '../support/shop.ts'
import { stillClock } from '../support/still.ts'

const PATH = '/insurance/route/quote'
const JSON_BODY = { 'content-type': 'application/json' }
const NOON = Date.UTC(2026, 10, 20, 12)
const GOOD = { origin: 'NLRTM', destination: 'USNYC', departure: '2026-12-18', vessel_class: 'container' }

const clock = stillClock(NOON)
const shop = await fileShop({ clock })

/** Each test has addresses of its own, in networks of their own: what one has used up is no other's. */
let address: string
let networks = 0
const anotherAddress = (): string => `10.${++networks >> 8}.${networks & 255}.7`
beforeEach(() => {
  address = anotherAddress()
  clock.set(NOON)
  shop.asker.mode = 'prints'
})

const send = (body: string, headers: Readonly<Record<string, string>> = JSON_BODY) =>
  shop.request(PATH, { method: 'POST', body, headers, from: address })
const ask = (more: Readonly<Record<string, unknown>> = {}) => send(JSON.stringify({ ...GOOD, ...more }))
const bodyOf = async (response: Response) => (await response.json()) as Record<string, Json>
const asked = (): number => shop.asker.asked.length

const rulesOf = async (response: Response): Promise<readonly string[]> => {
  expect(response.status).toBe(400)
  return (await problemOf(response)).details.map(({ path, rule }) => `${path} ${rule}`)
}

describe('a quote', () => {
  test('is free, signed, and can be verified and counted again', async () => {
    const response = await ask()
    expect([response.status, response.headers.get('age'), response.headers.get('cache-control')]).toEqual([
      200,
      '0',
      'no-store',
    ])
    const body = await bodyOf(response)
    const endpoint = shop.endpoints.find(({ path }) => path === PATH)!
    expect([...Value.Errors(endpoint.answer, body), ...Value.Errors(endpoint.answer, endpoint.example)]).toEqual([])
    expect(body).toMatchObject({ status: 'indicative', reasons: ['no_capital'], pubkey: shop.keys.x402.publicKey })
    expect(verifyAnswer(body, { layouts: LAYOUTS }).checks.filter(({ ok }) => !ok)).toEqual([])
    expect(await shop.sales()).toBe(0)
  })

  test('in the documents has the name that follows from its hash', () => {
    const example = shop.endpoints.find(({ path }) => path === PATH)!.example as Record<string, Json>
    expect(String(example['contentHash'])).toStartWith(String(example['quoteId']))
    expect(example['canonical']).toContain(`|SHA256:${example['contentHash']}|`)
  })

  test('of the body in the documents is accepted', async () => {
    const { body } = shop.endpoints.find(({ path }) => path === PATH)!
    const example = body!.example(NOON / 1000)
    expect([...Value.Errors(body!.schema, example)]).toEqual([])
    expect((await send(JSON.stringify(example))).status).toBe(200)
  })

  test('is the same for every spelling of one question, for ten minutes, whoever asks', async () => {
    const first = await (await ask({ departure: '2027-03-01' })).text()
    const before = asked()
    clock.move(COPY_MS - 1_000)
    address = anotherAddress()
    const again = await ask({ origin: 'rotterdam', destination: 'usnyc', departure: '2027-03-01' })
    expect([await again.text(), again.headers.get('age'), asked()]).toEqual([first, '599', before])
    clock.move(1_000)
    const later = await bodyOf(await ask({ departure: '2027-03-01' }))
    expect([later['timestamp'], asked()]).toEqual([NOON / 1000 + 600, before + 1])
  })

  test('of yesterday is no copy of today', async () => {
    const midnight = Date.UTC(2026, 10, 21)
    clock.set(midnight - 1_000)
    const { valid_until: until } = await bodyOf(await ask({ departure: '2027-03-02' }))
    clock.set(midnight)
    const { valid_until: next } = await bodyOf(await ask({ departure: '2027-03-02' }))
    expect([until, next]).toEqual([midnight / 1000, midnight / 1000 + 86_400])
  })

  test('of two questions is two', async () => {
    const [one, other] = [await bodyOf(await ask()), await bodyOf(await ask({ vessel_class: 'tanker' }))]
    expect(one['quoteId']).not.toBe(other['quoteId'])
    const elsewhere = await bodyOf(await ask({ destination: 'SGSIN' }))
    expect(elsewhere['destination']).toMatchObject({ id: 'SGSIN' })
    const [there, back] = [
      await bodyOf(await ask()),
      await bodyOf(await ask({ origin: 'USNYC', destination: 'NLRTM' })),
    ]
    expect([there['origin'], back['origin']]).toEqual([
      { id: 'NLRTM', name: 'Rotterdam', country: 'NL' },
      { id: 'USNYC', name: 'New York', country: 'US' },
    ])
  })
})

describe('a question that is refused', () => {
  test.each([
    [{ departure: '2027-02-29' }, 'body.departure malformed_text'],
    [{ departure: '2026-11-19' }, 'body.departure too_soon'],
    [{ departure: '2027-11-21' }, 'body.departure too_late'],
    [{ origin: 'usnyc' }, 'body.destination same_port'],
    [{ origin: 'Atlantis' }, 'body.origin unknown_value'],
    [{ vessel_class: 'raft' }, 'body.vessel_class unknown_value'],
    [{ speed_kts: 14 }, 'body.speed_kts unknown_member'],
  ])('%j: %s', async (more, rule) => {
    const before = asked()
    expect([await rulesOf(await ask(more)), asked()]).toEqual([[rule], before])
  })

  test('names every rule at once', async () => {
    expect(await rulesOf(await send('{"departure":1,"x":2}'))).toEqual([
      'body.origin missing',
      'body.destination missing',
      'body.departure wrong_type',
      'body.vessel_class missing',
      'body.x unknown_member',
    ])
    expect(await rulesOf(await send('[]'))).toEqual(['body wrong_type'])
    expect(await rulesOf(await send('{'))).toEqual(['body json'])
    expect(await rulesOf(await send(''))).toEqual(['body missing'])
  })

  test('is too long above 2,048 bytes, and of a megabyte too', async () => {
    const padded = (bytes: number): string => JSON.stringify(GOOD).padEnd(bytes, ' ')
    expect((await send(padded(2_048))).status).toBe(200)
    for (const bytes of [2_049, 60_000, 1_048_576, 3_000_000]) {
      const refused = await send(padded(bytes))
      expect([bytes, refused.status, (await problemOf(refused)).error]).toEqual([bytes, 413, 'payload_too_large'])
    }
  })

  test('is no JSON by its type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect((await send(JSON.stringify(GOOD), { 'content-type': type })).status).toBe(415)
  })

  test('has no parameters', async () => {
    const response = await shop.request(`${PATH}?origin=NLRTM`, {
      method: 'POST',
      body: JSON.stringify(GOOD),
      headers: JSON_BODY,
      from: address,
    })
    expect(await rulesOf(response)).toEqual(['query.origin unknown_parameter'])
  })
})

describe('two hundred questions in a second', () => {
  test('of one address are thirty, and computed once if they are one', async () => {
    const before = asked()
    const all = await Promise.all(Array.from({ length: 200 }, () => ask({ departure: '2027-05-05' })))
    const told = Map.groupBy(all, ({ status }) => status)
    expect([told.get(200)?.length, told.get(429)?.length, asked() - before]).toEqual([30, 170, 1])
    const refused = told.get(429)![0]!
    expect([refused.headers.get('retry-after'), (await problemOf(refused)).error]).toEqual(['2', 'too_many_requests'])
    clock.move(2_000)
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429])
  })

  test('of many addresses that differ: a worker makes two at once, and says so to the others', async () => {
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        address = anotherAddress()
        return ask({ departure: new Date(NOON + at * 86_400_000).toISOString().slice(0, 10), vessel_class: 'tanker' })
      }),
    )
    const told = Map.groupBy(all, ({ status }) => status)
    expect([...told.keys()].toSorted()).toEqual([200, 429])
    expect(told.get(200)!.length).toBeGreaterThanOrEqual(2)
    for (const refused of told.get(429)!) expect(refused.headers.get('retry-after')).toBe('1')
    expect((await ask({ departure: '2027-10-31' })).status).toBe(200)
  })

  test('that are wrong use up nothing', async () => {
    for (let at = 0; at < 40; at++) expect((await ask({ vessel_class: 'raft' })).status).toBe(400)
    expect((await ask()).status).toBe(200)
  })
})

describe('without a worker', () => {
  test('there is no quote, and no copy of a failure', async () => {
    shop.asker.mode = 'times_out'
    const refused = await ask({ departure: '2027-06-06' })
    expect([refused.status, (await problemOf(refused)).error]).toEqual([503, 'data_unavailable'])
    shop.asker.mode = 'prints'
    expect((await ask({ departure: '2027-06-06' })).status).toBe(200)
  })
})
