import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import type { ShipState } from '../../../src/feeds/marine/ais-board.ts'
import { forecastBoards } from '../../../src/feeds/marine/forecast-board.ts'
import { voyageFeed } from '../../../src/feeds/marine/voyage-feed.ts'
import { voyage as sold } from '../../../src/feeds/marine/voyage.feed.ts'
import type { VoyageSubject } from '../../../src/feeds/marine/voyage-subject.ts'
import { preferring } from '../../../src/feeds/open-feed.ts'
import type { Subject } from '../../../src/feeds/subject.ts'
import type { ShipReport } from '../../../src/sources/ais/ship.ts'
import { noaaWaveWatch } from '../../../src/sources/weather/noaa-wavewatch.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { askedOf, brokenBy } from '../../support/feeds/sea.ts'
import { MMSI, reportAt, shipTold } from '../../support/feeds/ship-told.ts'

/** Voyages that start where a ship was last heard. */

const HOUR = Date.UTC(2026, 10, 20, 12)
const NOW = HOUR + 34 * 60_000
const MINUTE = 60_000
const feed = voyageFeed(noaaWaveWatch)
const WORDS = { mmsi: MMSI, lat2: '55.1', lon2: '15.4' }
const subject = askedOf(feed, WORDS, NOW)
const SHIP = `ais/digitraffic/${MMSI}`

const REPORT = reportAt(NOW)
const STATE = shipTold(NOW)
const heard = (report: Partial<ShipReport>): ShipState => ({ ...STATE, last: { ...REPORT, ...report } })

/** The voyage from the grid point nearest to the ship, as a buyer would name it. */
const placed = (start: { lat1: string; lon1: string }, to = { lat2: '55.1', lon2: '15.4' }): Subject =>
  askedOf(feed, { ...start, ...to }, NOW)
const NEAR = placed({ lat1: '58.5', lon1: '21' })

/** The forecasts of these voyages, read at `readAt`, and what is known of the ship. */
const lookOf = (
  ship: ShipState | null,
  {
    ways = [NEAR],
    readAt = NOW,
    now = NOW,
    previous = null,
  }: {
    ways?: readonly Subject[]
    readAt?: number
    now?: number
    previous?: object | null
  } = {},
) => {
  const legs = ways.flatMap((way) => forecastBoards(noaaWaveWatch, way as VoyageSubject))
  const all = Object.fromEntries(Array.from({ length: 169 }, (_, hour) => [hour, { waveM: 2, readAt }]))
  return lookAt(
    new Map<string, unknown>([
      ...(ship ? [[SHIP, ship] as const] : []),
      ...legs.map(({ id }) => [id, { hours: all }] as const),
    ]),
    now,
    {
      previous: previous && {
        timestamp: Math.floor(now / 1000),
        content: previous as Record<string, string>,
        carry: {},
      },
    },
  )
}
const conclude = (ship: ShipState | null, more?: Parameters<typeof lookOf>[1], asked = subject) =>
  feed.conclude(asked, lookOf(ship, more))
const contentOf = (outcome: ReturnType<typeof conclude>) => {
  if (outcome.kind !== 'concluded') throw new Error(JSON.stringify(outcome))
  return outcome.content
}

describe('the voyage of a ship', () => {
  test('is that from the grid point nearest to its report, and names ship and report', () => {
    const content = contentOf(conclude(STATE))
    const { mmsi, ship_name, last_report, ...rest } = content
    expect({ mmsi, ship_name, last_report }).toEqual({
      mmsi: MMSI,
      ship_name: 'AISOPOS',
      last_report: { lat: 58.478, lon: 20.8643, ais_timestamp: '2026-11-20T12:31:00Z', source: 'digitraffic' },
    })
    expect(rest).toMatchObject({
      departure: { lat: 58.5, lon: 21, time: '2026-11-20T12:00:00Z' },
      destination: { lat: 55, lon: 15.5 },
      speed_kts: 14,
      observed_at: (NOW - 3 * MINUTE) / 1000,
    })
    const plain = contentOf(feed.conclude(NEAR, lookOf(null)))
    expect(plain).toMatchObject({ mmsi: null, ship_name: null, last_report: null, observed_at: NOW / 1000 })
    expect({ ...plain, ...content }).toEqual(content)
    expect({ ...rest, observed_at: 0 }).toEqual(
      expect.objectContaining({ distance_nm: plain['distance_nm'], waypoint_forecasts: plain['waypoint_forecasts'] }),
    )
    expect([...Value.Errors(feed.answer, content)]).toEqual([])
    expect(contentOf(conclude({ ...STATE, name: null }))).toMatchObject({ mmsi: MMSI, ship_name: null })
  })

  test('is signed with the place of the ship', () => {
    const { canonical, tokens } = feed.sale
    const text = canonical.write(tokens(contentOf(conclude(STATE))), { timestamp: 1_795_178_096, nonce: 123_456 })
    expect(text).toStartWith('v1|MARINE_VOYAGE|58.5000,21.0000|55.0000,15.5000|14.0|MAX:2.00m|MODERATE|0|')
    expect(feed.sale.price).toMatchObject({ sats: 667, microUsd: 500_000 })
  })

  test('is believed as little as the older of report and forecast', () => {
    const confidence = (ship: number, forecast: number) =>
      contentOf(conclude(heard({ at: NOW - ship * 60 * MINUTE }), { readAt: NOW - forecast * 60 * MINUTE }))
    const found = [
      [0, 0],
      [0.25, 3],
      [3.125, 0],
      [0, 7.5],
      [6, 0],
    ].map(([ship, forecast]) => confidence(ship!, forecast!)['confidence'])
    expect(found).toEqual([1, 1, 0.5, 0.5, 0])
    expect(confidence(0, 2)['observed_at']).toBe(NOW / 1000 - 7_200)
  })

  test('has no start that is guessed: old, unknown, unreachable, without a place', () => {
    expect(conclude(heard({ at: NOW - 360 * MINUTE - 1 }))).toEqual({
      kind: 'last_heard',
      at: NOW / 1000 - 21_601,
      message: 'last heard at 2026-11-20T06:33:59Z, and a position of more than 6 h ago is not sold',
    })
    expect(conclude(heard({ position: null }))).toMatchObject({ kind: 'last_heard', at: NOW / 1000 - 180 })
    const never = { ...STATE, last: null, told: { at: NOW, isKnown: false } }
    expect(conclude(never)).toEqual({ kind: 'not_known', message: 'nobody has heard of 230629000' })
    expect(conclude({ ...never, told: { at: NOW - 240_001, isKnown: false } }).kind).toBe('input_missing')
    expect(conclude(null)).toEqual({ kind: 'input_missing', input: 'digitraffic' })
    const held = { ...REPORT, at: NOW, position: { lat: '55', lon: '10' } }
    const unsure = 'a report that confirms where the ship is'
    expect(conclude({ ...STATE, held })).toEqual({ kind: 'input_missing', input: unsure })
    expect(conclude(STATE, { ways: [] })).toEqual({ kind: 'input_missing', input: 'the forecast of hour 0' })
  })

  test('to where the ship is, or opposite it, is no voyage', () => {
    const there = askedOf(feed, { mmsi: MMSI, lat2: '58.6', lon2: '20.9' }, NOW)
    expect(conclude(STATE, {}, there)).toEqual({
      kind: 'no_data_here',
      path: 'query.lat2',
      message: 'both ends are the grid point 58.5000,21.0000, where 230629000 is',
    })
    expect(feed.further!(there, lookOf(STATE)).map(({ id }) => id)).toEqual([SHIP])
    const opposite = askedOf(feed, { mmsi: MMSI, lat2: '-58.5', lon2: '-159' }, NOW)
    expect(conclude(STATE, {}, opposite)).toMatchObject({ kind: 'no_data_here', path: 'query.lat2' })
  })

  test('keeps its start while the ship sails on, and not longer than a position is sold', () => {
    const previous = contentOf(conclude(STATE))
    const later = NOW + 20 * MINUTE
    const moved = { ...STATE, last: { ...REPORT, position: { lat: '57.1', lon: '19.9' }, at: later }, name: 'OTHER' }
    const elsewhere = placed({ lat1: '57', lon1: '20' })
    const seen = { ways: [NEAR, elsewhere], now: later }
    expect(contentOf(conclude(moved, seen))).toMatchObject({ departure: { lat: 57, lon: 20 } })
    const { mmsi, ship_name, last_report, departure, distance_nm } = previous
    const kept = { mmsi, ship_name, last_report, departure, distance_nm, observed_at: (NOW - 3 * MINUTE) / 1000 }
    expect(contentOf(conclude(moved, { ...seen, previous }))).toMatchObject({ ...kept, confidence: 0.98 })
    // Another worker that knows nothing of the ship goes on with it.
    expect(contentOf(conclude(null, { ...seen, previous }))).toMatchObject(kept)
    const expired = NOW - 3 * MINUTE + 360 * MINUTE
    const readAt = expired
    expect(conclude(moved, { ways: [NEAR], readAt, now: expired, previous }).kind).toBe('concluded')
    expect(conclude(moved, { ways: [NEAR], readAt, now: expired + 1, previous })).toMatchObject({ kind: 'last_heard' })
    // What is no voyage of a ship says nothing of its start.
    const other = { ...previous, last_report: null }
    expect(contentOf(conclude(moved, { ...seen, previous: other }))).toMatchObject({ ship_name: 'OTHER' })
  })
})

describe('the boards of the voyage of a ship', () => {
  const both = preferring([voyageFeed(openMeteoMarine, noaaWaveWatch), voyageFeed(noaaWaveWatch, openMeteoMarine)])
  const further = (ship: ShipState | null, more?: Parameters<typeof lookOf>[1]) =>
    both.further!(subject, lookOf(ship, more)).map(({ id }) => id)

  test('are first the ship, once, and then those of the voyage between both points', () => {
    const legs = both.boards(NEAR).map(({ id }) => id)
    expect(legs.length).toBeGreaterThan(3)
    expect([both.boards(subject), further(null)]).toEqual([[], [SHIP]])
    expect(further(heard({ at: NOW - 8 * 86_400_000 }))).toEqual([SHIP])
    expect(further(STATE).toSorted()).toEqual([SHIP, ...legs].toSorted())
    // The ship is not asked for where it is once its voyage was concluded.
    expect(further(null, { previous: contentOf(conclude(STATE)) })).toEqual(legs)
    expect(both.further!(NEAR, lookOf(STATE))).toEqual([])
  })

  test('are counted before they are known as the most that they may be', () => {
    const longest = askedOf(feed, { lat1: '50', lon1: '-6', lat2: '40.5', lon2: '-73.5', speed_kts: '3' }, NOW)
    const questions = forecastBoards(noaaWaveWatch, longest as VoyageSubject).length
    const { furtherQuestions } = sold.onDemand!
    expect([furtherQuestions!(subject), furtherQuestions!(NEAR)]).toEqual([questions + 1, 0])
  })
})

describe('a request for the voyage of a ship', () => {
  test('is of that ship, destination, speed and hour', () => {
    const at = (words: object, now = NOW) => askedOf(feed, { ...WORDS, ...words }, now)
    expect(at({}).key).toBe('230629000/55.0000,15.5000/14.0/2026-11-20-12')
    expect(at({ lat2: '55', lon2: '15.50', speed_kts: '14' }, HOUR).key).toBe(subject.key)
    const others = [{ mmsi: '265547250' }, { lat2: '55.5' }, { lon2: '16' }, { speed_kts: '12' }].map((each) =>
      at(each),
    )
    const all = [subject, ...others, at({}, HOUR + 3_600_000), NEAR]
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
    expect(new Set([subject, ...others].map(({ query }) => JSON.stringify(query))).size).toBe(others.length + 1)
    expect(subject.query).toEqual({ mmsi: MMSI, lat2: '55', lon2: '15.5' })
    expect(at({ speed_kts: '12.5' }).query).toMatchObject({ speed_kts: '12.5' })
    for (const each of all) expect(feed.subjectOf(each.key)).toEqual(each)
    for (const key of [
      '130629000/55.0000,15.5000/14.0/2026-11-20-12',
      '230629000/55.1000,15.5000/14.0/2026-11-20-12',
      '230629000/55.0000,15.5000/14/2026-11-20-12',
      '230629000/55.0000,15.5000/14.0/2026-11-20-12/1',
      '230629000/55.0000,15.5000/14.0/2026-11-20-25',
      '230629000/55.0000,15.5000/14.0',
    ])
      expect([key, feed.subjectOf(key)]).toEqual([key, null])
  })

  test.each([
    [{ lat1: '58', lon1: '21' }, ['query.lat1 not_with_mmsi', 'query.lon1 not_with_mmsi']],
    [{ lon1: '' }, ['query.lon1 not_with_mmsi']],
    [{ mmsi: '' }, ['query.mmsi nine_digits', 'query.mmsi ship_mmsi']],
    [{ mmsi: '2306290000' }, ['query.mmsi nine_digits']],
    [{ mmsi: '002300000' }, ['query.mmsi ship_mmsi']],
    [{ lat2: '91', lon2: 'x' }, ['query.lat2 latitude', 'query.lon2 decimal_degrees']],
    [
      { mmsi: '1', lat1: '0', lat2: 'x', speed_kts: '41' },
      [
        'query.mmsi nine_digits',
        'query.mmsi ship_mmsi',
        'query.lat1 not_with_mmsi',
        'query.lat2 decimal_degrees',
        'query.speed_kts speed',
      ],
    ],
  ])('with %j is told every rule that it breaks', (words, rules) => {
    expect(brokenBy(feed, { ...WORDS, ...words } as Record<string, string>, NOW)).toEqual(rules)
  })

  test('needs a destination, and without a ship both ends', () => {
    expect(brokenBy(feed, { mmsi: MMSI }, NOW)).toEqual(['query.lat2 required', 'query.lon2 required'])
    expect(brokenBy(feed, { lat2: '55', lon2: '15' }, NOW)).toEqual(['query.lat1 required', 'query.lon1 required'])
  })

  test('has an example wherever it goes', () => {
    for (const [lat2, lon2] of [
      ['55', '15.5'],
      ['59', '19.5'],
    ] as const) {
      const content = feed.exampleOf(askedOf(feed, { mmsi: MMSI, lat2, lon2 }, NOW))
      expect([...Value.Errors(feed.answer, content)]).toEqual([])
      expect(content).toMatchObject({ mmsi: MMSI, destination: { lat: Number(lat2), lon: Number(lon2) } })
    }
  })
})
