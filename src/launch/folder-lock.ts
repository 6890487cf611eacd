import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The data folder cannot be used, or another launcher uses it. The message says what to do. */
export class BadFolder extends Error {
  override readonly name = 'BadFolder'
}

/** Makes a folder; a file in its place, or a folder that may not be written, is one sentence. */
export const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (problem) {
    const { code } = problem as { code?: string }
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'there is a file of that name' : String(code)
    throw new BadFolder(
      `the data folder ${folder} cannot be made: ${why}. Name another folder, or remove what is there.`,
    )
  }
}

/**
 * When a process started, in words that only need to be compared: a process number is used again after some time. `''`
 * when there is no such process.
 */
const startOf = (pid: number): string => {
  try {
    // Field 22 of the line; the second, the name in brackets, may itself hold spaces.
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[19]!
  } catch {
    if (process.platform === 'linux') return ''
    return Bun.spawnSync(['ps', '-o', 'lstart=', '-p', String(pid)])
      .stdout.toString()
      .trim()
  }
}

/** A mark is `<pid> <start>`: it holds while that very process is there. */
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

/** Linking is the one way to make a file that is complete from the first moment and fails when there is one. */
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
 * Reserves a folder for this launcher until `release`, or until the process is gone: two of them would share one
 * embedded Redis, and the first to leave would end it for the other.
 */
export const lockFolder = (folder: string): { release(): void } => {
  const file = join(folder, 'launcher.pid')
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
