import { describe, expect, test } from 'bun:test'
import { codeOf, handsOn, loadsPast, loadsUnnamed, modulesIn } from './code.ts'

/** The reader of the laws itself: whatever it does not see, no law can forbid. */

const modules = (text: string): readonly string[] => modulesIn(codeOf(text))

describe('modules are seen in every spelling', () => {
  test.each([
    ["import { a } from './a.ts'"],
    ["import type { A } from './a.ts'"],
    ["import a, { type B } from './a.ts'"],
    ["import * as a from './a.ts'"],
    ["import './a.ts'"],
    ['import "./a.ts"'],
    ["import {\n  a, // from './b.ts'\n  b,\n} from './a.ts'"],
    ["const b = 1; import { a } from './a.ts'"],
    ["const b = 1;import './a.ts'"],
    ["export { a } from './a.ts'"],
    ["export * from './a.ts'"],
    ["const a = await import('./a.ts')"],
    ["const a = () => import(/* lazily */ './a.ts')"],
    ['const a = import(`./a.ts`)'],
    ["type A = import('./a.ts').A"],
    ["const a = require('./a.ts')"],
    ["const a = import.meta.require('./a.ts')"],
    ["const a = require.resolve('./a.ts')"],
    ["const a = `${await import('./a.ts')}`"],
    ["const slash = /'/; import { a } from './a.ts'; const other = /'/"],
    ["const half = 4 / 2; import { a } from './a.ts'; const other = 4 / 2"],
    ["const half = b! / 2; import { a } from './a.ts'; const other = 4 / 2"],
    ["const half = b++ / 2; import { a } from './a.ts'; const other = 4 / 2"],
    ["const slash = !/'/.test(b) && 1 + /'/; import { a } from './a.ts'"],
  ])('%s', (text) => expect(modules(text)).toEqual(['./a.ts']))

  test.each([
    ["// import { a } from './a.ts'"],
    ["/* import './a.ts' */"],
    ['const text = "import { a } from \'./a.ts\'"'],
    ["const text = `import { a } from './a.ts'`"],
    ["const list = Array.from('./a.ts')"],
  ])('and none in %s', (text) => expect(modules(text)).toEqual([]))
})

test.each([
  ['import(`./${name}.ts`)', true],
  ['require(name)', true],
  ["import('./a' + name)", true],
  ["import('./a.ts')", false],
  ['import.meta.dir', false],
])('%s: loads what has no name: %p', (text, expected) => expect(loadsUnnamed(codeOf(text))).toBe(expected))

test.each([
  ['const a = createRequire(import.meta.url)(name)', true],
  ["const a = require\na('./a.ts')", true],
  ["process.getBuiltinModule('fs')", true],
  ["eval('1')", true],
  ["new Function('return 1')()", true],
  ["new Worker('./a.ts')", true],
  ["require('./a.ts')", false],
  ["require.resolve('./a.ts')", false],
  ['await redis.eval(source)', false],
])('%s: loads past the names: %p', (text, expected) => expect(loadsPast(codeOf(text))).toBe(expected))

test.each([
  ["export * from './a.ts'", true],
  ["export * as a from './a.ts'", true],
  ["const b = 1; export { a } from './a.ts'", true],
  ["export type { A } from './a.ts'", true],
  ["export {\n  a,\n  b,\n} from './a.ts'", true],
  ["import { a } from './a.ts'\nexport { a }", true],
  ["import { a } from './a.ts'\nexport const b = a", true],
  ["import { c as a } from './a.ts'\nexport const b: number = a", true],
  ["import { a } from './a.ts'\nexport const b = a + 1", false],
  ["import { a } from './a.ts'\nexport const b = a(1)", false],
  ['export {}', false],
  ["const a = 1\nexport const b = a\nconst list = Array.from('b')", false],
])('%s: hands on: %p', (text, expected) => expect(handsOn(codeOf(text))).toBe(expected))

test('holes of templates are code, and what is around them is not', () => {
  const { bare, texts } = codeOf('const a = `one ${b({ c: `two ${Date.now()}` })} three`')
  expect(texts).toEqual(['one ', 'two ', '', ' three'])
  expect(bare).toContain('Date.now()')
})
