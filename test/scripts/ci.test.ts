import { afterAll, expect, test } from 'bun:test'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../scripts/tests.ts'

/** `.ci/run` with commands that say this and that: what it sums up are the last lines of those that ended well. */

const root = mkdtempSync(join(tmpdir(), 'claros-ci-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
cpSync(join(ROOT, '.ci'), join(root, '.ci'), { recursive: true })
mkdirSync(join(root, 'bin'))

const GOOD = "echo '5 passed, 0 failed'"

/** What each of the three commands does, in the words of a shell. */
const said = async (commands: { readonly test?: string; readonly check?: string; readonly chaos?: string }) => {
  const { test: tests = GOOD, check = GOOD, chaos = GOOD } = commands
  const npm = join(root, 'bin', 'npm')
  writeFileSync(npm, `#!/bin/sh\ncase "$*" in test*) ${tests};; *check*) ${check};; *chaos*) ${chaos};; esac\n`)
  chmodSync(npm, 0o755)
  const child = Bun.spawn(['bash', join(root, '.ci/run')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env['PATH']}` },
  })
  const out = await new Response(child.stdout).text()
  return { isGood: (await child.exited) === 0, lines: out.trimEnd().split('\n') }
}

const ci = async (commands: Parameters<typeof said>[0]) => {
  const { isGood, lines } = await said(commands)
  return { isGood, last: lines.at(-1) }
}

test('three good commands are one good run', async () => {
  expect(await ci({})).toEqual({ isGood: true, last: '15 passed, 0 failed' })
})

test('what failed is summed up', async () => {
  const failing = "echo '5 passed, 2 failed'; exit 1"
  expect(await ci({ test: failing, chaos: failing })).toEqual({ isGood: false, last: '15 passed, 4 failed' })
})

test('what failed is named again at the end, by command, below everything that was said since', async () => {
  const failing =
    "echo 'error: 1 is not 2'; echo '(fail) x > breaks [2ms]'; echo 'failed: a.test.ts: x > breaks'; echo '5 passed, 1 failed'; exit 1"
  const { lines } = await said({ test: failing })
  const end = lines.slice(lines.findLastIndex((line) => line === '5 passed, 0 failed') + 1)
  expect(end).toEqual([
    '== what failed: test, status 1',
    'error: 1 is not 2',
    '(fail) x > breaks [2ms]',
    'failed: a.test.ts: x > breaks',
    'failed: a.test.ts: x > breaks',
    '15 passed, 1 failed',
  ])
})

test.each([
  [
    'that dies after a line like a summary',
    "echo '99 passed, 0 failed'; echo 'Killed'; exit 137",
    '10 passed, 1 failed',
  ],
  ['that dies without a word', 'exit 1', '10 passed, 1 failed'],
  ['that ends well without a summary', "echo '99 passed, 0 failed'; echo 'that was all'", '10 passed, 1 failed'],
  ['that counts no failure and ends badly', "echo '5 passed, 0 failed'; exit 1", '15 passed, 1 failed'],
  ['whose summary has more on its line', "echo '99 passed, 0 failed, 3 left out'", '10 passed, 1 failed'],
])('a command %s is a failure', async (_what, command, last) => {
  expect(await ci({ check: command })).toEqual({ isGood: false, last })
})
