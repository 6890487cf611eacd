import { describe, expect, test } from 'bun:test'
import { believedPrices } from '../../../src/feeds/compute/best-price.ts'
import type { GpuPrice } from '../../../src/feeds/compute/gpu-prices.ts'
import { gpuPrice as price } from '../../support/feeds/gpu-offers.ts'

const names = (prices: readonly GpuPrice[]) => prices.map(({ provider, usd }) => `${provider} ${usd}`)

describe('the cheapest list price', () => {
  test('stands first, by name where two are equal; markets stand apart however cheap', () => {
    const found = believedPrices([price('b', 2), price('c', 3), price('a', 2), price('m', 0.9, { tag: 'market' })])
    expect(names(found.list)).toEqual(['a 2', 'b 2', 'c 3'])
    expect(names(found.market)).toEqual(['m 0.9'])
  })

  test('below four tenths of the median of three sellers is a typing error', () => {
    // The median of 1.19, 3 and 4 is 3, and four tenths of it are 1.2.
    const found = believedPrices([price('a', 1.19), price('b', 3), price('c', 4)])
    expect([names(found.list), names(found.dropped)]).toEqual([['b 3', 'c 4'], ['a 1.19']])
    expect(names(believedPrices([price('a', 1.2), price('b', 3), price('c', 4)]).dropped)).toEqual([])
  })

  test('is not judged by one seller that is listed in many regions', () => {
    const dear = ['us', 'eu', 'x'].map((region) => price('dear', 9, { region }))
    expect(names(believedPrices([...dear, price('a', 3), price('b', 3.2)]).list)).toEqual([
      'a 3',
      'b 3.2',
      ...dear.map(() => 'dear 9'),
    ])
  })

  test('of fewer sellers is held against markets and communities, and against nothing if there are none', () => {
    const others = [price('vast', 0.4, { tag: 'market' }), price('a', 0.5, { tag: 'community' })]
    expect(names(believedPrices([price('a', 0.1), ...others]).dropped)).toEqual(['a 0.1'])
    expect(names(believedPrices([price('a', 0.7), ...others]).list)).toEqual(['a 0.7'])
    expect(names(believedPrices([price('a', 0.1), price('b', 3)]).list)).toEqual(['a 0.1', 'b 3'])
  })
})

describe('a seller and a catalogue about it', () => {
  const catalogue = (usd: number) => price('lambda', usd, { source: 'skypilot-lambda' })

  test('give the price of the seller', () => {
    const found = believedPrices([price('lambda', 3), catalogue(2.8), price('b', 4)])
    expect([names(found.list), found.disputed]).toEqual([['lambda 3', 'b 4'], []])
  })

  test('that lie further apart than a tenth are disputed', () => {
    expect(believedPrices([price('lambda', 3), catalogue(2.69)]).disputed).toEqual(['lambda'])
    expect(believedPrices([price('lambda', 3), catalogue(3.31)]).disputed).toEqual(['lambda'])
  })

  test('give that of the catalogue while the seller says nothing', () => {
    expect(names(believedPrices([catalogue(2.8), price('b', 4)]).list)).toEqual(['lambda 2.8', 'b 4'])
  })
})
