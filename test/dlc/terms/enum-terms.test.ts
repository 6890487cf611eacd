import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { enumTerms } from '../../../src/dlc/terms/enum-terms.ts'
import { eventDescriptor } from '../../../src/dlc/wire/event.ts'
import { EnumBody } from '../../../src/dlc/terms/schema.ts'
import { decode } from '../../../src/dlc/wire/tlv.ts'
import { type Json, NOW, YEAR, around, broken, damage, junk, someOf } from '../../support/dlc/bodies.ts'
import { dice } from '../../support/dlc/random.ts'

const good = (): Json => ({
  label: 'Where will bitcoin close?',
  outcomes: ['low', 'middle', 'high'],
  maturityTs: NOW + 3600,
  metadata: { resolverConfig: { kind: 'price_buckets', source: 'BTCUSD', boundaries: [60000, 70000] } },
})

test('a body with a resolver', () => {
  expect(enumTerms(good(), around)).toEqual({
    ok: true,
    terms: {
      kind: 'enum',
      label: 'Where will bitcoin close?',
      outcomes: ['low', 'middle', 'high'],
      maturityTs: NOW + 3600,
      resolver: {
        kind: 'price_buckets',
        source: { kind: 'feed', given: 'BTCUSD', pair: 'BTCUSD' },
        boundaries: [60000, 70000],
      },
      descriptor: { kind: 'enum', outcomes: ['low', 'middle', 'high'] },
    },
    callees: [],
    ignored: [],
  })
})

test('without a resolver an administrator settles it', () => {
  for (const metadata of [undefined, null, {}, { resolverConfig: null }, { note: 'mine' }]) {
    expect(enumTerms({ ...good(), metadata }, around)).toMatchObject({ ok: true, terms: { resolver: null } })
  }
  expect(enumTerms({ ...good(), metadata: { note: 'mine' } }, around)).toMatchObject({ ignored: ['metadata.note'] })
})

test('an empty body lacks exactly what is required', () => {
  expect(broken(enumTerms({}, around))).toEqual(['label missing', 'maturityTs missing', 'outcomes missing'])
})

test('every limit, on both sides', () => {
  const accepts = (change: object): boolean => enumTerms({ ...good(), metadata: null, ...change }, around).ok
  const words = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `w${i}`)
  expect([1, 2, 100, 101].map((count) => accepts({ outcomes: words(count) }))).toEqual([false, true, true, false])
  const times = [NOW + 59, NOW + 60, NOW + YEAR, NOW + YEAR + 1]
  expect(times.map((maturityTs) => accepts({ maturityTs }))).toEqual([false, true, true, false])
  expect(accepts({ outcomes: ['x'.repeat(16_383), 'y'] })).toBe(true)
  expect(accepts({ outcomes: ['x'.repeat(16_384), 'y'] })).toBe(false)
  expect(accepts({ outcomes: ['é'.repeat(8_192), 'y'] })).toBe(false)
  expect(accepts({ label: 'é'.repeat(200) })).toBe(true)
  expect(accepts({ label: 'é'.repeat(201) })).toBe(false)
})

test('texts are kept in NFC, and two spellings of one word are one word', () => {
  const checked = enumTerms({ ...good(), metadata: null, outcomes: ['Zu\u0308rich', 'Bern'] }, around)
  expect(checked).toMatchObject({ terms: { outcomes: ['Zürich', 'Bern'] } })
  expect(broken(enumTerms({ ...good(), outcomes: ['é', 'x', 'e\u0301'] }, around))).toEqual(['outcomes.2 duplicate'])
})

const RESOLVER = 'metadata.resolverConfig'
const DAMAGES = [
  damage('label', 'label', 'empty', '  '),
  damage('label', 'label', 'wrong_type', 5),
  damage('label', 'label', 'malformed_text', '\udfff'),
  damage('maturityTs', 'maturityTs', 'too_soon', NOW),
  damage('maturityTs', 'maturityTs', 'too_late', NOW * 1000),
  damage('maturityTs', 'maturityTs', 'missing', null),
  damage('outcomes.0', 'outcomes.0', 'padded', ' low'),
  damage('outcomes.0', 'outcomes.0', 'empty', ''),
  damage('outcomes.0', 'outcomes.0', 'wrong_type', 1),
  damage('outcomes.2', 'outcomes.2', 'duplicate', 'middle'),
  damage('outcomes.2', 'outcomes.2', 'malformed_text', 'a\ud800'),
  damage(`${RESOLVER}.source`, `${RESOLVER}.source`, 'missing', undefined),
  damage(`${RESOLVER}.source`, `${RESOLVER}.source`, 'url_not_allowed', 'ftp://a.example/'),
  damage(`${RESOLVER}.source`, `${RESOLVER}.source`, 'own_address', 'https://oracle.example/oracle/price/eur/usd'),
  damage(`${RESOLVER}.boundaries`, `${RESOLVER}.boundaries`, 'wrong_type', '60000,70000'),
  damage(`${RESOLVER}.boundaries`, `${RESOLVER}.boundaries`, 'wrong_count', [1, 2, 3]),
  damage(`${RESOLVER}.boundaries`, `${RESOLVER}.boundaries.1`, 'not_ascending', [2, 2]),
  damage(`${RESOLVER}.boundaries`, `${RESOLVER}.boundaries.0`, 'wrong_type', ['1', 2]),
]

test('however many rules are broken, all are listed and no other', () => {
  const random = dice(62)
  for (let i = 0; i < 1500; i++) {
    const [body, damages] = [good(), someOf(random, DAMAGES)]
    for (const { apply } of damages) apply(body)
    expect(broken(enumTerms(body, around))).toEqual(damages.map(({ path, rule }) => `${path} ${rule}`).sort())
  }
})

test('the boundaries are counted against the outcomes even when both are wrong', () => {
  const body = good()
  body.outcomes = ['a', 'a', 'b', 'c']
  expect(broken(enumTerms(body, around))).toEqual([`${RESOLVER}.boundaries wrong_count`, 'outcomes.1 duplicate'])
})

test.each([
  ['price_source', 'unknown_value'],
  ['constructor', 'unknown_value'],
  [undefined, 'missing'],
])('resolver kind %p of an enum: %s', (kind, rule) => {
  const config = { kind, source: 'BTCUSD', boundaries: [1, 2] }
  expect(broken(enumTerms({ ...good(), metadata: { resolverConfig: config } }, around))).toEqual([
    `${RESOLVER}.kind ${rule}`,
  ])
})

test('what is accepted can be announced, and fits the published schema', () => {
  const random = dice(63)
  let accepted = 0
  for (let i = 0; i < 3000; i++) {
    const words = Array.from({ length: random.integer(1, 12) }, () => random.text(10))
    const body = random.chance(0.3)
      ? junk(random)
      : { ...good(), ...(random.chance(0.3) ? (junk(random) as object) : {}), metadata: null, outcomes: words }
    const checked = enumTerms(body, around)
    if (
      !Value.Check(
        EnumBody,
        JSON.parse(JSON.stringify(body), (_key, value) => value ?? undefined),
      )
    ) {
      expect(checked.ok).toBe(false)
    }
    if (!checked.ok) continue
    accepted++
    const { descriptor } = checked.terms
    expect(decode(eventDescriptor, eventDescriptor.write(descriptor))).toEqual(descriptor)
    expect(new Set(descriptor.outcomes).size).toBe(descriptor.outcomes.length)
    for (const word of descriptor.outcomes) expect(word).toBe(word.normalize('NFC').trim())
  }
  expect(accepted).toBeGreaterThan(100)
})
