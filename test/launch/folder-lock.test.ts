import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BadFolder, lockFolder, makeFolder } from '../../src/launch/folder-lock.ts'

/** One launcher per data folder. */

const root = mkdtempSync(join(tmpdir(), 'claros-lock-'))
const folder = (): string => mkdtempSync(join(root, 'data-'))

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('the lock of a data folder', () => {
  test('is held until released, and says by whom', () => {
    const data = folder()
    const lock = lockFolder(data)
    expect(() => lockFolder(data)).toThrow(BadFolder)
    expect(() => lockFolder(data)).toThrow(`in use by process ${process.pid}. Stop that one first`)
    lock.release()
    lockFolder(data).release()
    expect(existsSync(join(data, 'launcher.pid'))).toBe(false)
  })

  test('dies with the process that held it, and is not inherited by a later process of the same number', () => {
    const data = folder()
    const file = join(data, 'launcher.pid')
    for (const mark of ['4194303 12345\n', `${process.pid} 1\n`, '', 'nonsense']) {
      writeFileSync(file, mark)
      const lock = lockFolder(data)
      expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} \\S`))
      lock.release()
    }
  })

  test('of ten processes at once, behind a dead one, one gets it', async () => {
    const data = folder()
    writeFileSync(join(data, 'launcher.pid'), '4194303 12345\n')
    const code = `import { lockFolder } from ${JSON.stringify(join(import.meta.dir, '../../src/launch/folder-lock.ts'))}
      try { lockFolder(${JSON.stringify(data)}); console.log('mine') } catch (problem) { console.log(problem.name) }
      await Bun.stdin.text()`
    const children = Array.from({ length: 10 }, () =>
      Bun.spawn([process.execPath, '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    const said = await Promise.all(
      children.map(async ({ stdout }) => new TextDecoder().decode((await stdout.getReader().read()).value).trim()),
    )
    for (const child of children) void child.stdin.end()
    await Promise.all(children.map((child) => child.exited))
    expect(said.toSorted()).toEqual([...Array<string>(9).fill('BadFolder'), 'mine'])
  })
})

test('a file in the place of the folder is one sentence', () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'below')]) {
    expect(() => makeFolder(path)).toThrow(BadFolder)
    expect(() => makeFolder(path)).toThrow(/there is a file of that name/)
  }
})
