import { closeSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import type { ChainEnd } from './journal-lines.ts'
import type { DlcPaths } from './paths.ts'

/**
 * A file that the running signer writes each second: the time, the end of the journal, and the inode of the journal.
 * Without a witness only this file tells a folder in which a signer ran a moment ago from an older copy of it. It needs
 * no sync: if it is lost, the folder counts as old.
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

/** What the last heartbeat says about its folder. */
export interface LastBeat {
  readonly at: number
  readonly end: ChainEnd
  /** As far as the files show, neither it nor the journal was copied here: the signer wrote both in this place. */
  readonly isInPlace: boolean
}

/** Most time between its own timestamp and its change time on the disk. Even a quick copy is changed later. */
const WRITTEN_WITHIN_MS = 500

/** `null` if there is none, or it cannot be read. */
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
