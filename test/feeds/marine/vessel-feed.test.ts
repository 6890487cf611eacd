import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import type { Json } from '../../../src/canonical/jcs.ts'
import { closedFeeds } from '../../../src/feeds/closed-feeds.ts'
import { exampleOf, type TickContext } from '../../../src/feeds/feed.ts'
import { shipBoard, type ShipState } from '../../../src/feeds/marine/ais-board.ts'
import { seaStateFeed } from '../../../src/feeds/marine/sea-state-feed.ts'
import { vesselFeed } from '../../../src/feeds/marine/vessel-feed.ts'
import { vessel } from '../../../src/feeds/marine/vessel.feed.ts'
import { checkedRegistry } from '../../../src/feeds/registry.ts'
import type { ShipReport } from '../../../src/sources/ais/ship.ts'
import { type Permission, permission } from '../../../src/sources/permission.ts'
import { noaaWaveWatch } from '../../../src/sources/weather/noaa-wavewatch.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'
import type { WaveReading } from '../../../src/sources/weather/weather.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { MMSI, reportAt, shipTold } from '../../support/feeds/ship-told.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const HOUR = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000

const feed = vesselFeed([openMeteoMarine, noaaWaveWatch])
const subject = feed.exampleSubject

const REPORT = reportAt(NOW)
const STATE = shipTold(NOW)

const READING: WaveReading = { at: HOUR, waveM: 1.834, swellM: 0.9 }
const CELL = 'waves/noaawavewatch/58.5000,21.0000'

type Waves = Readonly<Record<string, Partial<WaveReading>>>

/** What a conclusion sees of the ship, `null` if nothing, and of the waves, by board. */
const lookOf = (ship: ShipState | null, waves: Waves, now = NOW): TickContext =>
  lookAt(
    new Map<string, unknown>([
      ...(ship ? [[`ais/digitraffic/${MMSI}`, ship] as const] : []),
      ...Object.entries(waves).map(([id, reading]) => [id, { reading: { ...READING, ...reading } }] as const),
    ]),
    now,
  )
const conclude = (ship: ShipState | null, waves: Waves = { [CELL]: {} }) => feed.conclude(subject, lookOf(ship, waves))
const reported = (report: Partial<ShipReport>) => conclude({ ...STATE, last: { ...REPORT, ...report } })
const contentOf = (outcome: ReturnType<typeof conclude>): Readonly<Record<string, Json>> => {
  if (outcome.kind !== 'concluded') throw new Error(JSON.stringify(outcome))
  return outcome.content as Readonly<Record<string, Json>>
}

describe('a ship', () => {
  test('is an answer with every field of the contract', () => {
    expect(conclude(STATE)).toEqual({
      kind: 'concluded',
      content: {
        mmsi: '230629000',
        ship_name: 'AISOPOS',
        position: { lat: 58.478, lon: 20.8643 },
        sog_kts: 10.2,
        cog_deg: 208.8,
        heading_deg: 210,
        wave_height_m: 1.83,
        swell_height_m: 0.9,
        sea_state: 'MODERATE',
        triggers: { heavy: false, severe: false, extreme: false },
        ais_timestamp: '2026-11-20T12:31:56Z',
        position_held: false,
        wave_cell: { lat: 58.5, lon: 21 },
        wave_timestamp: '2026-11-20T12:00:00Z',
        wave_source: 'NOAA WaveWatch III (NWW3 global, 0.5 degree, model value for the hour)',
        compared: null,
        sources: ['digitraffic', 'noaawavewatch'],
        missing: [],
        confidence: 1,
        degraded: false,
        observed_at: HOUR / 1000,
        fetched_at: NOW / 1000,
        computedAt: NOW / 1000,
      },
      carry: {},
    })
  })

  test('is signed as the contract writes it, at its own position', () => {
    const content = contentOf(conclude(STATE, { [CELL]: { waveM: 4.5, swellM: 3 } }))
    const { canonical, tokens, preview, price } = feed.sale
    expect(canonical.write(tokens(content), { timestamp: 1_795_178_096, nonce: 123_456 })).toBe(
      'v1|MARINE|58.4780,20.8643|WAVE:4.50m|SWELL:3.00m|HEAVY|1795178096|123456',
    )
    expect([preview, price]).toEqual([null, { sats: 667, microUsd: 500_000 }])
  })

  test('that does not know its speed, course or heading has null there and not 0', () => {
    const unknown = contentOf(reported({ sogKts: null, cogDeg: null, headingDeg: null }))
    expect(unknown).toMatchObject({ sog_kts: null, cog_deg: null, heading_deg: null })
    expect([...Value.Errors(feed.answer, unknown)]).toEqual([])
    expect(contentOf(reported({ sogKts: '0.0', cogDeg: '0', headingDeg: 0 }))).toMatchObject({
      sog_kts: 0,
      cog_deg: 0,
      heading_deg: 0,
    })
    expect(contentOf(conclude({ ...STATE, name: null }))).toMatchObject({ ship_name: null })
  })

  test('is where it was for six hours, with its time, and believed less from a quarter of an hour on', () => {
    const confidence = (hours: number) => contentOf(reported({ at: NOW - hours * 60 * MINUTE }))['confidence']
    expect([0, 0.25, 3.125, 6].map(confidence)).toEqual([1, 1, 0.5, 0])
    expect(contentOf(reported({ at: NOW - 2 * 60 * MINUTE }))).toMatchObject({
      ais_timestamp: '2026-11-20T10:34:56Z',
      observed_at: NOW / 1000 - 7_200,
      degraded: true,
    })
    expect(reported({ at: NOW - 360 * MINUTE - 1 })).toEqual({
      kind: 'last_heard',
      at: NOW / 1000 - 21_601,
      message: 'last heard at 2026-11-20T06:34:55Z, and a position of more than 6 h ago is not sold',
    })
  })

  test('is believed as little as the older of report and waves, on either side of now', () => {
    const confidence = (hours: number) => contentOf(conclude(STATE, { [CELL]: { at: NOW + hours * 60 * MINUTE } }))
    expect([-12, -7.5, -3, 3, 7.5].map((hours) => confidence(hours)['confidence'])).toEqual([0, 0.5, 1, 1, 0.5])
    expect(confidence(-5)['observed_at']).toBe(NOW / 1000 - 5 * 3_600)
  })

  test('that does not know where it is has no answer', () => {
    expect(reported({ position: null })).toEqual({
      kind: 'last_heard',
      at: NOW / 1000 - 180,
      message: 'last heard at 2026-11-20T12:31:56Z, without a position',
    })
  })

  test('that nobody has heard of is not known, and one that nobody could be asked about is missing', () => {
    const never = { ...STATE, last: null, told: { at: NOW, isKnown: false } }
    expect(conclude(never)).toEqual({ kind: 'not_known', message: 'nobody has heard of 230629000' })
    expect(conclude({ ...never, told: { at: NOW - 240_001, isKnown: false } }).kind).toBe('input_missing')
    expect(conclude({ ...never, told: null })).toEqual({ kind: 'input_missing', input: 'digitraffic' })
    expect(conclude(null).kind).toBe('input_missing')
  })

  test('is where it was while its provider is away or has forgotten it, and the body says so', () => {
    const silent = contentOf(conclude({ ...STATE, told: { at: NOW - 240_001, isKnown: true } }))
    expect(silent).toMatchObject({
      missing: ['digitraffic'],
      sources: ['digitraffic', 'noaawavewatch'],
      degraded: true,
    })
    expect(contentOf(conclude({ ...STATE, told: { at: NOW - 240_000, isKnown: true } }))).toMatchObject({ missing: [] })
    expect(conclude({ ...STATE, told: { at: NOW, isKnown: false } }).kind).toBe('concluded')
  })

  test('in a harbour has the waves of the cell that the body names, and among land none', () => {
    const LAND = { waveM: null, swellM: null }
    const harbour = contentOf(conclude(STATE, { [CELL]: LAND, 'waves/noaawavewatch/58.5000,20.5000': {} }))
    expect(harbour).toMatchObject({ position: { lat: 58.478, lon: 20.8643 }, wave_cell: { lat: 58.5, lon: 20.5 } })
    expect(conclude(STATE, {})).toEqual({ kind: 'input_missing', input: 'waves at 58.4780,20.8643' })
    const around = [58, 58.5, 59].flatMap((lat) =>
      [20.5, 21, 21.5].map((lon) => [`waves/noaawavewatch/${lat.toFixed(4)},${lon.toFixed(4)}`, LAND] as const),
    )
    expect(conclude(STATE, Object.fromEntries(around))).toEqual({
      kind: 'no_data_here',
      message: 'no waves around 58.4780,20.8643, where the ship is',
    })
  })

  test('is believed less where two models of the waves fall out', () => {
    const both = (waveM: number) =>
      contentOf(conclude(STATE, { 'waves/openmeteomarine/58.5000,21.0000': {}, [CELL]: { waveM } }))
    expect(both(2)).toMatchObject({
      confidence: 1,
      degraded: false,
      compared: { value: 1.83, second: 2, agrees: true },
    })
    expect(both(2)['sources']).toEqual(['digitraffic', 'openmeteomarine'])
    expect(both(4)).toMatchObject({ confidence: 0.7, degraded: true, compared: { agrees: false } })
  })
})

describe('the boards of a ship', () => {
  const further = (ship: ShipState | null, waves = {}) =>
    feed.further!(subject, lookOf(ship, waves)).map(({ id }) => id)

  test('are its own, and those of the waves where it is once that is known', () => {
    expect(feed.boards(subject).map(({ id }) => id)).toEqual(['ais/digitraffic/230629000'])
    expect(further(null)).toEqual([])
    expect(further({ ...STATE, last: { ...REPORT, at: NOW - 8 * 86_400_000 } })).toEqual([])
    expect(further(STATE)).toEqual(['waves/openmeteomarine/58.5000,21.0000', CELL])
    const sea = seaStateFeed(noaaWaveWatch).ask({ lat: '58.478', lon: '20.8643' }, NOW)
    expect(sea.kind === 'subject' && seaStateFeed(noaaWaveWatch).boards(sea.subject)[0]!.id).toBe(CELL)
    expect(further(STATE, { [CELL]: { waveM: null, swellM: null } })).toHaveLength(8)
  })

  const board = shipBoard(MMSI)
  const asked = (state: ShipState) => board.asks({ now: NOW, state, listed: null }).map(({ query }) => query.path)
  const [location, metadata] = ['/api/ais/v1/locations?mmsi=230629000', '/api/ais/v1/vessels/230629000']

  test('ask for the name once a day', () => {
    expect(asked(board.empty)).toEqual([location, metadata])
    expect(asked({ ...STATE, name: null, namedAt: NOW - 86_399_999 })).toEqual([location])
    expect(asked({ ...STATE, namedAt: NOW - 86_400_000 })).toEqual([location, metadata])
  })

  const enter = (at: number | null, state: ShipState, receivedAt = NOW, lon = 20.87): ShipState => {
    const properties = { sog: 1, cog: 2, heading: 3, timestampExternal: at }
    const geometry = { type: 'Point', coordinates: [lon, 58.48] }
    const features = at === null ? [] : [{ mmsi: 230_629_000, geometry, properties }]
    const [ask] = board.asks({ now: receivedAt, state, listed: null })
    return ask!.enter(JSON.stringify({ type: 'FeatureCollection', features }), receivedAt, state)
  }

  test('keep the newest report, whatever is told afterwards', () => {
    expect(enter(NOW - 1_000, STATE).last).toMatchObject({ at: NOW - 1_000, position: { lat: '58.48', lon: '20.87' } })
    for (const older of [NOW - 9 * 86_400_000, REPORT.at - 1])
      expect(enter(older, STATE)).toMatchObject({ last: REPORT, held: null })
    expect(enter(null, STATE, NOW + 5)).toEqual({ ...STATE, told: { at: NOW + 5, isKnown: false } })
    expect(enter(NOW + MINUTE, STATE).last!.at).toBe(NOW + MINUTE)
    expect(() => enter(NOW + MINUTE + 1, STATE)).toThrow('60001 ms ahead of its arrival')
  })

  test('hold a report from out of reach until a later one is near it', () => {
    // Sixty knots for three minutes are three miles, and a mile more is slack; five miles are 0.16 degrees east here.
    const near = enter(NOW, STATE, NOW, 20.98)
    expect(near).toMatchObject({ last: { at: NOW, position: { lon: '20.98' } }, held: null })
    const far = enter(NOW, STATE, NOW, 21.03)
    expect(far).toMatchObject({ last: REPORT, held: { at: NOW, position: { lon: '21.03' } } })
    // 500 miles off and the same report again, another place at the same time, and back where it was.
    const jumped = enter(NOW, STATE, NOW, 34.5)
    expect(enter(NOW, jumped, NOW + MINUTE, 34.5)).toMatchObject({ last: REPORT, held: jumped.held })
    expect(enter(REPORT.at, STATE, NOW, 34.5).last).toEqual(REPORT)
    expect(enter(NOW + MINUTE, jumped, NOW + MINUTE)).toMatchObject({ last: { at: NOW + MINUTE }, held: null })
    const away = enter(NOW + MINUTE, jumped, NOW + MINUTE, 10)
    expect(away).toMatchObject({ last: REPORT, held: { position: { lon: '10' } } })
    expect(enter(NOW + MINUTE, jumped, NOW + MINUTE, 34.5)).toMatchObject({
      last: { at: NOW + MINUTE, position: { lon: '34.5' } },
      held: null,
    })
    expect(contentOf(conclude(jumped))).toMatchObject({
      position: { lon: 20.8643 },
      position_held: true,
      degraded: true,
    })
  })

  test('lie as long as a position is sold', () => {
    expect([board.keepSeconds, board.everySeconds]).toEqual([21_600, 120])
    const { most } = vessel.onDemand!
    const { rate } = board.source
    // One question a tick for each ship, and a sixth of the window left for names and newcomers.
    expect((most * rate.perSeconds) / board.everySeconds).toBeLessThanOrEqual(rate.requests * (5 / 6))
  })
})

describe('the number of a ship', () => {
  test.each([
    ['230629000', []],
    ['200000000', []],
    ['799999999', []],
    ['111629000', ['ship_mmsi']],
    ['812345678', ['ship_mmsi']],
    ['002300000', ['ship_mmsi']],
    ['992300001', ['ship_mmsi']],
    ['23062900', ['nine_digits']],
    ['2306290000', ['nine_digits']],
    ['+230629000', ['nine_digits', 'ship_mmsi']],
    ['2306-9000', ['nine_digits']],
    ['٢٣٠٦٢٩٠٠٠', ['nine_digits', 'ship_mmsi']],
    ['', ['nine_digits', 'ship_mmsi']],
  ])('%p breaks %j', (mmsi, rules) => {
    const asked = feed.ask({ mmsi }, NOW)
    const found = asked.kind === 'invalid' ? asked.details.map(({ path, rule }) => [path, rule]) : []
    expect(found).toEqual(rules.map((rule) => ['path.mmsi', rule]))
    expect(feed.subjectOf(mmsi)).toEqual(asked.kind === 'subject' ? asked.subject : null)
  })
})

test('a ship is closed where its positions, or all models of the waves, may not be asked', () => {
  const registry = checkedRegistry([vessel])
  const lacks = (allows: Permission) => closedFeeds(registry, allows, () => false).get('marine/vessel')
  expect(lacks(permission('permitted', [], []))).toBeUndefined()
  expect(lacks(permission('open', [], []))?.map(({ source }) => source)).toEqual(['digitraffic'])
  expect(lacks(permission('open', ['digitraffic'], []))).toBeUndefined()
  const noWaves: Permission = (source) =>
    source.name === 'digitraffic' ? null : permission('open', [], [])({ ...source, rights: 'unlicensed' })
  expect(lacks(noWaves)?.map(({ source }) => source)).toEqual(['openmeteomarine', 'noaawavewatch'])
})

test('the example of documents is this ship, and the catalogue says what is covered', () => {
  expect([feed.exampleSubject.key, feed.sale.path]).toEqual([MMSI, '/oracle/marine/vessel/{mmsi}'])
  expect(exampleOf(vessel, subject)).toMatchObject({ mmsi: MMSI, sources: ['digitraffic', 'noaawavewatch'] })
  expect(String(feed.methodology['coverage'])).toStartWith('the Baltic Sea alone')
})
