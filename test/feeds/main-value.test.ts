import { describe, expect, test } from 'bun:test'
import { exampleOf } from '../../src/feeds/feed.ts'
import { mainNumber, mainTextOf, mainUnitOf, mainWord } from '../../src/feeds/main-value.ts'
import { checkedRegistry, registry } from '../../src/feeds/registry.ts'

const BODY = { price: '97012.30', rate: 0.000091, best: { apr: 4.25, name: null }, unit: 'USD', list: [1] }

describe('the main value of a free copy', () => {
  test.each([
    [mainNumber('price', null), '97012.30'],
    [mainNumber('rate', null), '0.000091'],
    [mainNumber('best.apr', null), '4.25'],
    [mainWord('unit'), 'USD'],
    [mainNumber('unit', null), null],
    [mainNumber('best', null), null],
    [mainNumber('best.name', null), null],
    [mainNumber('none.apr', null), null],
    [mainNumber('list.0', null), null],
  ] as const)('%j is %p', (main, expected) => expect(mainTextOf(main, BODY)).toBe(expected))

  test('has the unit that is stated, or that a field states', () => {
    expect(mainUnitOf(mainNumber('price', '%'), BODY)).toBe('%')
    expect(mainUnitOf(mainNumber('price', { field: 'unit' }), BODY)).toBe('USD')
    expect(mainUnitOf(mainNumber('price', { field: 'rate' }), BODY)).toBeNull()
    expect(mainUnitOf(mainWord('unit'), BODY)).toBeNull()
  })

  test('is there for every feed with a free copy', () => {
    const without = registry.feeds.filter(({ sale }) => sale.preview && !sale.preview.main)
    expect(without.map(({ id }) => id)).toEqual([])
  })

  test('is refused where the free copy has none, or no unit', () => {
    const feed = registry.feeds.find(({ id }) => id === 'price/spot')!
    const { preview } = feed.sale
    const alone = { ...feed, after: () => [] }
    const withMain = (main: NonNullable<typeof preview>['main']) =>
      checkedRegistry([{ ...alone, sale: { ...feed.sale, preview: { ...preview!, main } } }])
    expect(() => withMain(mainNumber('price', { field: 'currency' }))).not.toThrow()
    expect(() => withMain(mainNumber('close', null))).toThrow('no number close')
    expect(() => withMain(mainNumber('currency', null))).toThrow('no number currency')
    expect(() => withMain(mainNumber('price', { field: 'close' }))).toThrow('no unit')
    // What is sold has more fields than the free copy: they do not count.
    expect(exampleOf(feed, feed.subjects[0]!)).toHaveProperty('observed_at')
    expect(() => withMain(mainNumber('observed_at', null))).toThrow('no number observed_at')
  })
})
