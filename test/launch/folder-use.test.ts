import { afterAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { BadKeys } from '../../src/actors/secret-file.ts'
import { BadConfig } from '../../src/config.ts'
import { openDataFolder } from '../../src/launch/data-folder.ts'
import { BadFolder, onFolder } from '../../src/launch/folder-lock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { testFolder } from '../support/test-folder.ts'

/** Which folders a launcher takes, and that it leaves the others as they are. */

const { folder: root, remove } = testFolder()
afterAll(remove)

const made = (...names: readonly string[]): string => {
  const data = mkdtempSync(join(root, 'data with blanks-'))
  for (const name of names) writeFileSync(join(data, name), '')
  return data
}

const open = (data: string, use: 'live' | 'demo' = 'live') => openDataFolder(data, use, systemRandom, undefined)

const refusal = (data: string, use?: 'live' | 'demo'): Error | null => {
  try {
    open(data, use).release()
    return null
  } catch (problem) {
    return problem as Error
  }
}

describe('a folder with files of somebody else', () => {
  test('is refused, named with what it holds, and left as it is', () => {
    const home = made('photo.jpg', 'letter.txt', '.bashrc', 'b.txt')
    chmodSync(home, 0o755)
    const problem = refusal(home)
    expect(problem).toBeInstanceOf(BadConfig)
    expect(problem!.message).toBe(
      `the data folder ${home} holds other files (.bashrc, b.txt, letter.txt, …) and none of this service. Name a new or an empty folder.`,
    )
    expect(readdirSync(home).toSorted()).toEqual(['.bashrc', 'b.txt', 'letter.txt', 'photo.jpg'])
    expect(statSync(home).mode & 0o777).toBe(0o755)
  })

  test('is taken where they lie beside files of ours, or are those of a file system', () => {
    for (const data of [
      made(),
      made('lost+found'),
      made('calendar-official.json', 'notes.txt'),
      made('launcher.pid'),
      join(made(), 'new', 'one'),
    ]) {
      expect([data, refusal(data)]).toEqual([data, null])
      expect(readFileSync(join(data, 'used-for'), 'utf8')).toBe('live\n')
      // And again, with what is there now.
      expect(refusal(data)).toBeNull()
    }
  })
})

describe('a folder of another use', () => {
  test('real keys sign nothing of a demonstration, and play money stands in no real books', () => {
    for (const [first, second, words] of [
      ['live', 'demo', 'belongs to "npm start": its keys sign for real money'],
      ['demo', 'live', 'belongs to a demonstration'],
    ] as const) {
      const data = made()
      open(data, first).release()
      const before = readdirSync(join(data, 'keys')).map((name) => readFileSync(join(data, 'keys', name), 'utf8'))
      const problem = refusal(data, second)
      expect(problem).toBeInstanceOf(BadConfig)
      expect(problem!.message).toContain(words)
      expect(readdirSync(join(data, 'keys')).map((name) => readFileSync(join(data, 'keys', name), 'utf8'))).toEqual(
        before,
      )
      // The refusal keeps no lock.
      expect(refusal(data, first)).toBeNull()
    }
  })

  test('is known without a mark: of an earlier release, or one that was put back from a backup', () => {
    const demo = made('demo.json')
    mkdirSync(join(demo, 'keys'))
    expect(refusal(demo, 'live')?.message).toContain('belongs to a demonstration')
    expect(refusal(demo, 'demo')).toBeNull()
    const live = made()
    mkdirSync(join(live, 'keys'))
    expect(refusal(live, 'demo')?.message).toContain('belongs to "npm start"')
    expect(refusal(live, 'live')).toBeNull()
    const torn = made('used-for')
    expect(refusal(torn, 'demo')).toBeNull()
  })
})

describe('what the system refuses', () => {
  test('is one sentence with the folder in it', () => {
    const loop = join(root, 'loop')
    symlinkSync(loop, loop)
    const file = join(root, 'file')
    writeFileSync(file, '')
    const data = made('keys')
    for (const [folder, words] of [
      [loop, 'cannot be made: there is a file of that name'],
      [file, 'cannot be made: there is a file of that name'],
      [join(file, 'below'), 'cannot be made: there is a file of that name'],
      ['/proc/nowhere', 'cannot be made: ENOENT'],
      [data, 'cannot be used: EEXIST'],
    ] as const) {
      const problem = refusal(folder)
      expect([folder, problem]).toMatchObject([folder, { name: 'BadFolder' }])
      expect(problem!.message).toStartWith(`the data folder ${folder} ${words}`)
      expect(problem!.message).toEndWith('. Name another folder, or mend that one.')
    }
    expect(existsSync(join(data, 'launcher.pid'))).toBe(false)
  })

  test('is said in words where there are better ones than a code; what is no fault of the system is passed on', () => {
    const fails = (code: string) => () =>
      onFolder('/data', 'used', () => {
        throw Object.assign(new Error(`${code}: what it says`), { code, syscall: 'open' })
      })
    expect(fails('EACCES')).toThrow('the data folder /data cannot be used: this user may not write there.')
    expect(fails('EROFS')).toThrow('its file system can only be read')
    expect(fails('ENOSPC')).toThrow('its disk is full')
    expect(fails('EIO')).toThrow('EIO: what it says')
    expect(fails('EIO')).toThrow(BadFolder)
    expect(() =>
      onFolder('/data', 'used', () => {
        throw new BadKeys('a key')
      }),
    ).toThrow(BadKeys)
  })
})
