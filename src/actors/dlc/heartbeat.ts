import { closeSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import type { ChainEnd } from './journal-lines.ts'
import type { DlcPaths } from './paths.ts'

/**
 * A sign of life in the folder, written each second by the signer at work: when, how far the journal was, and which file
 * on the disk that was. Without a witness it is all there is to tell a folder that was left a moment ago from an older
 * copy of it. It needs no sync: one that is lost is taken for old.
 */

interface Beat extends ChainEnd {
  /** Unix milliseconds. */
  readonly at: number
  /** The journal's inode: a copy has another. */
  readonly journal: number
}

type Files = Pick<DlcPaths, 'journal' | 'heartbeat'>

export const writeHeartbeat = ({ journal, heartbeat }: Files, end: ChainEnd, at: number): void => {
  const own = `${heartbeat}.next`
  const beat: Beat = { at, ...end, journal: statSync(journal).ino }
  const file = openSync(own, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify(beat))
  } finally {
    closeSync(file)
  }
  renameSync(own, heartbeat)
}

/** What the last one says of the folder that it lies in. */
export interface LastBeat {
  readonly at: number
  readonly end: ChainEnd
  /** Neither it nor the journal was put here by anybody but the signer that wrote it, as far as the files can tell. */
  readonly isInPlace: boolean
}

/** From its moment to its arrival on the disk; a copy of it, however fresh, arrives later. */
const WRITTEN_WITHIN_MS = 500

/** `null` when there is none that can be read. */
export const readHeartbeat = ({ journal, heartbeat }: Files): LastBeat | null => {
  try {
    const { at, line, hash, journal: inode } = JSON.parse(readFileSync(heartbeat, 'utf8')) as Beat
    const arrived = statSync(heartbeat).ctimeMs
    const isInPlace = statSync(journal).ino === inode && Math.abs(arrived - at) <= WRITTEN_WITHIN_MS
    return Number.isFinite(at) ? { at, end: { line, hash }, isInPlace } : null
  } catch (problem) {
    if (problem instanceof SyntaxError || (problem as { code?: string }).code === 'ENOENT') return null
    throw problem
  }
}
