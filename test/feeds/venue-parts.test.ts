import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isDegraded, VENUE_FIELDS, venueParts } from '../../src/feeds/venue-parts.ts'

const NOW = 1_795_000_000_999
const parts = venueParts({
  venues: ['okx', 'bybit', 'kraken', 'binance'],
  lifetime: { freshSeconds: 100, expireSeconds: 300 },
  quorum: 2,
})
const entered = (ages: Readonly<Record<string, number>>) =>
  Object.entries(ages).map(([exchange, age]) => ({ exchange, at: NOW - age * 1_000 }))

describe('the venues of an answer', () => {
  test('are told by name, those that are missing too, with the oldest fact and the time of the tick', () => {
    expect(parts.values(entered({ okx: 7, binance: 2 }), NOW)).toEqual({
      exchange_count: 2,
      missing: ['bybit', 'kraken'],
      sources: ['binance', 'okx'],
      confidence: 0.5,
      observed_at: 1_794_999_993,
      fetched_at: 1_795_000_000,
    })
  })

  test('are believed by their share of all and by their age', () => {
    // One of four, half way between fresh and expired, and one that has expired.
    expect(parts.confidence(entered({ okx: 200 }), NOW)).toBe(0.125)
    expect(parts.confidence(entered({ okx: 0, bybit: 301 }), NOW)).toBe(0.25)
  })

  test('are believed by another share than their number, where a method has one', () => {
    expect(parts.confidence(entered({ okx: 200, bybit: 0 }), NOW, 0.4)).toBeCloseTo(0.3, 12)
    expect(parts.values(entered({ okx: 0 }), NOW, 0.9).confidence).toBe(0.9)
  })

  test('are degraded when one is missing, or when they are believed too little', () => {
    expect(isDegraded({ missing: [], confidence: 0.75 })).toBe(false)
    expect(isDegraded({ missing: [], confidence: 0.74 })).toBe(true)
    expect(isDegraded({ missing: ['okx'], confidence: 1 })).toBe(true)
  })

  test('are those of the method, used or missing, each once and enough', () => {
    const by = (sources: string[], missing: string[]) => parts.isByMethod({ sources, missing })
    expect(by(['okx', 'bybit'], ['kraken', 'binance'])).toBe(true)
    expect(by(['okx'], ['bybit', 'kraken', 'binance'])).toBe(false)
    expect(by(['okx', 'bybit'], ['kraken'])).toBe(false)
    expect(by(['okx', 'bybit', 'mine'], ['kraken', 'binance'])).toBe(false)
    expect(by(['okx', 'okx'], ['kraken', 'binance'])).toBe(false)
  })

  test('are too few below the quorum, and one is needed whatever is asked for', () => {
    const one = entered({ okx: 0 })
    expect(parts.tooFew(one, null)).toEqual({ kind: 'quorum_missed', have: 1, need: 2 })
    expect(parts.tooFew(one, 1)).toBeNull()
    expect(parts.tooFew(one, 3)).toEqual({ kind: 'quorum_missed', have: 1, need: 3 })
    expect(parts.tooFew([], 0)).toEqual({ kind: 'quorum_missed', have: 0, need: 1 })
    expect(parts.tooFew(entered({ okx: 0, bybit: 0 }), null)).toBeNull()
  })

  test('are all there in an example, which fits the fields', () => {
    expect([...Value.Errors(Type.Object(VENUE_FIELDS), parts.example)]).toEqual([])
    expect(parts.example).toMatchObject({ exchange_count: 4, missing: [], confidence: 1 })
  })
})
