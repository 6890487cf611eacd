import { describe, expect, test } from 'bun:test'
import { type Code, codeOf } from './code.ts'
import { CODE, FILES, within } from './files.ts'
import { leavesDescribe, needsIn, skipsBare, skipsIn } from './left-out.ts'

/** Tests are left out for a need that the machine does not meet, which the last lines of a run say, and for nothing else. */

const TESTS = FILES.filter((file) => within(file, ['test', 'chaos']))
const NEEDS = ['needs', 'onLinux', 'asRoot', 'notAsRoot', ...TESTS.flatMap((file) => needsIn(CODE.get(file)!))]

const broken = (isBroken: (code: Code) => boolean): readonly string[] =>
  TESTS.filter((file) => isBroken(CODE.get(file)!))

const isWithoutNeed = (name: string | null): boolean => name === null || !NEEDS.includes(name)

test('no describe is left by return, after which its tests would not be defined', () => {
  expect(broken(leavesDescribe)).toEqual([])
})

test('no test is left out whatever the machine is like', () => {
  expect(broken(skipsBare)).toEqual([])
})

test('every skip has a need for its condition', () => {
  expect(NEEDS).toContain('recordedAvailable')
  expect(broken((code) => skipsIn(code).some(isWithoutNeed))).toEqual([])
})

describe('a describe that is left', () => {
  test.each([
    ["describe('a', () => { return; test('b', c) })"],
    ["describe('a', () => { if (b) return\ntest('c', d) })"],
    ["describe('a', () => {\n  test('b', c)\n  if (d()) {\n    return\n  }\n  test('e', f) })"],
    ["describe('a', () => { try { return } finally { test('b', c) } })"],
    ["describe('a', () => { for (const b of c) { if (b) { d() } else { return } } })"],
    ["describe('a', async () => { await b(); return })"],
    ["describe('a', function () { return })"],
    ["describe.each([1])('a', (b) => { return })"],
    ["describe.skipIf(!a())('b', () => { return })"],
    ["describe('a', () => { describe('b', () => { return }) })"],
    ['describe(`a ${b({ c })}`, () => { return })'],
  ])('%s is seen', (text) => expect(leavesDescribe(codeOf(text))).toBe(true))

  test.each([
    ["describe('a', () => { test('b', () => { return }) })"],
    ["describe('a', () => { const b = () => { if (c) { return 1 }\nreturn 2 } })"],
    ["describe('a', () => { function b(): number { return 1 } })"],
    ["describe('a', () => { for (const b of c) test(b, async () => { return }) })"],
    ["describe('a', () => { beforeAll(async () => { if (b) return }) }, { timeout: 1 })"],
    ['const a = () => { return 1 }'],
    ["test('a', () => { return })"],
    ["describe('return', () => {})"],
  ])('%s is none', (text) => expect(leavesDescribe(codeOf(text))).toBe(false))
})

describe('a test that is left out', () => {
  test.each([
    ["test.skip('a', b)"],
    ["describe.skip('a', b)"],
    ["test.skip.each([1])('a', b)"],
    ["describe.each([1]).skip('a', b)"],
    ["test.todo('a')"],
    ["test.todoIf(a)('b', c)"],
    ["it.if(a)('b', c)"],
    ["test['skip']('a', b)"],
    ["xtest('a', b)"],
    ["xdescribe('a', b)"],
  ])('%s is seen', (text) => expect(skipsBare(codeOf(text))).toBe(true))

  test.each([["test.skipIf(!needs(a, 'b'))('c', d)"], ["test('skip', b)"], ["// test.skip('a', b)"], ['a.skipped(b)']])(
    '%s is none',
    (text) => expect(skipsBare(codeOf(text))).toBe(false),
  )

  test.each([
    ['test.skipIf(true)', [null]],
    ['test.skipIf(!isLate && true)', [null]],
    ["test.skipIf(process.platform !== 'linux')", [null]],
    ['describe.skipIf(isSlow)', [null]],
    ['describe.skipIf(!isSlow)', ['isSlow']],
    ["test.skipIf(!needs(a, 'b'))", ['needs']],
    ['test.skipIf(!recordedAvailable).each(A)', ['recordedAvailable']],
  ])('%s has the condition %j', (text, found) => expect(skipsIn(codeOf(text))).toEqual(found))

  test.each([
    ["const isSlow = needs(a, 'b')", ['isSlow']],
    ['export const isSlow = needs(\n  a,\n)', ['isSlow']],
    ['const isBoth = [asRoot(), onLinux()].every(Boolean)', ['isBoth']],
    ['const isSlow = true', []],
  ])('%s makes %j', (text, found) => expect(needsIn(codeOf(text))).toEqual(found))
})
