import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { TARIFF } from '../../src/feeds/tariff.ts'
import { rainfall } from '../../src/feeds/weather/weather.feed.ts'
import { addDays } from '../../src/sources/zoned.ts'
import { utcDay } from '../../src/time-units.ts'
import { payment } from '../support/payer.ts'
import { type Places, startPlaces } from '../support/places.ts'
import { stage } from '../support/sandbox/world/still-world.ts'
import { payL402, problemOf } from '../support/shop.ts'

/** A window of the weather whose end the buyer names, from simulated archives to a paid answer. */

const PLACE = '/oracle/weather/9.03/38.7/rainfall/30d'

let places: Places
let get: Places['get']
let today: string
beforeAll(async () => {
  places = await startPlaces([rainfall!], async ({ provider, path }, now) =>
    (await stage({ start: now }).ask(new URL(provider.origin).host + path)).text(),
  )
  get = places.get
  today = utcDay(places.shop.clock.now())
})
afterAll(() => places.stop())

const PRICE = { value: String(TARIFF.weather.microUsd) }
const paid = async () => (await payment(places.shop.clock.now(), PRICE)).v2

type Body = Readonly<Record<string, Json>>
/** Whole, signed, and counted again by the layout of its string. */
const isGenuine = (body: Body): boolean => {
  const { ok, checks } = verifyAnswer(body, { layouts: LAYOUTS })
  return ok && checks.some(({ what }) => what === 'body says what the canonical string says')
}

test('is bought on both rails, is another subject than the newest window, and verifies', async () => {
  const end = addDays(today, -200)
  const path = `${PLACE}?end=${end}`
  const offer = await get(path)
  expect([offer.status, offer.headers.get('claros-asked')]).toEqual([402, `9.03/38.7/30d?end=${end}`])
  expect(places.wakes).toEqual([`weather/rainfall/9.0000,38.7500/30/${end}`])
  const proof = await paid()
  const bought = await get(path, proof)
  const body = (await bought.clone().json()) as Body
  expect([bought.status, body]).toMatchObject([
    200,
    { window_start: addDays(end, -29), window_end: end, end, window_days: 30, confidence: 1, compared: { days: 30 } },
  ])
  expect(String(body['canonical'])).toStartWith(`v1|WEATHER_WINDOW|rainfall|9.0000,38.7500|30D|END:${end}|VALUE:`)
  expect([isGenuine(body), isGenuine({ ...body, end: today })]).toEqual([true, false])
  const elsewhere = [PLACE, `${PLACE}?end=${addDays(end, 1)}`]
  for (const other of elsewhere) expect((await problemOf(await get(other, proof))).error).toBe('payment_already_used')

  const asking = { ...places.shop, request: (each: string) => get(each) } as typeof places.shop
  const { authorization } = await payL402(asking, path)
  for (const other of elsewhere) expect((await get(other, { authorization })).status).toBe(402)
  // Another spelling of the same place is the same window.
  const invoiced = await get(path.replace('9.03/38.7', '9.0/38.75'), { authorization })
  const signed = (await invoiced.json()) as Body
  expect([invoiced.status, signed['end'], signed['rainfall_mm'], isGenuine(signed)]).toEqual([
    200,
    end,
    body['rainfall_mm']!,
    true,
  ])

  const newest = (await (await get(PLACE, await paid())).json()) as Body
  expect(String(newest['canonical'])).toStartWith('v1|WEATHER|rainfall|9.0000,38.7500|30D|VALUE:')
  expect([isGenuine(newest), 'end' in newest, String(newest['window_end']) > end]).toEqual([true, false, true])
  const free = await get(`${PLACE}/preview?end=${end}`)
  expect(await free.json()).toMatchObject({ window_end: end, rainfall_mm: body['rainfall_mm']! })
})

test('that is not complete in any archive is refused with the latest day, and asked for once', async () => {
  const yesterday = addDays(today, -1)
  const asked = places.asked.length
  for (const again of [2, 2]) {
    const response = await get(`${PLACE}?end=${yesterday}`)
    expect([response.status, (await problemOf(response)).details]).toEqual([
      400,
      [
        {
          path: 'query.end',
          rule: 'no_data_here',
          message: expect.stringMatching(
            new RegExp(
              `^${yesterday} is no complete day of the archive, whose latest is ${addDays(today, -6).slice(0, 7)}`,
            ),
          ),
        },
      ],
    ])
    expect(places.asked.length).toBe(asked + again)
  }
})

test.each([
  ['2026-02-30', 'day'],
  ['', 'day'],
  ['9999-12-31', 'day_is_over'],
  ['2001-01-01', 'within_two_years'],
])('%p is refused by its rule, of answer and preview alike', async (end, rule) => {
  const asked = places.asked.length
  for (const free of ['', '/preview']) {
    const response = await get(`${PLACE}${free}?end=${end}`)
    expect([response.status, (await problemOf(response)).details.map((each) => `${each.path} ${each.rule}`)]).toEqual([
      400,
      [`query.end ${rule}`],
    ])
  }
  expect(places.asked.length).toBe(asked)
})

test('today and an end that is given twice are refused', async () => {
  const rules = async (query: string) =>
    (await problemOf(await get(`${PLACE}?${query}`))).details.map(({ rule }) => rule)
  expect(await rules(`end=${today}`)).toEqual(['day_is_over'])
  expect(await rules('end=2026-06-30&end=2026-06-29')).toEqual(['given_once'])
  expect(await rules('start=2026-06-30')).toEqual(['unknown_parameter'])
})
