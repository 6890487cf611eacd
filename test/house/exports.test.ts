import { describe, expect, test } from 'bun:test'
import { codeOf } from './code.ts'
import { type Export, exportsOf } from './exports.ts'
import { CODE, within } from './files.ts'

/** Nothing is exported that nobody takes, and nothing lives for tests alone. */

/** What these export is found in their folder, by its form. */
const FOUND_BY_FORM = /\.feed\.ts$|^src\/sandbox\/world\/(?:dialects|push)\//

/** What stands and is tested before what will use it. */
const AWAITED: Readonly<Record<string, readonly string[]>> = {}
const awaited = Object.values(AWAITED).flat()

/**
 * Names that more than one file exports, with one meaning: words of the kits in which tokens, fields, settings, shapes of
 * replies and records are described; what a room that may not import another says again in its own words; venues, by the
 * kind of source that asks them.
 */
const SAID_AGAIN: Readonly<Record<string, readonly string[]>> = {
  'a kind of value, in each kit': [
    'decimal',
    'flag',
    'integer',
    'list',
    'number',
    'oneOf',
    'optional',
    'positive',
    'text',
    'url',
    'whole',
  ],
  'the same thing, in rooms that do not know each other': ['DecimalText', 'LaneState', 'Observed', 'Watch'],
}
const saidAgain = Object.values(SAID_AGAIN).flat()

const PROGRAM = ['src', 'client', 'bench', 'scripts']
const nameOf = ({ file, name }: Export): string => `${file} ${name}`

/** A type may be there to name a part of what else is exported. */
const isTaken = ({ users, isType, isUsedInside }: Export): boolean => users.length > 0 || (isType && isUsedInside)
const isAlive = ({ users, isUsedInside }: Export): boolean =>
  isUsedInside || users.some((file) => within(file, PROGRAM))

describe('exports', () => {
  const judged = exportsOf(CODE).filter(({ file }) => within(file, ['src']) && !FOUND_BY_FORM.test(file))

  test('each is imported by somebody', () => {
    expect(judged.filter((each) => !isTaken(each)).map(nameOf)).toEqual([])
  })

  test('each has one meaning: no other file exports its name', () => {
    const named = Map.groupBy(
      judged.filter(({ file }) => !within(file, ['src/sandbox'])),
      ({ name }) => name,
    )
    const twice = [...named].filter(([, all]) => new Set(all.map(({ file }) => file)).size > 1)
    const venue = ([name, all]: (typeof twice)[number]): boolean =>
      all.every(({ file }) => within(file, ['src/sources']) && file.endsWith(`/${name}.ts`))
    const found = twice.filter((each) => !venue(each)).map(([name]) => name)
    expect(found.toSorted()).toEqual(saidAgain.toSorted())
  })

  test('each is used by the program, and not by tests alone', () => {
    const dead = judged.filter((each) => !isAlive(each))
    expect(dead.filter(({ file }) => !awaited.includes(file)).map(nameOf)).toEqual([])
    // One that is used by now is struck off.
    expect(awaited.filter((file) => !dead.some((each) => each.file === file))).toEqual([])
  })
})

describe('an export is seen', () => {
  const seen = (files: Readonly<Record<string, string>>) =>
    exportsOf(new Map(Object.entries(files).map(([file, text]) => [file, codeOf(text)])))
  const one = (text: string, other: string): Export => seen({ 'src/a.ts': text, 'src/b.ts': other })[0]!

  test.each([
    ["import { a } from './a.ts'"],
    ["import { type a } from './a.ts'"],
    ["import type { a } from './a.ts'"],
    ["import b, { c, a as d } from './a.ts'"],
    ["import * as all from './a.ts'"],
    ["const all = await import('./a.ts')"],
  ])('to be taken by %s', (other) => expect(one('export const a = 1', other).users).toEqual(['src/b.ts']))

  test.each([["import { b } from './a.ts'"], ["import { a } from './c.ts'"], ["// import { a } from './a.ts'"]])(
    'not to be taken by %s',
    (other) => expect(one('export const a = 1', other).users).toEqual([]),
  )

  test.each([
    ['export const a = 1', false],
    ['export const a = 1\n// a\nconst b = "a"\nconst c = d.a', false],
    ['export const a = 1\nconst b = a', true],
    ['export const a = {}\nconst b = { ...a }', true],
    ['export const a = 1\nconst b = `one ${a}`', true],
    ['export async function a() {}\na()', true],
    ['export type a = b', false],
  ])('%j: used inside: %p', (text, expected) => expect(one(text, '').isUsedInside).toBe(expected))
})
