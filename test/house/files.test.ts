import { describe, expect, test } from 'bun:test'
import { circlesOf } from './circles.ts'
import { fileOf, handsOn, loadsPast, loadsUnnamed, modulesIn } from './code.ts'
import { CODE, FILES, ROOT, TEXTS, within } from './files.ts'

/** What holds for every file, whichever room it lives in. */

const PROGRAM = FILES.filter((file) => within(file, ['src', 'client', 'bench', 'scripts']))
const MOST_LINES = 300

/** Whether a test imports it: what it defines is counted there. */
const isAsked = (file: string): boolean =>
  FILES.some(
    (other) =>
      other.endsWith('.test.ts') && modulesIn(CODE.get(other)!).some((module) => fileOf(other, module) === file),
  )

describe('files', () => {
  test('no file of the repository is part of a circle of imports', () => {
    const imports = FILES.map(
      (file) => [file, modulesIn(CODE.get(file)!).flatMap((module) => fileOf(file, module) ?? [])] as const,
    )
    expect(circlesOf(new Map(imports))).toEqual([])
  })

  test('a circle is seen, however long it is', () => {
    const straight = { a: ['b', 'c'], b: ['c'], c: [] }
    expect(circlesOf(new Map(Object.entries(straight)))).toEqual([])
    expect(circlesOf(new Map(Object.entries({ ...straight, c: ['a'] })))).toEqual(['a -> b -> c -> a'])
    expect(circlesOf(new Map(Object.entries({ ...straight, c: ['c'] })))).toEqual(['c -> c'])
  })

  test('there are no barrels: no index.ts, and nothing is exported from elsewhere', () => {
    expect(PROGRAM.filter((file) => file.endsWith('/index.ts'))).toEqual([])
    // What a package offers is a list.
    expect(PROGRAM.filter((file) => handsOn(CODE.get(file)!))).toEqual(['client/src/main.ts'])
  })

  test('modules are loaded by names that are worked out where a folder is the list, and nowhere else', () => {
    const loading = PROGRAM.filter((file) => loadsUnnamed(CODE.get(file)!))
    expect(loading).toEqual(['src/feeds/registry.ts', 'src/sandbox/world/defined-in.ts'])
  })

  test('code is loaded by imports; the addon, which is no module, by a require of its own, and a thread by its program', () => {
    const past = ['src/actors/publisher/reading-thread.ts', 'src/native/secp256k1.ts']
    expect(PROGRAM.filter((file) => loadsPast(CODE.get(file)!))).toEqual(past)
  })

  test('what holds tests is run: it is named like a test, and no test of it passes by failing or by trying again', () => {
    const tests = FILES.filter((file) => within(file, ['test', 'chaos']))
    const defines = /(?<![.\w])(?:test|it)\s*(?:\.\s*\w+\s*)?\(/
    const unfound = tests.filter((file) => !file.endsWith('.test.ts') && defines.test(CODE.get(file)!.bare))
    expect(unfound.filter((file) => !isAsked(file))).toEqual([])
    const lenient = /\b(?:test|it)\s*\.\s*failing\b|\bretry\s*:\s*\d/
    expect(tests.filter((file) => lenient.test(CODE.get(file)!.bare))).toEqual([])
    expect([...new Bun.Glob('{test,chaos}/**/*.{tsx,js,jsx,mts,cts,mjs}').scanSync(ROOT)]).toEqual([])
  })

  test(`no file is longer than ${MOST_LINES} lines`, () => {
    expect(PROGRAM.filter((file) => TEXTS.get(file)!.split('\n').length > MOST_LINES)).toEqual([])
  })
})
