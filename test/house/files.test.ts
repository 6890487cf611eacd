import { describe, expect, test } from 'bun:test'
import { circlesOf } from './circles.ts'
import { fileOf, handsOn, loadsUnnamed, modulesIn } from './code.ts'
import { CODE, FILES, TEXTS, within } from './files.ts'

/** What holds for every file, whichever room it lives in. */

const PROGRAM = FILES.filter((file) => within(file, ['src', 'bench', 'scripts']))
const MOST_LINES = 300

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
    expect(PROGRAM.filter((file) => handsOn(CODE.get(file)!))).toEqual([])
  })

  test('modules are loaded by names that are worked out where a folder is the list, and nowhere else', () => {
    const loading = PROGRAM.filter((file) => loadsUnnamed(CODE.get(file)!))
    expect(loading).toEqual(['src/feeds/registry.ts', 'src/sandbox/world/defined-in.ts'])
  })

  test(`no file is longer than ${MOST_LINES} lines`, () => {
    expect(PROGRAM.filter((file) => TEXTS.get(file)!.split('\n').length > MOST_LINES)).toEqual([])
  })
})
