import { expect, test } from 'bun:test'
import { chmodSync, cpSync, existsSync, fstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { prepareKey, rotateKey } from '../../../src/actors/publisher/rotate-keys.ts'
import { DISK, type Syncing, writeNew, writeWhole } from '../../../src/files/write-whole.ts'
import { ROTATION_TIMES, rotationPlace, writeSecret } from '../../support/rotation.ts'

/** The key that is made beforehand, and how it and every other file come onto the disk. */

const place = await rotationPlace()
const { stack, parts, opened, chain } = place
const inFolder = (name: string) => join(place.folder(), name)
const NEXT = 'x402.ed25519.next.key'
const OLD = 'x402.ed25519.old.key'
const textOf = (name: string) => readFileSync(inFolder(name), 'utf8')

test('a prepared key leaves the mode of a folder alone that was there, and makes one for its owner', async () => {
  await opened()
  const shared = `${place.folder()}-shared`
  mkdirSync(shared)
  chmodSync(shared, 0o755)
  await prepareKey(parts({ nextFolder: shared }))
  expect(statSync(shared).mode & 0o777).toBe(0o755)
  const own = join(shared, 'own')
  await prepareKey(parts({ rail: 'l402', nextFolder: own }))
  expect(statSync(own).mode & 0o777).toBe(0o700)
})

test('a prepared key is one that has not signed before', async () => {
  await opened()
  await prepareKey(parts())
  await rotateKey(parts(), ROTATION_TIMES)
  cpSync(inFolder(OLD), inFolder(NEXT))
  await expect(prepareKey(parts())).rejects.toThrow('has signed before, so it cannot follow')
  expect(await chain()).toHaveLength(4)
})

test.each<[string, typeof writeNew]>([
  ['new', writeNew],
  ['replaced', writeWhole],
])('a file (%s) is whole on the disk before its folder is, and then it returns', (_, write) => {
  const path = inFolder('some.key')
  const before = readdirSync(place.folder()).length
  const steps: unknown[] = []
  const syncing: Syncing = {
    file: (descriptor) => void steps.push(['file', fstatSync(descriptor).size, readdirSync(place.folder()).length]),
    folder: (folder) => void steps.push(['folder', folder === place.folder(), textOf('some.key')]),
  }
  write(path, 'text', syncing)
  expect(steps).toEqual([
    ['file', 4, before + 1],
    ['folder', true, 'text'],
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(place.folder()).filter((name) => name.startsWith('.'))).toEqual([])
  if (write === writeNew) expect(() => write(path, 'other')).toThrow('EEXIST')
  else write(path, 'other')
  expect(textOf('some.key')).toBe(write === writeNew ? 'text' : 'other')
})

test.each(['made', 'found'])(
  'a prepared key is on the disk, with its folders, before it is promised (%s)',
  async (how) => {
    await opened()
    const nextFolder = join(place.folder(), 'far', 'away')
    const path = join(nextFolder, NEXT)
    if (how === 'found') {
      mkdirSync(nextFolder, { recursive: true })
      writeSecret(path, '5a'.repeat(32))
    }
    const steps: unknown[] = []
    const syncing: Syncing = {
      file: (descriptor) => void steps.push(fstatSync(descriptor).ino === statSync(path).ino),
      folder: (folder) => void steps.push([relative(place.folder(), folder), existsSync(path)]),
    }
    const keyDocuments = {
      ...stack.store.keyDocuments,
      append: async () => {
        steps.push('promised')
        return false
      },
    }
    const store = { ...place.store(), keyDocuments }
    await expect(prepareKey(parts({ nextFolder, syncing, store }))).rejects.toThrow('at the same time')
    const made =
      how === 'made'
        ? [
            ['far', false],
            ['', false],
          ]
        : []
    expect(steps).toEqual([...made, true, ['far/away', true], 'promised'])
  },
)

test('where nothing else is said it is the disk itself that is asked', () => {
  // The highest descriptor that there can be: nobody has it.
  expect(() => DISK.file(2 ** 31 - 1)).toThrow('EBADF')
  expect(() => DISK.folder(inFolder('none'))).toThrow('ENOENT')
})
