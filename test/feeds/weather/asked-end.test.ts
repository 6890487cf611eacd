import { describe, expect, test } from 'bun:test'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { formsOf } from '../../../src/canonical/either-layout.ts'
import { contentHash } from '../../../src/canonical/content.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { archiveBoard } from '../../../src/feeds/weather/archive-board.ts'
import { archiveWindow, askedDays } from '../../../src/feeds/weather/archive-window.ts'
import { readEnd } from '../../../src/feeds/weather/asked-end.ts'
import { weatherFeeds } from '../../../src/feeds/weather/weather-feeds.ts'
import { weatherSubject } from '../../../src/feeds/weather/weather-subject.ts'
import { nasaPower } from '../../../src/sources/weather/nasa-power.ts'
import { openMeteoArchive } from '../../../src/sources/weather/open-meteo-archive.ts'
import type { WeatherDay } from '../../../src/sources/weather/weather.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { knownDays, lookingAt, nothingKnown } from '../../support/feeds/weather/days.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const END = '2026-06-30'
const CELL = { lat: '9.0000', lon: '38.7500' }

describe('the end that is asked for', () => {
  const rule = (word: string, now = NOW) => {
    const read = readEnd(word, now)
    return read.kind === 'end' ? read.end : [read.refusal.path, read.refusal.rule]
  }

  test('may be left out, and is a day that is over and at most two years back', () => {
    expect(readEnd(undefined, NOW)).toEqual({ kind: 'end', end: null })
    expect([END, '2026-11-19', '2024-11-20'].map((word) => rule(word))).toEqual([END, '2026-11-19', '2024-11-20'])
    expect(rule('2026-11-19', Date.UTC(2026, 10, 20))).toBe('2026-11-19')
  })

  test.each([
    ['', 'day'],
    ['2026-6-30', 'day'],
    ['2026-06-30T00:00Z', 'day'],
    ['30.06.2026', 'day'],
    ['yesterday', 'day'],
    ['2026-02-30', 'day'],
    ['2025-02-29', 'day'],
    ['2026-13-01', 'day'],
    ['٢٠٢٦-٠٦-٣٠', 'day'],
    ['2026-11-20', 'day_is_over'],
    ['2026-11-21', 'day_is_over'],
    ['9999-12-31', 'day_is_over'],
    ['2024-11-19', 'within_two_years'],
    ['0001-01-01', 'within_two_years'],
  ])('%p breaks the rule %s', (word, broken) => expect(rule(word)).toEqual(['query.end', broken]))

  test('a refusal names the first or the last day that may be asked for', () => {
    const message = (word: string) => {
      const read = readEnd(word, NOW)
      return read.kind === 'refused' ? read.refusal.message : ''
    }
    expect(message('2026-11-20')).toContain('at the latest 2026-11-19')
    expect(message('2024-11-19')).toContain('before 2024-11-20')
  })

  test('on a leap day two years back begin on the first of March', () => {
    const leap = Date.UTC(2028, 1, 29, 12)
    expect([rule('2026-03-01', leap), rule('2026-02-28', leap)]).toEqual([
      '2026-03-01',
      ['query.end', 'within_two_years'],
    ])
    expect(rule('2024-02-29')).toEqual(['query.end', 'within_two_years'])
    expect(rule('2024-02-29', Date.UTC(2026, 1, 20))).toBe('2024-02-29')
  })
})

describe('a subject with an end', () => {
  const [feed] = weatherFeeds(nasaPower)
  const ask = (words: object) => feed!.ask({ lat: '9.03', lon: '38.7', window: '30d', ...words }, NOW)

  test('is another than that without, in its key, its query and its name', () => {
    const asked = ask({ end: END })
    expect(asked).toEqual({ kind: 'subject', subject: weatherSubject(CELL, 30, END) })
    expect(weatherSubject(CELL, 30, END)).toMatchObject({
      key: '9.0000,38.7500/30/2026-06-30',
      query: { end: END },
      name: '9, 38.75 over 30 days to 2026-06-30',
    })
    expect(weatherSubject(CELL, 30)).not.toHaveProperty('query')
    expect(feed!.subjectOf('9.0000,38.7500/30/2026-06-30')).toEqual(weatherSubject(CELL, 30, END))
    for (const key of ['9.0000,38.7500/30/', '9.0000,38.7500/30/2026-02-30', '9.0000,38.7500/30/2026-06-30/1'])
      expect(feed!.subjectOf(key)).toBeNull()
  })

  test('breaks every rule at once', () => {
    expect(ask({ lat: 'x', window: '31d', end: '2026-11-20' })).toMatchObject({
      kind: 'invalid',
      details: [{ path: 'path.lat' }, { path: 'path.window' }, { path: 'query.end', rule: 'day_is_over' }],
    })
  })
})

describe('the archive', () => {
  const question = (end: string | null, now = NOW) => {
    const board = archiveBoard(nasaPower, CELL, end)
    return [board.id, board.asks({ now, state: board.empty, listed: null })[0]!.query.path] as const
  }

  test('is asked for the longest window before that end, and for some days after it', () => {
    expect(askedDays(NOW, 120, END)).toEqual({ from: '2026-03-03', to: '2026-07-10' })
    expect(askedDays(NOW, 120, '2026-11-15')).toEqual({ from: '2026-07-19', to: '2026-11-19' })
    const [id, path] = question(END)
    expect(id).toBe('archive/nasapower/9.0000,38.7500/2026-06-30')
    expect(path).toContain('&start=20260303&end=20260710&')
    expect(question(null)[0]).toBe('archive/nasapower/9.0000,38.7500')
  })

  const rain = (end: string, count: number, without: readonly string[] = []): readonly WeatherDay[] =>
    knownDays(end, count, (day) => (without.includes(day.date) ? nothingKnown(day.date) : {}))
  const windowOf = (days: readonly WeatherDay[], end: string, length = 30, spinUpDays = 0) =>
    archiveWindow(days, ({ rainMm }) => rainMm, { now: NOW, days: length, spinUpDays, end })

  test('gives the window that ends on that day, however old, and no later day', () => {
    expect(windowOf(rain('2026-07-10', 130), END)).toMatchObject({
      kind: 'window',
      start: '2026-06-01',
      end: END,
      known: 30,
    })
  })

  test('that does not know the day yet names its latest', () => {
    expect(windowOf(rain('2026-11-15', 130), '2026-11-18')).toEqual({
      kind: 'no_data_here',
      path: 'query.end',
      message: '2026-11-18 is no complete day of the archive, whose latest is 2026-11-15',
    })
  })

  test('that lacks the day, or too many before it, says so', () => {
    expect(windowOf(rain('2026-07-10', 130, [END]), END)).toMatchObject({
      path: 'query.end',
      message: '2026-06-30 is no complete day of the archive, which lacks it',
    })
    const gaps = ['2026-06-02', '2026-06-03']
    expect(windowOf(rain('2026-07-10', 130, gaps.slice(1)), END)).toMatchObject({ kind: 'window', known: 29 })
    expect(windowOf(rain('2026-07-10', 130, gaps), END)).toMatchObject({
      kind: 'no_data_here',
      path: 'query.end',
      message: 'of the 30 days that are needed before 2026-06-30 the archive knows 28',
    })
    expect(windowOf(rain('2026-07-10', 45), END, 30, 30)).toMatchObject({ kind: 'no_data_here', path: 'query.end' })
    expect(windowOf([], END).kind).toBe('input_missing')
  })
})

/** What is signed of known days: with an end in June, and without one in November. */
const STRINGS = {
  // The sun stands lower in November, and less is required.
  wrsi: ['VALUE:0.35|TRIGGER:DROUGHT', 'VALUE:0.36|TRIGGER:DROUGHT'],
  rainfall: ['VALUE:37.5|TRIGGER:NONE', 'VALUE:37.5|TRIGGER:NONE'],
  temperature: ['VALUE:16.00|TRIGGER:NONE', 'VALUE:16.00|TRIGGER:NONE'],
  wind: ['VALUE:18.00|TRIGGER:NONE', 'VALUE:18.00|TRIGGER:NONE'],
} as const

describe.each(weatherFeeds(nasaPower).map((feed) => [feed.id.replace('weather/', ''), feed] as const))(
  'a window of %s',
  (metric, feed) => {
    const { canonical, tokens } = feed.sale
    const days = knownDays('2026-07-10', 130)
    const contentOf = (end: string | null) => {
      const found = feed.conclude(
        weatherSubject(CELL, 30, end),
        lookingAt(NOW, end ? days : knownDays('2026-11-19', 130)),
      )
      if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
      return found.content as Readonly<Record<string, Json>>
    }
    const written = (content: Readonly<Record<string, Json>>) =>
      canonical.write(tokens(content), { timestamp: 1_795_000_000, nonce: 482_910 })
    const dated = contentOf(END)
    const [inJune, inNovember] = STRINGS[metric as keyof typeof STRINGS]

    test('has a string of its own, with the day and the hash of its body', () => {
      expect(written(dated)).toBe(
        `v1|WEATHER_WINDOW|${metric}|9.0000,38.7500|30D|END:2026-06-30|${inJune}|SHA256:${contentHash(dated)}|1795000000|482910`,
      )
      expect(dated).toMatchObject({ window_start: '2026-06-01', window_end: END, end: END, confidence: 1 })
    })

    test('without an end has the string of the contract to the letter', () => {
      const usual = contentOf(null)
      expect(written(usual)).toBe(`v1|WEATHER|${metric}|9.0000,38.7500|30D|${inNovember}|1795000000|482910`)
      expect(usual).not.toHaveProperty('end')
    })

    test('is read again from both strings, by the layouts that verifiers have', () => {
      const forms = formsOf(canonical)
      expect(forms.map(({ type }) => type)).toEqual(['WEATHER', 'WEATHER_WINDOW'])
      for (const content of [dated, contentOf(null)]) {
        const { values } = canonical.read(written(content))
        expect(values).toEqual(tokens(content))
        expect(canonical.recompute!(values, content).filter(({ ok }) => !ok)).toEqual([])
      }
      const { values } = canonical.read(written(dated))
      const isFound = (body: Readonly<Record<string, Json>>) => canonical.recompute!(values, body).some(({ ok }) => !ok)
      expect([isFound({ ...dated, window_start: '2026-05-31' }), isFound({ ...dated, end: '2026-06-29' })]).toEqual([
        true,
        true,
      ])
      // The body of one under the string of the other.
      const { end: _end, ...without } = dated
      expect(isFound(without)).toBe(true)
      const { checks } = verifyAnswer({ ...dated, canonical: written(contentOf(null)) }, { layouts: forms })
      expect(checks.find(({ what }) => what === 'body says what the canonical string says')).toMatchObject({
        ok: false,
      })
    })
  },
)

test('two archives are compared about the same window', () => {
  const [, rainfall] = weatherFeeds(nasaPower, openMeteoArchive)
  const own = { elevationM: 0, days: knownDays('2026-07-10', 130) }
  const other = {
    elevationM: 0,
    days: knownDays('2026-07-10', 130, ({ date }) => (date > END ? { rainMm: 90 } : { rainMm: 4 })),
  }
  const read = new Map([
    [`archive/nasapower/9.0000,38.7500/${END}`, { weather: own }],
    [`archive/openmeteoarchive/9.0000,38.7500/${END}`, { weather: other }],
  ])
  const found = rainfall!.conclude(weatherSubject(CELL, 30, END), lookAt(read, NOW))
  expect(found).toMatchObject({
    content: { rainfall_mm: 37.5, confidence: 0.7, compared: { value: 37.5, second: 120, agrees: false, days: 30 } },
  })
})
