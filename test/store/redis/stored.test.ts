import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Type } from '@sinclair/typebox'
import { EVENT_STATES } from '../../../src/dlc/terms/lifecycle.ts'
import { refusalOf } from '../../../src/store/redis/refusal.ts'
import {
  orTold,
  readNumber,
  readWholeNumber,
  remade,
  stored,
  type ReportUnreadable,
  UnreadableRecord,
} from '../../../src/store/redis/stored.ts'
import { unreadableLog } from '../../../src/store/redis/unreadable-log.ts'
import { keptLog, stillClock } from '../../support/still.ts'

/** Records are read in every form that they were ever written in, and in no other. */

const Now = Type.Object({ name: Type.String(), age: Type.Integer({ minimum: 0 }) })
const lifts = [
  (first: Readonly<Record<string, unknown>>) => ({ name: first['called'] }),
  (second: Readonly<Record<string, unknown>>) => ({ ...second, age: 0 }),
]
const person = stored('person', Now, lifts)
const first = stored('person', Type.Object({ called: Type.String() }))

const whyOf = (read: () => unknown): string => {
  try {
    return `nothing: ${JSON.stringify(read())}`
  } catch (problem) {
    if (!(problem instanceof UnreadableRecord)) throw problem
    return `${problem.kind}: ${problem.why}`
  }
}

describe('a record', () => {
  test('of the first version says none, and is read as it was', () => {
    expect(first.write({ called: 'Ann' })).toBe('{"called":"Ann"}')
    expect(first.parse('{"called":"Ann"}')).toEqual({ called: 'Ann' })
  })

  test('of each earlier version is lifted, and written with its own', () => {
    const ann = { name: 'Ann', age: 0 }
    expect(person.parse('{"called":"Ann"}')).toEqual(ann)
    expect(person.parse('{"$v":1,"called":"Ann"}')).toEqual(ann)
    expect(person.parse('{"$v":2,"name":"Ann"}')).toEqual(ann)
    expect(person.write(ann)).toBe('{"$v":3,"name":"Ann","age":0}')
    expect(person.parse(person.write({ name: 'Ann', age: 7 }))).toEqual({ name: 'Ann', age: 7 })
  })

  test.each([
    ['{', 'it is not JSON'],
    ['', 'it is not JSON'],
    ['null', 'and 3 is the last one known'],
    ['[]', 'and 3 is the last one known'],
    ['{"$v":4,"name":"Ann","age":1}', 'its version is 4, and 3 is the last one known'],
    ['{"$v":0,"name":"Ann","age":1}', 'its version is 0'],
    ['{"$v":"2","name":"Ann"}', 'its version is not a number'],
    ['{"$v":1.5,"name":"Ann"}', 'its version is not a number'],
    ['{"$v":3,"name":"Ann"}', '/age: '],
    ['{"$v":3,"name":"Ann","age":-1}', '/age: '],
    ['{"$v":2,"name":7}', '/name: '],
  ])('%s is not read, and said why', (text, why) => {
    const said = whyOf(() => person.parse(text))
    expect(said).toStartWith('person: ')
    expect(said).toContain(why)
  })

  test('that can be made again is dropped when its version is another, and refused when it is broken', () => {
    const shown = remade('board', Now, 2)
    expect(shown.write({ name: 'Ann', age: 1 })).toBe('{"$v":2,"name":"Ann","age":1}')
    expect(shown.parse('{"$v":2,"name":"Ann","age":1}')).toEqual({ name: 'Ann', age: 1 })
    expect([shown.parse('{"name":"Ann","age":1}'), shown.parse('{"$v":3,"else":1}')]).toEqual([null, null])
    expect(whyOf(() => shown.parse('{"$v":2,"name":"Ann"}'))).toContain('board: /age')
  })

  test('says nothing of what stands in it when it cannot be read', () => {
    const secret = stored('token', Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]+$' }) }))
    expect(whyOf(() => secret.parse('{"hash":"TOP SECRET"}'))).not.toContain('SECRET')
  })
})

test('what a lift stumbles over is a record that cannot be read, and not a crash', () => {
  const renamed = stored('person', Type.Object({ name: Type.String() }), [
    (old) => ({ name: (old['names'] as readonly string[])[0]!.trim() }),
  ])
  expect(renamed.parse('{"names":[" Ann"]}')).toEqual({ name: 'Ann' })
  for (const text of ['{}', '{"names":[]}', '{"names":[7]}', '{"names":null}'])
    expect(whyOf(() => renamed.parse(text))).toBe('person: it cannot be converted to the form of today')
})

test('a list cannot be lifted, since it carries no version', () => {
  const names = Type.Array(Type.String())
  expect(() => stored('names', names, [(old) => old])).toThrow('names: a list carries no version to lift from')
  expect(stored('names', names).parse('["Ann"]')).toEqual(['Ann'])
})

test('a version that is no number is not said: anything may stand there', () => {
  expect(whyOf(() => person.parse('{"$v":"TOP SECRET","name":"Ann"}'))).not.toContain('SECRET')
})

describe('numbers of a hash', () => {
  const whole = (text: string | null | undefined) => whyOf(() => readWholeNumber('x', 'age', text))
  const signed = (text: string | null | undefined) => whyOf(() => readNumber('x', 'age', text))

  test.each([
    ['0', 0],
    ['7', 7],
    ['1800000000000', 1_800_000_000_000],
    // As Lua writes what it has calculated with.
    ['1.8e+12', 1_800_000_000_000],
  ])('%s is a whole number', (text, number) => {
    expect(readWholeNumber('x', 'age', text)).toBe(number)
    expect(readNumber('x', 'age', text)).toBe(number)
  })

  test.each([
    ['-3', -3],
    ['1.5', 1.5],
    ['-0.25', -0.25],
    ['1e+300', 1e300],
  ] as const)('%s is a number, and no count and no time', (text, number) => {
    expect(readNumber('x', 'age', text)).toBe(number)
    expect(whole(text)).toBe('x: age is not a whole number')
  })

  test.each(['', ' ', '\n', '0x10', '0b1', '1e999', 'NaN', 'Infinity', '1 ', '.5', '5.', '1_000', null, undefined])(
    '%j is not a number',
    (text) => {
      expect([whole(text), signed(text)]).toEqual(['x: age is not a number', 'x: age is not a number'])
    },
  )

  test('one that JavaScript cannot count to is none', () => {
    expect(whole('99999999999999999999')).toBe('x: age is not a whole number')
  })
})

test('one of many that cannot be read is told of; a bug is none of them', () => {
  const told: string[] = []
  const hear: ReportUnreadable = ({ kind }) => void told.push(kind)
  expect(['{"called":"Ann"}', '{', '{"called":"Bo"}'].map((text) => orTold(hear, () => first.parse(text)))).toEqual([
    { called: 'Ann' },
    null,
    { called: 'Bo' },
  ])
  expect(told).toEqual(['person'])
  expect(() =>
    orTold(hear, () => {
      throw new TypeError('a bug')
    }),
  ).toThrow(TypeError)
})

test('who asks is refused, and the operator told once a minute', () => {
  const problem = new UnreadableRecord('event', '/state: Expected union value')
  expect(refusalOf(problem)).toBe('unreadable')
  const [log, clock] = [keptLog(), stillClock(1_800_000_000_000)]
  const told = unreadableLog(log, clock)
  for (const ms of [0, 59_000, 1_000]) {
    clock.move(ms)
    told(problem)
  }
  expect(log.lines).toMatchObject([{ event: 'store.unreadable' }, { event: 'store.unreadable' }])
})

test('no script spells a state of events: `dlc/terms/lifecycle.ts` does', () => {
  const folder = resolve(import.meta.dir, '../../../src/store/events')
  const spelled = new RegExp(`(?:(?<![=!])==|~=|'state',) '(?:${EVENT_STATES.join('|')})'`)
  const files = readdirSync(folder).filter((name) => /^(?:event-|breaches|cancellation-)/.test(name))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((name) => spelled.test(readFileSync(join(folder, name), 'utf8')))).toEqual([])
})
