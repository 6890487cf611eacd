import {
  closeSync,
  fdatasyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../../files/sync-folder.ts'
import { WitnessAway, type WitnessPlace } from './witness.ts'

/**
 * A witness in a folder, on another volume than the journal. Each text is a file with the next number, made by a link:
 * of two who replace the same text one makes the file, and the other finds it there. The folder's file system must know
 * hard links.
 */

const NAME = /^head-(\d{12})\.json$/

const nameOf = (number: number): string => `head-${String(number).padStart(12, '0')}.json`

const isThere = (problem: unknown): boolean => (problem as { code?: string }).code === 'EEXIST'

const numbersIn = (folder: string): readonly number[] =>
  readdirSync(folder)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => b - a)

const writeDurably = (path: string, text: string): void => {
  const file = openSync(path, 'w', 0o600)
  try {
    // Not `writeSync`, which may write a part of it on a disk that is nearly full.
    writeFileSync(file, text)
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** For the folder that nobody named. One that cannot be made is found to be away. */
export const makeWitnessFolder = (base: string): void => {
  try {
    mkdirSync(base, { recursive: true, mode: 0o700 })
  } catch {
    return
  }
}

/**
 * @param base is there already; the heads of each oracle lie in a folder of its own below it
 * @param oracle x-only public key, hex
 * @param holder this process's name among others
 */
export const witnessFolder = (base: string, oracle: string, holder: string): WitnessPlace => {
  const folder = join(base, oracle.slice(0, 16))
  const own = join(folder, `writing-${holder}`)

  /** False when somebody was there before. */
  const link = (number: number, text: string): boolean => {
    writeDurably(own, text)
    try {
      linkSync(own, join(folder, nameOf(number)))
    } catch (problem) {
      if (isThere(problem)) return false
      throw problem
    } finally {
      rmSync(own, { force: true })
    }
    // Whoever was two ahead may have tidied up the very number that was free here.
    return numbersIn(folder)[0] === number
  }

  const tried = async <T>(work: () => T): Promise<T> => {
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (problem) {
      // A folder above it that is gone is a volume that is not there, and must not be made in its place.
      if (!isThere(problem)) throw new WitnessAway(`the witness ${folder} is not there: ${String(problem)}`)
    }
    try {
      return work()
    } catch (problem) {
      throw new WitnessAway(`the witness ${folder} cannot be used: ${String(problem)}`)
    }
  }
  return {
    name: `the witness ${folder}`,
    read: () =>
      tried(() => {
        const [number] = numbersIn(folder)
        if (number === undefined) return null
        return { text: readFileSync(join(folder, nameOf(number)), 'utf8'), mark: String(number) }
      }),
    replace: (text, mark) =>
      tried(() => {
        const [newest] = numbersIn(folder)
        if ((newest === undefined ? null : String(newest)) !== mark) return null
        const number = Number(mark ?? 0) + 1
        if (!link(number, text)) return null
        syncFolder(folder)
        for (const old of numbersIn(folder)) if (old < number) rmSync(join(folder, nameOf(old)), { force: true })
        return String(number)
      }),
  }
}
