import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ENVELOPE_MEMBERS } from '../../src/canonical/content.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { LONGEST_SALE_SECONDS } from '../../src/canonical/snapshot.ts'
import { actorId } from '../../src/feeds/feed.ts'
import { seaStateFeed } from '../../src/feeds/marine/sea-state-feed.ts'
import { type AnyOpenFeed, boundTo } from '../../src/feeds/open-feed.ts'
import { checkedRegistry } from '../../src/feeds/registry.ts'
import { fillPath, holesOf, type Subject } from '../../src/feeds/subject.ts'
import { weatherFeeds } from '../../src/feeds/weather/weather-feeds.ts'
import { ARCHIVES, WAVE_MODELS } from '../../src/sources/weather/providers.ts'
import { looking } from '../support/feeds/weather/days.ts'

/** The laws that every feed with open subjects obeys, over each choice of providers. */

const NOW = Date.UTC(2026, 10, 20, 12)
// The usual ones first: those that stand last in the order in which they are asked.
const PLACED = Type.Object({ place: Type.Object({ lat: Type.String(), lon: Type.String() }) })
const FEEDS = [0, 1].flatMap((at) =>
  [...weatherFeeds(ARCHIVES.at(-1 - at)!), seaStateFeed(WAVE_MODELS.at(-1 - at)!)].map(
    (feed) => [`${feed.id} by ${feed.boards(feed.exampleSubject)[0]?.source.name}`, feed] as const,
  ),
)
const ENVELOPE = { timestamp: 1_795_000_005, nonce: 482_910 }

/** Places all over the grid, in the form in which a path names them. */
const ASKED: readonly Readonly<Record<string, string>>[] = [
  { lat: '51.507', lon: '-0.128' },
  { lat: '0', lon: '180' },
  { lat: '-33.9', lon: '18.4' },
  { lat: '77.25', lon: '-179.999' },
].flatMap((place) =>
  [{ window: '7d' }, { window: '14D' }, { window: '30d' }, { window: '60d' }, { window: '30d', end: '2026-06-30' }].map(
    (words) => ({ ...place, ...words }),
  ),
)

const subjectsOf = (feed: AnyOpenFeed): readonly Subject[] => {
  const asked = ASKED.map((segments) => feed.ask(segments, NOW))
  return [feed.exampleSubject, ...asked.flatMap((each) => (each.kind === 'subject' ? [each.subject] : []))]
}

/** What a router hands over for a path: whole segments under the names of the holes within them. */
const segmentsOf = (template: string, path: string): Readonly<Record<string, string>> => {
  const words = path.split('/')
  return Object.fromEntries(
    template.split('/').flatMap((segment, at) => holesOf(segment).map((hole) => [hole, words[at] ?? ''])),
  )
}

describe('every open feed', () => {
  test.each(FEEDS)('%s fits its schema, its layout and itself', (_id, feed) => {
    for (const subject of subjectsOf(feed)) {
      const example = feed.exampleOf(subject)
      expect([subject.key, ...Value.Errors(feed.answer, example)]).toEqual([subject.key])
      const written = feed.sale.canonical.write(feed.sale.tokens(example), ENVELOPE)
      const { values, envelope } = feed.sale.canonical.read(written)
      expect([values, envelope]).toEqual([feed.sale.tokens(example), ENVELOPE])
      const shared = Object.keys(values).filter((name) => name in example)
      expect(shared.length).toBeGreaterThan(0)
      for (const name of shared)
        expect((example as Record<string, Json>)[name]).toEqual((values as Record<string, Json>)[name]!)
      if (!Value.Check(PLACED, values)) throw new Error('its layout names no place')
      const { place } = values
      expect([Number(place.lat), Number(place.lon)]).toEqual([example['lat'], example['lon']] as number[])
      expect(subject.domain).toBe(`${place.lat},${place.lon}`)
    }
    expect(boundTo(feed, feed.exampleSubject).example).toEqual(feed.exampleOf(feed.exampleSubject))
  })

  test.each(FEEDS)('%s goes from key to subject and from path to subject and back', (_id, feed) => {
    expect(subjectsOf(feed).length).toBeGreaterThan(4)
    for (const subject of subjectsOf(feed)) {
      expect(feed.subjectOf(subject.key)).toEqual(subject)
      const path = fillPath(feed.sale.path, subject)
      expect(feed.ask({ ...segmentsOf(feed.sale.path, path), ...subject.query }, NOW)).toEqual({
        kind: 'subject',
        subject,
      })
      expect(holesOf(feed.sale.path).toSorted()).toEqual(Object.keys(subject.path).toSorted())
      expect(actorId(feed, subject)).toMatch(/^[a-z][A-Za-z0-9/,.-]*$/)
    }
  })

  test.each(FEEDS)('%s refuses what lies outside its domain, and names every broken rule', (_id, feed) => {
    for (const key of [
      '',
      '9.0000',
      '9,38.75/30',
      '9.0000,38.7500/31',
      '9.0000,38.7500/30/1',
      '9.1000,38.7500/30',
      'x',
    ])
      expect(feed.subjectOf(key)).toBeNull()
    const asked = feed.ask({ lat: 'vessel', lon: '181', window: '31d', end: '2026-02-30' }, NOW)
    if (asked.kind !== 'invalid') throw new Error(asked.kind)
    const hasWindow = feed.sale.path.includes('{window}')
    expect(asked.details.map(({ path, rule }) => [path, rule])).toEqual([
      ['path.lat', 'decimal_degrees'],
      ['path.lon', 'longitude'],
      ...(hasWindow
        ? [
            ['path.window', 'window_offered'],
            ['query.end', 'day'],
          ]
        : []),
    ])
    for (const { message } of asked.details) expect(message.length).toBeGreaterThan(10)
    expect(feed.ask({}, NOW)).toMatchObject({ kind: 'invalid' })
  })

  test.each(FEEDS)('%s leaves the envelope and the time to the publisher', (_id, feed) => {
    for (const name of [...ENVELOPE_MEMBERS, 'timestamp', 'nonce'])
      expect(feed.answer.properties).not.toHaveProperty(name)
  })

  test.each(FEEDS)('%s shows a preview made of what is sold, and of nothing signed', (_id, feed) => {
    const example = feed.exampleOf(feed.exampleSubject)
    const shown = feed.sale.preview!.fields(example, feed.exampleSubject)
    for (const name of [...ENVELOPE_MEMBERS, 'nonce']) expect(shown).not.toHaveProperty(name)
    const content = example as Readonly<Record<string, Json>>
    const same = Object.entries(shown).filter(([name]) => name in content)
    expect(same.length).toBeGreaterThanOrEqual(4)
    for (const [name, value] of same) expect(value).toEqual(content[name]!)
    expect(feed.sale.preview!.staleMinutes).toBe(60)
  })

  test.each(FEEDS)('%s concludes nothing from nothing', (_id, feed) => {
    for (const subject of subjectsOf(feed)) {
      const nothing = feed.conclude(subject, looking(NOW, null))
      expect(nothing.kind).toBe('input_missing')
      const [board] = feed.boards(subject)
      expect(feed.conclude(subject, looking(NOW, board?.empty)).kind).toBe('input_missing')
    }
  })

  test.each(FEEDS)('%s asks one provider one question about each place', (_id, feed) => {
    const ids = subjectsOf(feed).map((subject) => {
      const boards = feed.boards(subject)
      expect(boards.length).toBe(1)
      const [board] = boards
      const asks = board!.asks({ now: NOW, state: board!.empty, listed: null })
      expect(asks.length).toBe(1)
      expect(board?.id).toMatch(/^[a-z][A-Za-z0-9/,.-]*$/)
      expect(board?.id).toEndWith([subject.domain, ...Object.values(subject.query ?? {})].join('/'))
      return `${subject.domain} ${board?.id} ${asks[0]?.query.path}`
    })
    // Windows of one place that end alike share one board and one question.
    const ends = subjectsOf(feed).map(({ domain, query }) => [domain, ...Object.values(query ?? {})].join())
    expect(new Set(ids).size).toBe(new Set(ends).size)
  })

  test.each(FEEDS)('%s may be sold for longer than it takes to make a new one', (_id, feed) => {
    expect(feed.sale.sellableSeconds).toBeGreaterThanOrEqual(2 * feed.everySeconds)
    expect(feed.sale.sellableSeconds).toBeLessThan(LONGEST_SALE_SECONDS)
  })

  test.each(FEEDS)('%s is a feed like any other once it has a subject', (_id, feed) => {
    const subject = subjectsOf(feed).at(-1)!
    const bound = boundTo(feed, subject)
    const { items } = checkedRegistry([bound])
    expect(items).toMatchObject([{ actor: actorId(feed, subject), path: fillPath(feed.sale.path, subject) }])
    expect(bound.conclude(subject, looking(NOW, null))).toMatchObject({ kind: 'input_missing' })
  })
})

test('the prices are those of the contract', () => {
  const prices = FEEDS.slice(0, 5).map(([, { id, sale }]) => [id, sale.path, sale.price.sats, sale.price.microUsd])
  expect(prices).toEqual([
    ['weather/wrsi', '/oracle/weather/{lat}/{lon}/wrsi/{window}', 100, 100_000],
    ['weather/rainfall', '/oracle/weather/{lat}/{lon}/rainfall/{window}', 100, 100_000],
    ['weather/temperature', '/oracle/weather/{lat}/{lon}/temperature/{window}', 100, 100_000],
    ['weather/wind', '/oracle/weather/{lat}/{lon}/wind/{window}', 100, 100_000],
    ['marine/seastate', '/oracle/marine/{lat}/{lon}/seastate', 133, 100_000],
  ])
})

test('what is asked by default may be sold without a key', () => {
  expect([ARCHIVES.at(-1)!.source, WAVE_MODELS.at(-1)!.source].map(({ name, rights }) => [name, rights])).toEqual([
    ['nasapower', 'open'],
    ['noaawavewatch', 'open'],
  ])
})
