import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { importGraph, testFiles } from '../../scripts/test-files.ts'
import { ROOT } from '../../scripts/tests.ts'

/** Which tests start what: by what they import, directly or not. */

const root = mkdtempSync(join(tmpdir(), 'claros-graph-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const FILES = {
  'src/store/redis/embedded-redis.ts': "import { spawn } from 'node:child_process'\nexport interface Kept {}",
  'support/redis.ts': "import { start } from '../src/store/redis/embedded-redis.ts'",
  'support/chain.ts': "export const chain = () => Bun.spawn(['anvil'])",
  'support/round.ts': "import './round-too.ts'",
  'support/round-too.ts': "import './round.ts'",
  'test/pure.test.ts': "import '../support/round.ts'\nimport { thing } from 'a-package'",
  'test/type.test.ts': "import type { Kept } from '../src/store/redis/embedded-redis.ts'",
  'test/redis.test.ts': "export * from '../support/redis.ts'",
  'test/chain.test.ts': "await import('../support/chain.ts')",
  'test/both.test.ts': "import '../support/chain.ts'\nimport '../support/redis.ts'",
  'test/own.test.ts': "import { spawnSync } from 'node:child_process'",
}

beforeAll(() => {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
})

test.each([
  ['pure', 'nothing'],
  ['type', 'nothing'],
  ['redis', 'redis'],
  ['chain', 'processes'],
  ['both', 'processes'],
  ['own', 'processes'],
] as const)('%s.test.ts starts %s', (name, starts) => {
  expect(importGraph(root).starts(`test/${name}.test.ts`)).toBe(starts)
})

test('a file is reached through others', () => {
  const graph = importGraph(root)
  expect(graph.reaches('test/redis.test.ts', 'src/store/redis/embedded-redis.ts')).toBe(true)
  expect(graph.reaches('test/type.test.ts', 'src/store/redis/embedded-redis.ts')).toBe(false)
})

test('a folder stands for the test files in it; each is there once, and what is not there is passed on', () => {
  expect(testFiles(root, ['./test', 'test/own.test.ts', './gone.test.ts'])).toEqual([
    'gone.test.ts',
    'test/both.test.ts',
    'test/chain.test.ts',
    'test/own.test.ts',
    'test/pure.test.ts',
    'test/redis.test.ts',
    'test/type.test.ts',
  ])
})

describe('in this house', () => {
  const graph = importGraph(ROOT)
  const all = testFiles(ROOT, ['./test'])
  const of = (starts: string) => all.filter((file) => graph.starts(file) === starts)

  test('there are tests of each kind, and most start nothing', () => {
    expect(of('redis').length).toBeGreaterThan(50)
    expect(of('processes').length).toBeGreaterThan(20)
    expect(of('nothing').length).toBeGreaterThan(all.length / 2)
  })

  test('what the quick run leaves out knows why: nothing that starts nothing reaches a store or a stack', () => {
    for (const file of of('nothing'))
      for (const starter of ['test/support/redis.ts', 'test/support/anvil.ts', 'test/support/stack.ts'])
        expect([file, starter, graph.reaches(file, starter)]).toEqual([file, starter, false])
  })
})
