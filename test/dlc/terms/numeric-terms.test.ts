import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { eventDescriptor } from '../../../src/dlc/wire/event.ts'
import { numericTerms } from '../../../src/dlc/terms/numeric-terms.ts'
import { NumericBody } from '../../../src/dlc/terms/schema.ts'
import { decode } from '../../../src/dlc/wire/tlv.ts'
import { type Json, NOW, YEAR, around, broken, damage, junk, someOf } from '../../support/dlc/bodies.ts'
import { dice } from '../../support/dlc/random.ts'

const good = (): Json => ({
  label: 'BTC/USD at noon',
  maturityTs: NOW + 3600,
  base: 10,
  nbDigits: 9,
  isSigned: false,
  unit: 'USD',
  scaleFactor: 100,
  metadata: { resolverConfig: { kind: 'price_source', source: '/oracle/price/btc/usd', scaleFactor: 100 } },
})

test('the defaults of the contract', () => {
  expect(numericTerms({ label: 'x', maturityTs: NOW + 60 }, around)).toEqual({
    ok: true,
    terms: {
      kind: 'numeric',
      label: 'x',
      maturityTs: NOW + 60,
      base: 10,
      nbDigits: 7,
      isSigned: false,
      unit: 'USD',
      scaleFactor: 1,
      scaleText: '1',
      resolver: null,
      descriptor: { kind: 'digits', base: 10, nbDigits: 7, isSigned: false, unit: 'USD', precision: 0 },
    },
    callees: [],
    ignored: [],
  })
})

test('one scale: the event, else the resolver, else one', () => {
  const scaleOf = (own: unknown, other: unknown): unknown => {
    const metadata = { resolverConfig: { kind: 'price_source', source: 'BTCUSD', scaleFactor: other } }
    const checked = numericTerms({ ...good(), scaleFactor: own, metadata }, around)
    return checked.ok ? [checked.terms.scaleText, checked.terms.descriptor.precision] : broken(checked)
  }
  expect(scaleOf(100, undefined)).toEqual(['100', -2])
  expect(scaleOf(undefined, 1000)).toEqual(['1000', -3])
  expect(scaleOf(null, null)).toEqual(['1', 0])
  expect(scaleOf(100, 100)).toEqual(['100', -2])
  expect(scaleOf(0.001, undefined)).toEqual(['0.001', 3])
  expect(scaleOf(2.5, undefined)).toEqual(['2.5', 0])
  expect(scaleOf(100, 10)).toEqual(['scaleFactor scale_conflict'])
})

test('every limit, on both sides', () => {
  const accepts = (change: object): boolean => numericTerms({ ...good(), ...change }, around).ok
  expect([1, 2, 256, 257].map((base) => accepts({ base }))).toEqual([false, true, true, false])
  expect([0, 1, 32, 33].map((nbDigits) => accepts({ nbDigits }))).toEqual([false, true, true, false])
  const units = ['', 'x'.repeat(32), 'x'.repeat(33), '🙂'.repeat(32), '🙂'.repeat(33)]
  expect(units.map((unit) => accepts({ unit }))).toEqual([true, true, false, true, false])
  const times = [NOW + 59, NOW + 60, NOW + YEAR, NOW + YEAR + 1]
  expect(times.map((maturityTs) => accepts({ maturityTs }))).toEqual([false, true, true, false])
})

const RESOLVER = 'metadata.resolverConfig'
const DAMAGES = [
  damage('label', 'label', 'missing', undefined),
  damage('label', 'label', 'too_long', 'x'.repeat(201)),
  damage('maturityTs', 'maturityTs', 'wrong_type', String(NOW + 3600)),
  damage('maturityTs', 'maturityTs', 'too_soon', NOW + 59),
  damage('base', 'base', 'too_small', 1),
  damage('base', 'base', 'too_large', 257),
  damage('base', 'base', 'wrong_type', 2.5),
  damage('nbDigits', 'nbDigits', 'too_small', 0),
  damage('nbDigits', 'nbDigits', 'too_large', 33),
  damage('nbDigits', 'nbDigits', 'wrong_type', '7'),
  damage('isSigned', 'isSigned', 'wrong_type', 'false'),
  damage('isSigned', 'isSigned', 'wrong_type', 0),
  damage('unit', 'unit', 'too_long', 'x'.repeat(33)),
  damage('unit', 'unit', 'malformed_text', '\ud800'),
  damage('scaleFactor', 'scaleFactor', 'not_positive', 0),
  damage('scaleFactor', 'scaleFactor', 'wrong_type', '100'),
  damage(`${RESOLVER}.scaleFactor`, `${RESOLVER}.scaleFactor`, 'not_positive', -100),
  damage(`${RESOLVER}.source`, `${RESOLVER}.source`, 'url_unreadable', 'BTC/USD'),
  damage(`${RESOLVER}.source`, `${RESOLVER}.source`, 'own_address', '/oracle/price/btc/usd/preview'),
]

test('however many rules are broken, all are listed and no other', () => {
  const random = dice(64)
  for (let i = 0; i < 1500; i++) {
    const [body, damages] = [good(), someOf(random, DAMAGES)]
    for (const { apply } of damages) apply(body)
    expect(broken(numericTerms(body, around))).toEqual(damages.map(({ path, rule }) => `${path} ${rule}`).sort())
  }
})

test('two scales conflict even when something else is broken too', () => {
  const body = { ...good(), scaleFactor: 10, base: 1 }
  expect(broken(numericTerms(body, around))).toEqual(['base too_small', 'scaleFactor scale_conflict'])
})

test('what is accepted can be announced, and fits the published schema', () => {
  const random = dice(65)
  let accepted = 0
  for (let i = 0; i < 3000; i++) {
    const shape = {
      base: random.integer(1, 260),
      nbDigits: random.integer(0, 34),
      isSigned: random.chance(0.5),
      unit: random.text(34),
      scaleFactor: random.pick([1, 100, 1e-3, 0.5, 1e22, 0, -1]),
      metadata: null,
    }
    const body = random.chance(0.3) ? junk(random) : { ...good(), ...shape }
    const checked = numericTerms(body, around)
    if (
      !Value.Check(
        NumericBody,
        JSON.parse(JSON.stringify(body), (_key, value) => value ?? undefined),
      )
    ) {
      expect(checked.ok).toBe(false)
    }
    if (!checked.ok) continue
    accepted++
    const { descriptor } = checked.terms
    expect(decode(eventDescriptor, eventDescriptor.write(descriptor))).toEqual(descriptor)
  }
  expect(accepted).toBeGreaterThan(100)
})
