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
 * A witness in a folder, on another volume than the journal. Each text is a file with the next number, made by a hard
 * link. If two processes replace the same text, one makes the file and the other finds it there. The file system must
 * support hard links.
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
    // Not `writeSync`, which may write only a part on a disk that is nearly full.
    writeFileSync(file, text)
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Creates the default folder. If that fails, opening the witness reports it as away. */
export const makeWitnessFolder = (base: string): void => {
  try {
    mkdirSync(base, { recursive: true, mode: 0o700 })
  } catch {
    return
  }
}

/**
 * @param base must exist; each oracle has its own folder below it
 * @param oracle x-only public key, hex
 * @param holder this process's name among others
 */
export const witnessFolder = (base: string, oracle: string, holder: string): WitnessPlace => {
  const folder = join(base, oracle.slice(0, 16))
  const own = join(folder, `writing-${holder}`)

  /** False if another process has made this file. */
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
    // A process that is two numbers ahead may have deleted the file with the number that was free here.
    return numbersIn(folder)[0] === number
  }

  const tried = async <T>(work: () => T): Promise<T> => {
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (problem) {
      // If the folder above is missing, the volume is not mounted. The folder must not be made in its place.
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
