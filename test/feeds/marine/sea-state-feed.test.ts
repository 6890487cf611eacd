import { describe, expect, test } from 'bun:test'
import { seaStateFeed } from '../../../src/feeds/marine/sea-state-feed.ts'
import { boundTo } from '../../../src/feeds/open-feed.ts'
import { noaaWaveWatch } from '../../../src/sources/weather/noaa-wavewatch.ts'
import { openMeteoMarine } from '../../../src/sources/weather/open-meteo-marine.ts'
import type { WaveReading } from '../../../src/sources/weather/weather.ts'
import { looking } from '../../support/feeds/weather/days.ts'

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const HOUR = Date.UTC(2026, 10, 20, 12)
const feed = seaStateFeed(noaaWaveWatch)
const subject = feed.exampleSubject

const concluded = (reading: Partial<WaveReading>) =>
  feed.conclude(subject, looking(NOW, { reading: { at: HOUR, waveM: 1.834, swellM: 0.9, ...reading } }))

describe('the state of the sea', () => {
  test('is an answer with every field of the contract', () => {
    expect(concluded({})).toEqual({
      kind: 'concluded',
      content: {
        lat: 51.5,
        lon: 2.5,
        wave_height_m: 1.83,
        swell_height_m: 0.9,
        sea_state: 'MODERATE',
        triggers: { heavy: false, severe: false, extreme: false },
        data_timestamp: '2026-11-20T12:00',
        observed_at: HOUR / 1000,
        source: 'NOAA WaveWatch III (NWW3 global, 0.5 degree, model value for the hour)',
        confidence: 1,
        compared: null,
        computedAt: Math.floor(NOW / 1000),
      },
      carry: { waveM: 1.834, swellM: 0.9, at: HOUR },
    })
  })

  test('is judged by the height as it is published', () => {
    const judged = (waveM: number) => {
      const outcome = concluded({ waveM })
      return outcome.kind === 'concluded' ? [outcome.content['sea_state'], outcome.content['triggers']] : outcome
    }
    expect(judged(3.996)).toEqual(['HEAVY', { heavy: false, severe: false, extreme: false }])
    expect(judged(4.004)).toEqual(['HEAVY', { heavy: false, severe: false, extreme: false }])
    expect(judged(4.006)).toEqual(['HEAVY', { heavy: true, severe: false, extreme: false }])
    expect(judged(8.994)).toEqual(['SEVERE', { heavy: true, severe: true, extreme: false }])
    expect(judged(9.006)).toEqual(['EXTREME', { heavy: true, severe: true, extreme: true }])
  })

  test('is believed less the further its hour lies from now, on either side', () => {
    const confidence = (hours: number) => {
      const outcome = concluded({ at: NOW + hours * 3_600_000 })
      return outcome.kind === 'concluded' ? outcome.content['confidence'] : outcome.kind
    }
    expect([-13, -12, -7.5, -3, 0, 3, 7.5, 12].map(confidence)).toEqual(['input_missing', 0, 0.5, 1, 1, 1, 0.5, 0])
    expect(feed.methodology['confidence']).toMatch(/3 h .* 12 h/)
  })

  test('is signed as the contract writes it', () => {
    const outcome = concluded({ waveM: 4.5, swellM: 3 })
    if (outcome.kind !== 'concluded') throw new Error(outcome.kind)
    const { canonical, tokens } = feed.sale
    expect(canonical.write(tokens(outcome.content), { timestamp: 1_795_178_096, nonce: 123_456 })).toBe(
      'v1|MARINE|51.5000,2.5000|WAVE:4.50m|SWELL:3.00m|HEAVY|1795178096|123456',
    )
    expect(feed.sale.preview!.fields(outcome.content, subject)).toEqual({
      lat: 51.5,
      lon: 2.5,
      wave_height_m: 4.5,
      sea_state: 'HEAVY',
      heavy_weather: true,
    })
  })

  test('is not told of land, of an old hour, or without its swell', () => {
    expect(concluded({ waveM: null, swellM: null })).toEqual({
      kind: 'no_data_here',
      message: 'no waves at 51.5000,2.5000: land, ice, or beyond the model',
    })
    expect(concluded({ at: NOW - 12 * 3_600_000 }).kind).toBe('concluded')
    expect(concluded({ at: NOW - 12 * 3_600_000 - 1 })).toMatchObject({ kind: 'input_missing' })
    expect(concluded({ at: NOW + 12 * 3_600_000 + 1 })).toMatchObject({ kind: 'input_missing' })
    expect(concluded({ swellM: null })).toEqual({ kind: 'input_missing', input: 'the height of the swell' })
  })

  test('of land is no data, also of a bound feed', () => {
    const reading = { at: HOUR, waveM: null, swellM: null }
    expect(boundTo(feed, subject).conclude(subject, looking(NOW, { reading }))).toMatchObject({ kind: 'no_data_here' })
  })
})

describe('a place in the sea', () => {
  test('is a point of the model’s own grid', () => {
    const keyBy = (model: Parameters<typeof seaStateFeed>[0]) => {
      const asked = seaStateFeed(model).ask({ lat: '51.3', lon: '2.3' }, NOW)
      return asked.kind === 'subject' ? asked.subject.key : asked.kind
    }
    expect([noaaWaveWatch, openMeteoMarine].map(keyBy)).toEqual(['51.5000,2.5000', '51.2500,2.2500'])
  })

  test('beyond the model’s latitudes has no data, and nobody is asked', () => {
    expect(feed.ask({ lat: '77.7', lon: '0' }, NOW).kind).toBe('subject')
    for (const lat of ['77.75', '-90'])
      expect(feed.ask({ lat, lon: '0' }, NOW)).toMatchObject({
        kind: 'invalid',
        details: [{ path: 'path.lat', rule: 'no_data_here' }],
      })
    expect(feed.subjectOf('78.0000,0.0000')).toBeNull()
    expect(feed.subjectOf('77.5000,0.0000')?.key).toBe('77.5000,0.0000')
  })

  test('needs both coordinates', () => {
    expect(feed.ask({ lat: 'vessel', lon: '5' }, NOW)).toMatchObject({
      kind: 'invalid',
      details: [{ path: 'path.lat', rule: 'decimal_degrees' }],
    })
  })
})
