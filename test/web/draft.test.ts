import { describe, expect, test } from 'bun:test'
import { bodyOf, firstDraft, missingOf } from '../../src/web/events/draft.ts'
import { eventTitle, pairText, stateOf } from '../../src/web/events/event-texts.ts'
import type { ListedEvent } from '../../src/web/wire/events.ts'

/** What the form of an event asks for, as it was typed. */

const NOW = Date.UTC(2026, 10, 27, 3, 4, 5)
const draft = firstDraft(NOW)

describe('a body', () => {
  test('of a threshold is what stands in the fields; moments are UTC', () => {
    const typed = { ...draft, strike: ' 80000.5 ', direction: 'above', expiry: '2026-12-24T18:30', cancellable: 'no' }
    expect(bodyOf('threshold', typed)).toEqual({
      pair: 'BTCUSD',
      strike: 80000.5,
      direction: 'above',
      expiry: Date.UTC(2026, 11, 24, 18, 30) / 1000,
      cancellable: false,
    })
    expect(bodyOf('threshold', draft)['cancellable']).toBe(true)
  })

  test('of an enum names its outcomes, and who settles it', () => {
    const typed = { ...draft, label: 'Where?', outcomes: ' low, , high\nhigher ', boundaries: '1, 2.5' }
    expect(bodyOf('enum', typed)).toEqual({
      label: 'Where?',
      maturityTs: Math.floor(NOW / 60_000) * 60 + 86_400,
      outcomes: ['low', 'high', 'higher'],
      metadata: { resolverConfig: { kind: 'price_buckets', source: 'BTCUSD', boundaries: [1, 2.5] } },
    })
    expect(bodyOf('enum', { ...typed, settledBy: 'hand' })['metadata']).toBeUndefined()
    expect(bodyOf('enum', { ...typed, settledBy: 'address', url: 'https://a.example' })['metadata']).toEqual({
      resolverConfig: { kind: 'webhook', url: 'https://a.example' },
    })
  })

  test('of a number has its digits, and text stays text where it is no number', () => {
    const typed = { ...draft, label: 'How much?', base: '10', nbDigits: 'many', unit: 'EUR' }
    expect(bodyOf('numeric', typed)).toMatchObject({
      base: 10,
      nbDigits: 'many',
      unit: 'EUR',
      metadata: { resolverConfig: { kind: 'price_source', source: 'BTCUSD' } },
    })
    expect(bodyOf('threshold', { ...draft, strike: 'Infinity' })['strike']).toBe('Infinity')
    expect(bodyOf('threshold', { ...draft, expiry: 'soon' })['expiry']).toBe('soon')
    expect(bodyOf('threshold', { ...draft, expiry: '' })['expiry']).toBe('')
  })

  test.each([
    ['threshold', ['strike']],
    ['enum', ['label', 'outcomes']],
    ['numeric', ['label']],
  ] as const)('of an empty %s lacks %j', (kind, fields) => {
    expect(missingOf(kind, { ...draft, label: '  ' })).toEqual(fields)
    expect(missingOf(kind, { ...draft, strike: '1', label: 'a', outcomes: 'b' })).toEqual([])
  })
})

describe('a line about an event', () => {
  const event = (more: Partial<ListedEvent>): ListedEvent => ({
    eventid: 'ID',
    type: 'threshold',
    pair: 'BTCUSD',
    settled: false,
    maturityTs: 1_000,
    createdAt: '',
    ...more,
  })

  test('says what it is about', () => {
    expect(eventTitle(event({ strike: 80_000, direction: 'below' }))).toBe('BTC/USD at or below 80,000')
    expect(eventTitle(event({ label: 'Who wins?', strike: 1 }))).toBe('Who wins?')
    expect(eventTitle(event({ pair: null }))).toBe('ID')
    expect(pairText('BTCUSDVWAP')).toBe('BTC/USD VWAP')
  })

  test.each([
    [999_999, false, 'open'],
    [1_000_000, false, 'maturing'],
    [999_999, true, 'attested'],
    [1_000_000, true, 'attested'],
  ] as const)('at %p, settled %p: %s', (now, settled, stage) => {
    expect(stateOf(event({ settled }), now)).toBe(stage)
  })
})
