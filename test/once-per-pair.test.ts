import { expect, test } from 'bun:test'
import { oncePerPair } from '../src/once-per-pair.ts'

test('a value is made once for each pair, in their order, also where it is nothing', () => {
  const [a, b] = [{ name: 'a' }, { name: 'b' }]
  const made: string[] = []
  const of = oncePerPair((one: typeof a, other: typeof a) => {
    made.push(one.name + other.name)
    return one === other ? undefined : {}
  })
  expect(of(a, b)).toBe(of(a, b))
  expect(of(b, a)).not.toBe(of(a, b))
  expect([of(a, a), of(a, a), of(b, b)]).toEqual([undefined, undefined, undefined])
  expect(made).toEqual(['ab', 'ba', 'aa', 'bb'])
})

test('what could not be made is tried again', () => {
  let isReady = false
  const of = oncePerPair(() => {
    if (!isReady) throw new Error('not yet')
    return 7
  })
  const [a, b] = [{}, {}]
  expect(() => of(a, b)).toThrow('not yet')
  isReady = true
  expect(of(a, b)).toBe(7)
})
