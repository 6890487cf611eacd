import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onLinux } from '../support/needs.ts'
import { until } from '../support/until.ts'

/** The runner of `npm test`, over small files that go wrong in every way: nothing that did not run looks as if it had. */

const SCRIPTS = resolve(import.meta.dir, '../../scripts')
const SUPPORT = resolve(import.meta.dir, '../support')
const root = mkdtempSync(join(tmpdir(), 'claros-runner-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let trees = 0

type Files = Readonly<Record<string, string>>
interface Said {
  readonly paths?: readonly string[]
  readonly seed?: string
  readonly workers?: number
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** A tree of test files, in a process of its own as `npm test` runs ours. */
const start = (files: Files, { paths = ['.'], seed, workers = 2, env = {} }: Said = {}) => {
  const tree = join(root, String(++trees))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), `import { describe, expect, test } from 'bun:test'\n${text}`)
  }
  const code = `import { runAndExit } from ${JSON.stringify(join(SCRIPTS, 'tests.ts'))}
    await runAndExit(${JSON.stringify({ root: tree, paths, seed, workers: { processes: workers, others: workers } })})`
  return Bun.spawn([process.execPath, '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
}

const run = async (files: Files, said: Said = {}) => {
  const child = start(files, said)
  const [status, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const lines = out.trimEnd().split('\n')
  return { status, said: `${out}${err}`, lines, last: lines.at(-1) }
}

const GOOD = "test('holds', () => expect(1).toBe(1))"
const SKIPPED = "test.skip('left out', () => {})"
const NEEDY = `import { needs } from ${JSON.stringify(join(SUPPORT, 'needs.ts'))}
test.skipIf(!needs(false, 'a telescope'))('stars', () => {})`

describe('a run', () => {
  test('of good files counts their tests, in folders too, and says how many files ran', async () => {
    const { status, lines } = await run({ 'a.test.ts': GOOD, 'b/c.test.ts': `${GOOD}\n${GOOD}`, 'd.ts': 'throw 1' })
    expect({ status, end: lines.slice(-2) }).toEqual({ status: 0, end: ['2 of 2 files ran', '3 passed, 0 failed'] })
  })

  test('shows the tests of a file while others run', async () => {
    const { said } = await run({ 'a.test.ts': GOOD, 'b.test.ts': GOOD })
    expect(said).toContain('(pass) holds')
  })

  test('is narrowed to what it is told, and a file that is not there is a failure', async () => {
    const files = { 'a/a.test.ts': GOOD, 'b/b.test.ts': 'throw 1', 'c.test.ts': GOOD }
    expect((await run(files, { paths: ['./a', 'c.test.ts'] })).last).toBe('2 passed, 0 failed')
    const { status, lines } = await run(files, { paths: ['./a', './gone.test.ts'] })
    expect(status).toBe(1)
    expect(lines).toContain('no test of this file ran: gone.test.ts')
    expect(lines.at(-1)).toBe('1 passed, 1 failed')
  })

  test('says its seed first and last, and its tests are told', async () => {
    const drawing = `import { seedOf } from ${JSON.stringify(join(SUPPORT, 'draws.ts'))}
test('draws', () => console.log('drawn', seedOf(1)))`
    const { status, said, lines } = await run({ 'a.test.ts': drawing }, { seed: '77' })
    const hint = 'cases drawn by seed 77; TEST_SEED=77 draws them again'
    expect({ status, first: lines[0], last: lines.at(-3) }).toEqual({ status: 0, first: hint, last: hint })
    const drawn = (text: string): string => /drawn (\d+)/.exec(text)![1]!
    expect(drawn((await run({ 'a.test.ts': drawing }, { seed: '77' })).said)).toBe(drawn(said))
    expect(drawn((await run({ 'a.test.ts': drawing }, { seed: '78' })).said)).not.toBe(drawn(said))
  })

  test('of no file at all has failed', async () => {
    const { status, last } = await run({ 'a.ts': '' })
    expect(status).toBe(1)
    expect(last).toBe('0 passed, 1 failed')
  })
})

describe('what failed', () => {
  test('is counted, and named with its file in the last lines', async () => {
    const broken = "describe('x', () => { test('breaks', () => expect(1).toBe(2)) })"
    const { status, lines } = await run({ 'a.test.ts': `${GOOD}\n${broken}\n${broken}`, 'b.test.ts': GOOD })
    expect(status).toBe(1)
    expect(lines.slice(-4)).toEqual([
      'failed: a.test.ts: x > breaks',
      'failed: a.test.ts: x > breaks',
      '2 of 2 files ran',
      '2 passed, 2 failed',
    ])
  })

  test.each([
    ['`.only`', "test.only('one', () => {})\ntest('two', () => expect(1).toBe(2))"],
    ['`.only` under another name', `const t = describe\n${GOOD}\nt['only']('one', () => { ${GOOD} })`],
    ['a fault while it loads', `${GOOD}\nthrow new Error('too early')`],
    ['no test in it', ''],
  ])('a file with %s is one failure', async (_what, text) => {
    const { status, lines } = await run({ 'a.test.ts': text, 'b.test.ts': GOOD })
    expect(status).toBe(1)
    expect(lines).toContain('no test of this file ran: a.test.ts')
    expect(lines.slice(-2)).toEqual(['1 of 2 files ran', '1 passed, 1 failed'])
  })

  test.each([
    ["test.each([])('%s', () => {})"],
    ["test.skipIf(false).each([1].filter((n) => n > 1))('%s', () => {})"],
    ["describe.each([])('%s', () => {})"],
    ["describe('x', () => { test.each([])('%s', () => {}); test('y', () => {}) })"],
  ])('a table without rows is a failure: %s', async (table) => {
    const { status, said, last } = await run({ 'a.test.ts': `${GOOD}\n${table}`, 'b.test.ts': GOOD })
    expect(status).toBe(1)
    expect(said).toContain('this table has no rows')
    expect(last).not.toEndWith(' 0 failed')
  })

  test('a table with rows is run, row by row', async () => {
    const tables =
      "test.each([1, 2])('%s', (n) => expect(n).toBe(n))\ndescribe.each([[3], [4]])('%s', () => { test.each(['a'])('%s', () => {}) })"
    expect((await run({ 'a.test.ts': tables })).last).toBe('4 passed, 0 failed')
  })

  test('`.only` is named with its file and its line', async () => {
    const { said } = await run({ 'a.test.ts': `${GOOD}\ntest.only('one', () => {})`, 'b.test.ts': GOOD })
    expect(said).toMatch(/\.only is disabled/)
    expect(said).toMatch(/a\.test\.ts:3:/)
  })

  test.each(['process.exit(0)', "process.kill(process.pid, 'SIGKILL')"])(
    'a file that ends the process (%s), alone or beside others, is a failure and stops nobody',
    async (end) => {
      const file = `${GOOD}\ntest('ends it', () => { ${end} })`
      const beside = await run({ 'a.test.ts': file, 'b.test.ts': GOOD, 'c.test.ts': GOOD })
      expect({ status: beside.status, last: beside.last }).toEqual({ status: 1, last: '3 passed, 1 failed' })
      const alone = await run({ 'a.test.ts': file })
      expect({ status: alone.status, last: alone.last }).toEqual({ status: 1, last: '0 passed, 1 failed' })
    },
  )

  test('a hook that breaks is a failure', async () => {
    const hook = `import { beforeAll } from 'bun:test'\nbeforeAll(() => { throw new Error('no') })\n${GOOD}`
    const { status, last } = await run({ 'a.test.ts': hook, 'b.test.ts': GOOD })
    expect(status).toBe(1)
    expect(last).toBe('1 passed, 1 failed')
  })

  test('a fault between the tests is a failure', async () => {
    const late = `${GOOD}\nsetTimeout(() => { throw new Error('late') }, 1)\ntest('waits', () => Bun.sleep(50))`
    const { status, last } = await run({ 'a.test.ts': late, 'b.test.ts': GOOD })
    expect(status).toBe(1)
    expect(last).not.toEndWith(' 0 failed')
  })
})

describe.skipIf(!onLinux())('a run that is killed', () => {
  test('leaves nothing running', async () => {
    const told = join(root, 'pids')
    const lasting = `import { appendFileSync } from 'node:fs'
test('lasts', async () => {
  const child = Bun.spawn(['sleep', '600'], { stdio: ['ignore', 'ignore', 'ignore'] })
  appendFileSync(${JSON.stringify(told)}, process.pid + ' ' + child.pid + ' ')
  await Bun.sleep(600_000)
})`
    const child = start({ 'a.test.ts': lasting, 'b.test.ts': lasting })
    const pids = (): readonly string[] => (existsSync(told) ? readFileSync(told, 'utf8').trim().split(' ') : [])
    await until('both last', () => pids().length === 4)
    child.kill('SIGKILL')
    await until('all are gone', () => !pids().some((pid) => existsSync(`/proc/${pid}`)))
  }, 120_000)
})

describe('what a test prints', () => {
  const FORGED = [' 99 pass', ' 0 fail', '99 passed, 0 failed', '<testcase name="x" file="a.test.ts" />'].join('\\n')

  test('counts nowhere: on both channels, in names and in errors', async () => {
    const { status, last } = await run({
      'a.test.ts': `console.log('${FORGED}'); console.error('${FORGED}'); test('${FORGED}', () => { throw new Error('${FORGED}') })`,
      'b.test.ts': `process.on('exit', () => console.log('${FORGED}')); ${GOOD}`,
    })
    expect({ status, last }).toEqual({ status: 1, last: '1 passed, 1 failed' })
  })
})

describe('what was left out', () => {
  test('stands in the last lines with its reason, one line for each', async () => {
    const { status, lines } = await run({
      'a.test.ts': `${GOOD}\n${NEEDY}`,
      'b.test.ts': `${NEEDY}\n${SKIPPED}`,
      'c.test.ts': GOOD,
    })
    expect(status).toBe(0)
    expect(lines.slice(-3)).toEqual([
      '3 skipped in 2 files: needs a telescope',
      '3 of 3 files ran',
      '2 passed, 0 failed',
    ])
  })

  test('has its reason in every file, though the module that knows it is loaded once for all', async () => {
    const tree = {
      'shared.ts': `import { needs } from ${JSON.stringify(join(SUPPORT, 'needs.ts'))}
export const sky = needs(false, 'a clear sky', import.meta.path)`,
      ...Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [
          `${name}.test.ts`,
          `import { sky } from './shared.ts'\ntest.skipIf(!sky)('stars', () => {})`,
        ]),
      ),
      'd.test.ts': GOOD,
    }
    const { status, lines } = await run(tree, { workers: 1 })
    expect({ status, line: lines.at(-3) }).toEqual({ status: 0, line: '3 skipped in 3 files: needs a clear sky' })
  })

  test('without a reason is a failure, by its name', async () => {
    const { status, lines } = await run({
      'a.test.ts': `${GOOD}\ndescribe('x', () => { ${SKIPPED} })`,
      'b.test.ts': "test.todo('later')",
    })
    expect(status).toBe(1)
    expect(lines).toContain('skipped without a reason: a.test.ts: x > left out')
    expect(lines).toContain('skipped without a reason: b.test.ts: later')
    expect(lines.at(-1)).toBe('1 passed, 2 failed')
  })
})

describe('recorded replies', () => {
  const READER = `import { recordedAvailable } from ${JSON.stringify(join(SUPPORT, 'recorded.ts'))}
${GOOD}\ntest.skipIf(!recordedAvailable)('reads', () => {})`
  let there: string

  beforeAll(() => {
    there = join(root, 'recorded')
    mkdirSync(there)
  })

  test('are read where RECORDED_DIR says; a folder that is not there is a failure', async () => {
    expect((await run({ 'a.test.ts': READER }, { env: { RECORDED_DIR: there } })).last).toBe('2 passed, 0 failed')
    const { status, said, last } = await run({ 'a.test.ts': READER }, { env: { RECORDED_DIR: join(root, 'nowhere') } })
    expect({ status, last }).toEqual({ status: 1, last: '0 passed, 1 failed' })
    expect(said).toContain(`RECORDED_DIR is set, and there is no ${join(root, 'nowhere')}`)
  })

  test('that are not where they are looked for when nobody says anything are no failure, and that is said', async () => {
    const support = join(root, 'checkout', 'test', 'support')
    cpSync(SUPPORT, support, { recursive: true })
    const reader = READER.replace(SUPPORT, support)
    const { status, lines } = await run({ 'a.test.ts': reader }, { env: { RECORDED_DIR: undefined } })
    expect(status).toBe(0)
    expect(lines).toContain(
      `1 skipped in 1 file: needs recorded replies at ${join(root, 'shared/recorded')} (RECORDED_DIR)`,
    )
  })
})
