import { describe, expect, test } from 'bun:test'
import { agreedPrice, type PriceWitness } from '../../../src/feeds/inference/agreed-price.ts'

const NOW = Date.UTC(2026, 10, 18, 12)

const says = (source: string, input: string, output: string): PriceWitness => ({ source, input, output, readAt: 0 })

const found = (...told: readonly PriceWitness[]) => {
  const agreed = agreedPrice(told, NOW)
  return agreed && [agreed.kind, agreed.price.input, agreed.witnesses.map(({ source }) => source), agreed.against]
}

describe('a price', () => {
  test('is that of the first source with which another agrees, within one per cent of both', () => {
    expect(found(says('a', '1', '2'), says('b', '1.01', '2'), says('c', '1', '2.02'))).toEqual([
      'agreed',
      '1',
      ['a', 'b', 'c'],
      [],
    ])
    expect(found(says('a', '1', '2'), says('b', '1.011', '2'))).toBeNull()
    expect(found(says('a', '1', '2'), says('b', '1', '1.9'))).toBeNull()
  })

  test.each([
    ['doubled', '2', '4'],
    ['of a thousand tokens', '0.001', '0.002'],
    ['with in and out exchanged', '2', '1'],
    ['of five per cent more', '1.05', '2.1'],
  ])('%s at any one of three sources moves nothing', (_what, input, output) => {
    for (const liar of [0, 1, 2]) {
      const told = ['a', 'b', 'c'].map((name, at) => (at === liar ? says(name, input, output) : says(name, '1', '2')))
      const [kind, price, witnesses, against] = found(...told)!
      expect([kind, price, (witnesses as string[]).length, against]).toEqual(['agreed', '1', 2, [told[liar]!.source]])
    }
  })

  test.each([0, 1, 2])('that one of three tells a little otherwise is that of the two that are of one word', (liar) => {
    const told = ['a', 'b', 'c'].map((name, at) => (at === liar ? says(name, '1.003', '2.006') : says(name, '1', '2')))
    expect(found(...told)!.slice(0, 2)).toEqual(['agreed', '1'])
  })

  test('of one source alone is told as such; of three that differ there is none', () => {
    expect(found(says('a', '1', '2'))).toEqual(['single', '1', ['a'], []])
    expect(found(says('a', '1', '2'), says('b', '2', '4'), says('c', '3', '6'))).toBeNull()
    expect(found()).toBeNull()
  })
})
