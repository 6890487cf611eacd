import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER_FILES } from './folder-use.ts'

/** The data folder cannot be used, or another launcher uses it. The message says what to do. */
export class BadFolder extends Error {
  override readonly name = 'BadFolder'
}

const FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not change it',
  EROFS: 'its file system can only be read',
  ENOSPC: 'its disk is full',
}
/** Of the folder itself; what is in it is named by the system. */
const TAKEN_NAMES: readonly string[] = ['EEXIST', 'ENOTDIR']

const isOfSystem = (problem: unknown): problem is Error & { readonly code: string } =>
  problem instanceof Error && typeof (problem as { code?: unknown }).code === 'string' && 'syscall' in problem

/** Does something to a data folder. What the system refuses is thrown as `BadFolder`. */
export const onFolder = <T>(folder: string, cannot: 'made' | 'used', act: () => T): T => {
  try {
    return act()
  } catch (problem) {
    if (!isOfSystem(problem)) throw problem
    const isTaken = cannot === 'made' && TAKEN_NAMES.includes(problem.code)
    const why = isTaken ? 'there is a file of that name' : (FAULTS[problem.code] ?? problem.message)
    throw new BadFolder(`the data folder ${folder} cannot be ${cannot}: ${why}. Name another folder, or mend that one.`)
  }
}

/** Makes a folder. Throws `BadFolder` if a file has that name or the folder cannot be made. */
export const makeFolder = (folder: string): void =>
  onFolder(folder, 'made', () => void mkdirSync(folder, { recursive: true }))

/**
 * A text that stands for the start time of a process, to be compared only. It is needed because the system uses process
 * ids again. `''` when there is no such process.
 */
const startOf = (pid: number): string => {
  try {
    // Field 22 of the line. The second field, the name in brackets, may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[19]!
  } catch {
    if (process.platform === 'linux') return ''
    return Bun.spawnSync(['ps', '-o', 'lstart=', '-p', String(pid)])
      .stdout.toString()
      .trim()
  }
}

/** A mark is `<pid> <start>`: it is valid while that same process runs. */
const alive = (mark: string): boolean => {
  const [, pid, start] = /^(\d+) (.+)$/.exec(mark.trim()) ?? []
  return pid !== undefined && startOf(Number(pid)) === start
}

const readMark = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Links the complete file to its name: the link appears at once with its content, and fails if the name exists. */
const claim = (own: string, file: string): boolean => {
  try {
    linkSync(own, file)
    return true
  } catch (problem) {
    if ((problem as { code?: string }).code === 'EEXIST') return false
    throw problem
  }
}

/** Removes the mark of a dead launcher. If another launcher has put its mark there meanwhile, that one is restored. */
const putAside = (file: string, aside: string): void => {
  try {
    renameSync(file, aside)
    if (alive(readMark(aside) ?? '')) claim(aside, file)
    rmSync(aside, { force: true })
  } catch (problem) {
    if ((problem as { code?: string }).code !== 'ENOENT') throw problem
  }
}

/**
 * Reserves a folder for this launcher until `release`, or until the process is gone. Two launchers would share one
 * embedded Redis, and the first to end would stop it for the other.
 */
export const lockFolder = (folder: string): { release(): void } => {
  const file = join(folder, FOLDER_FILES.lock)
  const mark = `${process.pid} ${startOf(process.pid)}\n`
  const own = `${file}.${process.pid}`
  writeFileSync(own, mark, { mode: 0o600 })
  try {
    while (!claim(own, file)) {
      const holder = readMark(file)
      if (holder !== null && alive(holder))
        throw new BadFolder(
          `the data folder ${folder} is in use by process ${holder.split(' ')[0]}. Stop that one first, or name another folder.`,
        )
      putAside(file, `${own}.aside`)
    }
  } finally {
    rmSync(own, { force: true })
  }
  return {
    release: () => {
      if (readMark(file) === mark) rmSync(file, { force: true })
    },
  }
}
