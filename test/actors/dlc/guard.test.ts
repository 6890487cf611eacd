import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BadGuard, SecondMessage, openGuard } from '../../../src/actors/dlc/guard.ts'
import { ORACLE } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'

let folder: string
let remove: () => void
let path: string
beforeEach(() => {
  ;({ folder, remove } = testFolder())
  path = join(folder, 'guard.sqlite')
})
afterEach(() => remove())

const bytes = (fill: number) => new Uint8Array(32).fill(fill)
const pair = (point: number, message: number) => ({ point: bytes(point), message: bytes(message) })

test('a commit is on the disk when it returns: full sync, and the emptied journal is synced too', () => {
  const used = spyOn(Database.prototype, 'run')
  const guard = openGuard(path, ORACLE)
  const [db] = used.mock.contexts as readonly unknown[]
  used.mockRestore()
  if (!(db instanceof Database)) throw new Error('no database was opened')
  const setting = (name: string) => Object.values(db.query(`PRAGMA ${name}`).get() as object)[0]
  expect(['synchronous', 'journal_mode', 'locking_mode', 'fullfsync'].map(setting)).toEqual([
    2,
    'truncate',
    'exclusive',
    1,
  ])
  guard.close()
})

describe('a nonce point', () => {
  test('keeps its message over restarts, and refuses another for ever', () => {
    const first = openGuard(path, ORACLE)
    expect(first.isNew).toBe(true)
    first.commit('E-1', [pair(1, 1)])
    first.commit('E-1', [pair(1, 1)])
    expect(() => first.commit('E-1', [pair(1, 2)])).toThrow(SecondMessage)
    first.close()
    const second = openGuard(path, ORACLE)
    expect(second.isNew).toBe(false)
    expect(() => second.commit('E-1', [pair(1, 2)])).toThrow(SecondMessage)
    expect(() => second.commit('E-2', [pair(1, 1)])).toThrow(SecondMessage)
    second.commit('E-1', [pair(1, 1)])
    expect(second.count()).toBe(1)
    second.close()
  })

  test('one bad pair enters none of them', () => {
    const guard = openGuard(path, ORACLE)
    guard.commit('E-1', [pair(3, 3)])
    expect(() => guard.commit('E-1', [pair(1, 1), pair(2, 2), pair(3, 4)])).toThrow(SecondMessage)
    expect(() => guard.commit('E-1', [pair(5, 1), pair(5, 2)])).toThrow(SecondMessage)
    expect(guard.count()).toBe(1)
    guard.commit('E-1', [pair(1, 9), pair(5, 9)])
    guard.close()
  })
})

describe('the file', () => {
  test('belongs to one process at a time', async () => {
    const guard = openGuard(path, ORACLE)
    expect(() => openGuard(path, ORACLE)).toThrow('another signer is running')
    const module = join(import.meta.dir, '../../../src/actors/dlc/guard.ts')
    const code = `import { openGuard } from ${JSON.stringify(module)}
      try { openGuard(${JSON.stringify(path)}, ${JSON.stringify(ORACLE)}); console.log('opened') } catch (e) { console.log(e.name) }`
    const other = () => Bun.spawnSync([process.execPath, '-e', code]).stdout.toString().trim()
    expect(other()).toBe('BadGuard')
    guard.commit('E-1', [pair(1, 1)])
    guard.close()
    expect(other()).toBe('opened')
    openGuard(path, ORACLE).close()
  })

  test('of a killed process is free again, with what it had committed', async () => {
    const module = join(import.meta.dir, '../../../src/actors/dlc/guard.ts')
    const code = `import { openGuard } from ${JSON.stringify(module)}
      const guard = openGuard(${JSON.stringify(path)}, ${JSON.stringify(ORACLE)})
      guard.commit('E-1', [{ point: new Uint8Array(32).fill(1), message: new Uint8Array(32).fill(1) }])
      console.log('committed'); setInterval(() => {}, 1000)`
    const child = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe' })
    for await (const _ of child.stdout) break
    expect(() => openGuard(path, ORACLE)).toThrow(BadGuard)
    child.kill('SIGKILL')
    await child.exited
    const guard = openGuard(path, ORACLE)
    expect(() => guard.commit('E-1', [pair(1, 2)])).toThrow(SecondMessage)
    guard.close()
  })

  test('of another oracle, of another program, or damaged is refused', () => {
    openGuard(path, ORACLE).close()
    expect(() => openGuard(path, 'ab'.repeat(32))).toThrow('belongs to the oracle')
    const other = join(folder, 'other.sqlite')
    const db = new Database(other)
    db.run('CREATE TABLE t (x)')
    db.close()
    expect(() => openGuard(other, ORACLE)).toThrow("another program's database")
    const newer = new Database(path)
    newer.run('PRAGMA user_version = 1')
    newer.close()
    expect(() => openGuard(path, ORACLE)).toThrow('written by a newer release')
    const text = join(folder, 'text')
    writeFileSync(text, 'no database at all, but long enough to be looked at. '.repeat(200))
    expect(() => openGuard(text, ORACLE)).toThrow(BadGuard)
    expect(() => openGuard(join(folder, 'missing', 'guard'), ORACLE)).toThrow(BadGuard)
  })

  test('is for its owner alone, one file, and lets no row be changed or deleted', () => {
    const guard = openGuard(path, ORACLE)
    guard.commit('E-1', [pair(1, 1)])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    guard.close()
    const db = new Database(path)
    expect(() => db.run("UPDATE signed SET event = 'E-2'")).toThrow('what was signed stays')
    expect(() => db.run('DELETE FROM signed')).toThrow('what was signed stays')
    db.close()
  })
})
