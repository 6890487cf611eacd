import { expect, test } from 'bun:test'
import { showValue } from '../../../src/dlc/terms/checks.ts'

test('a value is shown in a few words, whatever it is', () => {
  expect([null, true, 1.5, '', 'btcusd', '"', [], [1, [2]], { a: 1 }, undefined].map(showValue)).toEqual([
    'null',
    'true',
    '1.5',
    '""',
    '"btcusd"',
    String.raw`"\""`,
    'an array of 0',
    'an array of 2',
    'an object',
    'undefined',
  ])
  expect(showValue('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(56)}...`)
})

test('brackets within brackets are not followed: writing out thirty thousand of them takes a second', () => {
  const asked: string[] = []
  const watched = new Proxy([], {
    get: (target, name, self) => (asked.push(String(name)), Reflect.get(target, name, self)),
  })
  let deep: unknown = watched
  for (let i = 0; i < 1000; i++) deep = [deep]
  expect(showValue(deep)).toBe('an array of 1')
  expect(asked).toEqual([])
})
