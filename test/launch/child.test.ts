import { afterAll, expect, test } from 'bun:test'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, startChild } from '../../src/launch/child.ts'
import { WRONG_SETTING } from '../../src/system/exit-status.ts'
import { keptLog } from '../support/still.ts'
import { testFolder } from '../support/test-folder.ts'
import { until } from '../support/until.ts'

/** Real processes that end as a service's do: when they are started again, and when never. */

const { folder, remove } = testFolder()
const children: Child[] = []
afterAll(async () => {
  await Promise.all(children.map((child) => child.stop(2_000)))
  remove()
})

/** A program that writes down its starts; it stays at its first one, and ends with `status` at every later one. */
const startTwice = (name: string, status: number) => {
  const starts = join(folder, `${name}.starts`)
  const program = join(folder, `${name}.ts`)
  appendFileSync(starts, '')
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs'
     appendFileSync(${JSON.stringify(starts)}, 'x')
     if (readFileSync(${JSON.stringify(starts)}, 'utf8').length > 1) process.exit(${status})
     process.stdin.resume()`,
  )
  const hopeless: (readonly [string, number])[] = []
  const child = startChild({
    name,
    program,
    env: { PATH: process.env.PATH ?? '' },
    log: keptLog(),
    onHopeless: (who, what) => hopeless.push([who, what]),
  })
  children.push(child)
  return { child, hopeless, count: () => (existsSync(starts) ? readFileSync(starts, 'utf8').length : 0) }
}

test('one that says that a setting is wrong is hopeless at any start, and is not started again', async () => {
  const { child, hopeless, count } = startTwice('wrong', WRONG_SETTING)
  await until('it runs', () => count() === 1)
  process.kill(child.pid, 'SIGKILL')
  await until('it was given up', () => hopeless.length > 0)
  expect(hopeless).toEqual([['wrong', WRONG_SETTING]])
  expect(count()).toBe(2)
})

test('one that ends in another way after its first start is started again', async () => {
  const { child, hopeless, count } = startTwice('unlucky', 1)
  await until('it runs', () => count() === 1)
  process.kill(child.pid, 'SIGKILL')
  await until('it was started again twice', () => count() >= 3)
  expect(hopeless).toEqual([])
})
