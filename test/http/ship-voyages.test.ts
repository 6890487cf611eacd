import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { runTick } from '../../src/actors/publisher/dispatch.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { vessel } from '../../src/feeds/marine/vessel.feed.ts'
import { voyage } from '../../src/feeds/marine/voyage.feed.ts'
import { TARIFF } from '../../src/feeds/tariff.ts'
import { payment } from '../support/payer.ts'
import { type Places, startPlaces } from '../support/places.ts'
import { type Stage, stage } from '../support/sandbox/world/still-world.ts'
import { payL402, problemOf } from '../support/shop.ts'

/** Voyages of the ships of the simulated Baltic, from their radio to a paid answer. */

const HOUR_MS = 3_600_000
const SHIP = '230629000'
/** None of the ships comes by there at any time. */
const pathOf = (mmsi: string) => `/oracle/marine/voyage/forecast?mmsi=${mmsi}&lat2=55.5&lon2=18.5`

let places: Places
let get: Places['get']
let on: Stage
beforeAll(async () => {
  places = await startPlaces([voyage, vessel], async ({ provider, path }, now) => {
    on.clock.set(now)
    return (await on.ask(new URL(provider.origin).host + path)).text()
  })
  const { clock } = places.shop
  // A few minutes into an hour: a voyage of the test ends with that.
  clock.move(HOUR_MS - (clock.now() % HOUR_MS) + 300_000)
  on = stage({ start: clock.now() })
  // Nothing of these starts takes time, so nobody waits for them in vain.
  Object.assign(places.world, { clock: { now: () => clock.now(), sleep: () => new Promise(() => {}) } })
  get = places.get
})
afterAll(() => places.stop())
beforeEach(() => {
  places.asked.length = 0
  places.wakes.length = 0
  places.away = false
})

type Body = Readonly<Record<string, Json>>
const failed = (body: Body): readonly string[] =>
  verifyAnswer(body, { layouts: LAYOUTS }).checks.flatMap(({ ok, what }) => (ok ? [] : [what]))
const paid = async () => (await payment(places.shop.clock.now(), { value: String(TARIFF.voyage.microUsd) })).v2
const locations = () => places.asked.filter((path) => path.includes('/locations'))

test('are bought on both rails, verify, and name ship and report', async () => {
  const offer = await get(pathOf(SHIP))
  expect([offer.status, offer.headers.get('claros-asked')]).toEqual([402, `?mmsi=${SHIP}&lat2=55.5&lon2=18.5`])
  const hour = new Date(places.shop.clock.now()).toISOString().slice(0, 13).replace('T', '-')
  expect(places.wakes).toEqual([`marine/voyage/${SHIP}/55.5000,18.5000/14.0/${hour}`])
  expect(locations().length).toBe(1)

  const proof = await paid()
  const bought = await get(pathOf(SHIP), proof)
  const body = (await bought.json()) as Body
  expect([bought.status, body]).toMatchObject([
    200,
    { mmsi: SHIP, ship_name: 'AURORA OF SAND', last_report: { source: 'digitraffic' }, destination: { lat: 55.5 } },
  ])
  const { lat, lon } = body['departure'] as { lat: number; lon: number }
  const report = body['last_report'] as { lat: number; lon: number }
  expect([Math.abs(lat - report.lat) <= 0.25, Math.abs(lon - report.lon) <= 0.25]).toEqual([true, true])
  expect(String(body['canonical'])).toStartWith(
    `v1|MARINE_VOYAGE|${lat.toFixed(4)},${lon.toFixed(4)}|55.5000,18.5000|14.0|MAX:`,
  )
  expect(failed(body)).toEqual([])
  expect(failed({ ...body, mmsi: '265547250' }).length).toBeGreaterThan(0)
  expect(failed({ ...body, last_report: { ...report, lat: lat + 0.6 } })).toContain(
    'a ship departs at the grid point nearest to its report',
  )

  const asking = { ...places.shop, request: (each: string) => get(each) } as typeof places.shop
  const { authorization } = await payL402(asking, pathOf(SHIP))
  for (const [at, other] of [pathOf('265547250'), pathOf(SHIP).replace('lat2=55.5', 'lat2=55')].entries()) {
    expect((await problemOf(await get(other, proof))).error).toBe('payment_already_used')
    expect((await get(other, { authorization }, `192.0.2.5${at}`)).status).toBe(402)
  }
  // Another spelling of the same voyage.
  const invoiced = await get(pathOf(SHIP).replace('lat2=55.5', 'lat2=55.4') + '&speed_kts=14', { authorization })
  const signed = (await invoiced.json()) as Body
  expect([invoiced.status, signed['mmsi'], signed['departure']]).toEqual([200, SHIP, body['departure']!])
  expect(failed(signed)).toEqual([])
})

test('keep the place that they were computed from, while their ship sails on', async () => {
  const { clock } = places.shop
  clock.move(60_000)
  const before = (await (await get(pathOf(SHIP), await paid())).json()) as Body
  const hour = String((before['departure'] as Body)['time'])
    .slice(0, 13)
    .replace('T', '-')
  const actor = `marine/voyage/${SHIP}/55.5000,18.5000/14.0/${hour}`
  places.asked.length = 0
  clock.move(20 * 60_000)
  expect([(await runTick(actor, places.world)).kind, locations()]).toEqual(['published', []])
  clock.move(25 * 60_000)
  // Whoever asks for the ship sees it elsewhere.
  const seen = (await (
    await get(
      `/oracle/marine/vessel/${SHIP}`,
      (await payment(clock.now(), { value: String(TARIFF.vessel.microUsd) })).v2,
    )
  ).json()) as Body
  const { lat, lon } = before['last_report'] as { lat: number; lon: number }
  expect(seen['position']).not.toEqual({ lat, lon })
  places.asked.length = 0
  expect((await runTick(actor, places.world)).kind).toBe('published')
  const after = (await (await get(pathOf(SHIP), await paid())).json()) as Body
  expect(after).toMatchObject({
    last_report: before['last_report']!,
    departure: before['departure']!,
    distance_nm: before['distance_nm']!,
  })
  expect([Number(after['timestamp']) > Number(before['timestamp']), locations(), failed(after)]).toEqual([true, [], []])
})

test('of a ship whose place nobody knows are not sold, and nothing is charged', async () => {
  const transfers = async () => (await places.shop.money.transfers()).length
  const before = await transfers()
  const refused = async (path: string) => {
    const response = await get(path, await paid(), '192.0.2.40')
    const told = (await response.json()) as Record<string, unknown>
    return { status: response.status, told }
  }
  places.shop.clock.move(61_000)
  expect(await refused(pathOf('366999712'))).toMatchObject({
    status: 404,
    told: { message: 'nobody has heard of 366999712. Nothing was charged.' },
  })
  places.shop.clock.move(61_000)
  const old = await refused(pathOf('241930010'))
  expect(old).toMatchObject({ status: 503, told: { error: 'data_unavailable', reason: 'last_heard' } })
  expect(Number(old.told['last_heard_at'])).toBeLessThan(places.shop.clock.now() / 1000 - 6 * 3_600)
  places.shop.clock.move(61_000)
  expect(await refused(pathOf('275000220'))).toMatchObject({ status: 503, told: { reason: 'last_heard' } })
  places.shop.clock.move(61_000)
  places.away = true
  expect(await refused(pathOf('276000110'))).toMatchObject({ status: 503, told: { error: 'data_unavailable' } })
  places.away = false
  places.asked.length = 0
  expect(await refused(`${pathOf(SHIP)}&lat1=58`)).toMatchObject({
    status: 400,
    told: { details: [{ path: 'query.lat1', rule: 'not_with_mmsi' }] },
  })
  expect([await transfers(), places.asked]).toEqual([before, []])
})

test('count for an address as all that it may start in a minute', async () => {
  places.shop.clock.move(61_000)
  const statuses: number[] = []
  for (const mmsi of ['265547250', '261000470']) statuses.push((await get(pathOf(mmsi), {}, '192.0.2.41')).status)
  expect(statuses).toEqual([402, 429])
})
