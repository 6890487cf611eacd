import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { ThresholdBody } from '../../../src/dlc/terms/schema.ts'
import { THRESHOLD_DESCRIPTOR } from '../../../src/dlc/terms/threshold.ts'
import { thresholdTerms } from '../../../src/dlc/terms/threshold-terms.ts'
import { NOW, YEAR, around, broken, damage, junk, someOf } from '../../support/dlc/bodies.ts'
import { dice } from '../../support/dlc/random.ts'

const good = (): Record<string, unknown> => ({ pair: 'BTCUSD', strike: 100000, direction: 'above' })

test('a body with its defaults', () => {
  expect(thresholdTerms(good(), around)).toEqual({
    ok: true,
    terms: {
      kind: 'threshold',
      pair: 'BTCUSD',
      strike: 100000,
      strikeText: '100000',
      direction: 'above',
      expiry: NOW + YEAR,
      webhookUrl: null,
      cancellable: true,
      cancelUntil: NOW + YEAR,
      maturityTs: NOW + YEAR,
      descriptor: THRESHOLD_DESCRIPTOR,
    },
    callees: [],
    ignored: [],
  })
})

test('an empty body lacks exactly what is required', () => {
  expect(broken(thresholdTerms({}, around))).toEqual(['direction missing', 'pair missing', 'strike missing'])
})

test('what is no object is no body', () => {
  for (const body of [null, undefined, [], 'x', 1]) {
    expect(broken(thresholdTerms(body, around))).toEqual([' wrong_type'])
  }
})

test('every limit, on both sides', () => {
  const accepts = (change: object): boolean => thresholdTerms({ ...good(), ...change }, around).ok
  expect(accepts({ expiry: NOW + YEAR })).toBe(true)
  expect(accepts({ expiry: NOW + YEAR + 1 })).toBe(false)
  expect(accepts({ expiry: NOW + 1 })).toBe(true)
  expect(accepts({ expiry: NOW })).toBe(false)
  expect(accepts({ strike: 5e-30 })).toBe(true)
  expect(accepts({ strike: 5e-324 })).toBe(false)
  expect(accepts({ strike: 0 })).toBe(false)
  expect(accepts({ pair: 'BTCUSDVWAP' })).toBe(false)
  expect(accepts({ pair: 'toString' })).toBe(false)
})

test('who may cancel until when is a term', () => {
  const until = (change: object) => {
    const read = thresholdTerms({ ...good(), expiry: NOW + 100, ...change }, around)
    return read.ok ? [read.terms.cancellable, read.terms.cancelUntil] : broken(read)
  }
  expect(until({})).toEqual([true, NOW + 100])
  expect(until({ cancellable: true, cancelUntil: NOW + 100 })).toEqual([true, NOW + 100])
  expect(until({ cancelUntil: NOW + 1 })).toEqual([true, NOW + 1])
  expect(until({ cancellable: false })).toEqual([false, null])
  expect(until({ cancellable: false, cancelUntil: NOW + 1 })).toEqual(['cancelUntil not_cancellable'])
  expect(until({ cancelUntil: NOW + 101 })).toEqual(['cancelUntil too_late'])
  expect(until({ cancelUntil: NOW })).toEqual(['cancelUntil too_soon'])
})

test('null is as good as nothing where a field is optional, and only there', () => {
  expect(thresholdTerms({ ...good(), expiry: null, webhookUrl: null }, around).ok).toBe(true)
  expect(broken(thresholdTerms({ ...good(), strike: null }, around))).toEqual(['strike missing'])
})

test('a mistyped field is named, not refused', () => {
  expect(thresholdTerms({ ...good(), expirey: 1 }, around)).toMatchObject({ ok: true, ignored: ['expirey'] })
})

test('inherited fields are no fields', () => {
  expect(broken(thresholdTerms(Object.create(good()), around))).toHaveLength(3)
})

const DAMAGES = [
  damage('pair', 'pair', 'unknown_value', 'btcusd'),
  damage('pair', 'pair', 'unknown_value', 'EURUSD'),
  damage('pair', 'pair', 'missing', undefined),
  damage('strike', 'strike', 'not_positive', -1),
  damage('strike', 'strike', 'not_positive', 0),
  damage('strike', 'strike', 'wrong_type', '100000'),
  damage('strike', 'strike', 'wrong_type', NaN),
  damage('strike', 'strike', 'wrong_type', Infinity),
  damage('strike', 'strike', 'too_long', 1e200),
  damage('direction', 'direction', 'unknown_value', 'ABOVE'),
  damage('direction', 'direction', 'unknown_value', ['above']),
  damage('expiry', 'expiry', 'too_late', (NOW + 60) * 1000),
  damage('expiry', 'expiry', 'too_soon', NOW - 1),
  damage('expiry', 'expiry', 'wrong_type', NOW + 0.5),
  damage('expiry', 'expiry', 'wrong_type', '2027-01-01'),
  damage('webhookUrl', 'webhookUrl', 'url_not_allowed', 'http://shop.example/hook'),
  damage('webhookUrl', 'webhookUrl', 'url_unreadable', 'shop.example'),
  damage('webhookUrl', 'webhookUrl', 'wrong_type', 7),
  damage('cancellable', 'cancellable', 'wrong_type', 'no'),
  damage('cancelUntil', 'cancelUntil', 'wrong_type', '2027-01-01'),
  damage('cancelUntil', 'cancelUntil', 'too_soon', NOW),
]

test('however many rules are broken, all are listed and no other', () => {
  const random = dice(60)
  for (let i = 0; i < 1500; i++) {
    const [body, damages] = [good(), someOf(random, DAMAGES)]
    for (const { apply } of damages) apply(body)
    expect(broken(thresholdTerms(body, around))).toEqual(damages.map(({ path, rule }) => `${path} ${rule}`).sort())
  }
})

test('whatever is sent, there is an answer; what is accepted also fits the published schema', () => {
  const random = dice(61)
  for (let i = 0; i < 3000; i++) {
    const body = random.chance(0.5) ? junk(random) : { ...good(), ...(junk(random) as object) }
    const checked = thresholdTerms(body, around)
    if (!checked.ok) expect(checked.broken.length).toBeGreaterThan(0)
    if (!Value.Check(ThresholdBody, withoutNulls(body))) expect(checked.ok).toBe(false)
  }
})

const withoutNulls = (body: unknown): unknown => JSON.parse(JSON.stringify(body), (_key, value) => value ?? undefined)
