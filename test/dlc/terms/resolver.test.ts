import { describe, expect, test } from 'bun:test'
import { type Answer, readAnswer } from '../../../src/dlc/terms/answer.ts'
import { isOutcome } from '../../../src/dlc/wire/attestation.ts'
import type { DigitDescriptor, EnumDescriptor } from '../../../src/dlc/wire/event.ts'
import { bucketIndex, resolve, resolveAnswer } from '../../../src/dlc/terms/resolver.ts'
import { dice } from '../../support/dlc/random.ts'
import { vectors } from '../../support/dlc/vectors.ts'

const { boundaries, outcomes, cases } = vectors.priceBuckets
const buckets: EnumDescriptor = { kind: 'enum', outcomes }
const origin = { kind: 'feed', given: 'BTCUSD', pair: 'BTCUSD' } as const
const byPrice = { kind: 'price_buckets', source: origin, boundaries } as const
const digits: DigitDescriptor = { kind: 'digits', base: 10, isSigned: true, unit: 'USD', precision: -2, nbDigits: 5 }
const price = (text: string): Answer => ({ field: 'price', text })

describe('price buckets', () => {
  test.each(cases.map(({ price: at, index }) => [at, index] as const))('%s falls into bucket %d', (at, index) => {
    expect(bucketIndex(boundaries, at)).toBe(index)
    expect(resolve(buckets, '1', byPrice, price(at))).toEqual({
      kind: 'resolved',
      outcomes: [String(outcomes[index])],
      value: null,
      clamped: false,
    })
  })

  test('a boundary that no double holds exactly is the number that was written', () => {
    expect(bucketIndex([0.1, 0.3], '0.1')).toBe(1)
    expect(bucketIndex([0.1, 0.3], '0.30000000000000000001')).toBe(2)
    expect(bucketIndex([0.1, 0.3], '0.29999999999999999999')).toBe(1)
    expect(bucketIndex([-1, 0, 1e-7], '-0')).toBe(2)
  })

  test('a price source must answer a price', () => {
    expect(resolve(buckets, '1', byPrice, { field: 'outcome', text: '60k_70k' })).toMatchObject({ kind: 'not_a_price' })
    expect(resolve(buckets, '1', byPrice, { field: 'bare', text: 'n/a' })).toMatchObject({ kind: 'not_a_number' })
    expect(resolve(buckets, '1', byPrice, { field: 'value', text: '65000' })).toMatchObject({ outcomes: ['60k_70k'] })
  })

  test('an administrator names the word instead', () => {
    expect(resolveAnswer(buckets, '1', { field: 'outcome', text: '60k_70k' })).toMatchObject({ outcomes: ['60k_70k'] })
  })
})

describe('words', () => {
  const cities: EnumDescriptor = { kind: 'enum', outcomes: ['Zürich', 'true', '1.50'] }
  const hook = { kind: 'webhook', url: 'https://example.org' } as const
  const told = (body: string): unknown => {
    const answer = readAnswer(body)
    return 'kind' in answer ? answer : resolve(cities, '1', hook, answer)
  }

  test('compared after NFC and trimming, exactly', () => {
    expect(told('Zu\u0308rich\n')).toMatchObject({ outcomes: ['Zürich'] })
    expect(told('{"value":"Zürich"}')).toMatchObject({ outcomes: ['Zürich'] })
    expect(told('true')).toMatchObject({ outcomes: ['true'] })
    expect(told('1.50')).toMatchObject({ outcomes: ['1.50'] })
  })

  test.each(['zürich', 'Zurich', '1.5', '{"outcome":"Bern"}', 'Zürich.'])('never guessed: %s', (body) => {
    expect(told(body)).toMatchObject({ kind: 'not_an_outcome' })
  })
})

describe('numbers', () => {
  const source = { kind: 'price_source', source: origin, scaleFactor: 100 } as const

  test.each([
    [price('123.454'), ['+', '1', '2', '3', '4', '5'], '12345', false],
    [price('123.455'), ['+', '1', '2', '3', '4', '6'], '12346', false],
    [price('-0.005'), ['-', '0', '0', '0', '0', '1'], '-1', false],
    [price('-0.004'), ['+', '0', '0', '0', '0', '0'], '0', false],
    [price('1e9'), ['+', '9', '9', '9', '9', '9'], '100000000000', true],
    [price('-1000'), ['-', '9', '9', '9', '9', '9'], '-100000', true],
    [{ field: 'bare', text: '1' } as Answer, ['+', '0', '0', '1', '0', '0'], '100', false],
    [{ field: 'outcome', text: '12345' } as Answer, ['+', '1', '2', '3', '4', '5'], '12345', false],
    [{ field: 'outcome', text: '-7.0' } as Answer, ['-', '0', '0', '0', '0', '7'], '-7', false],
  ])('%p', (answer, strings, value, clamped) => {
    expect(resolve(digits, '100', source, answer)).toEqual({ kind: 'resolved', outcomes: strings, value, clamped })
  })

  test('the edges of the range are not clamped', () => {
    expect(resolve(digits, '1', source, price('99999'))).toMatchObject({ value: '99999', clamped: false })
    expect(resolve(digits, '1', source, price('-99999'))).toMatchObject({ value: '-99999', clamped: false })
    expect(resolve({ ...digits, isSigned: false }, '1', source, price('-1'))).toMatchObject({ clamped: true })
  })

  test('a final number is whole, and a price is a number', () => {
    expect(resolve(digits, '100', source, { field: 'outcome', text: '1.5' })).toMatchObject({
      kind: 'not_a_whole_number',
    })
    for (const text of ['yes', '', '1,5', 'NaN', '-,1,2,5,0']) {
      expect(resolve(digits, '100', source, price(text))).toMatchObject({ kind: 'not_a_number' })
    }
  })

  test('whatever is observed, what comes out can be signed', () => {
    const random = dice(50)
    for (let i = 0; i < 1500; i++) {
      const shape = {
        ...digits,
        base: random.integer(2, 256),
        nbDigits: random.integer(1, 32),
        isSigned: random.chance(0.5),
      }
      const text = `${random.pick(['', '-'])}${random.big(10n ** 40n)}.${random.big(10n ** 10n)}e${random.integer(-60, 30)}`
      const resolved = resolve(shape, random.pick(['1', '100', '0.001', '33.3']), source, price(text))
      if (resolved.kind !== 'resolved') throw new Error(`${text}: ${resolved.kind}`)
      expect(isOutcome(shape, resolved.outcomes)).toBe(true)
    }
  })
})
