import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openGuard } from '../../../src/actors/dlc/guard.ts'
import { oracleFiles } from '../../../src/actors/dlc/paths.ts'
import { ORACLE } from '../actors/dlc/oracle-parts.ts'
import { BEGUN_AT } from './story.ts'

/** A data folder as texts that a reader can compare, and back. */

/** Text by name: below the folder where it lies in one. */
export type Files = Readonly<Record<string, string>>

/** A payment, and what it bought. */
export interface Token {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
  /** What its buyer was told; `null`: nothing yet. */
  readonly answer: string | null
}

/** What outsiders know of the folder. */
export interface Story {
  readonly tokens: readonly Token[]
  /** Ids of events, by name. */
  readonly events: Readonly<Record<string, string>>
}

const GUARD = 'dlc/guard.jsonl'

const readGuard = (folder: string): string => {
  const guard = openGuard(oracleFiles(join(folder, 'dlc')).guard, ORACLE)
  const rows = guard.page(null, 10_000)
  guard.close()
  return rows
    .map(({ point, message, event }) => `${JSON.stringify([point.toHex(), message.toHex(), event])}\n`)
    .join('')
}

const writeGuard = (folder: string, text: string): void => {
  const guard = openGuard(oracleFiles(join(folder, 'dlc')).guard, ORACLE)
  for (const line of text.trimEnd().split('\n')) {
    const [point, message, event] = JSON.parse(line) as [string, string, string]
    guard.commit(event, [{ point: Uint8Array.fromHex(point), message: Uint8Array.fromHex(message) }])
  }
  guard.close()
}

/** Ids that Redis has given by its own clock, which are no times of the story. */
const GIVEN = /\b(1[5-9]\d{11})-(\d+)\b/g
const isGiven = (ms: number): boolean => Math.abs(ms - BEGUN_AT) > 3_600_000

/** The streams that such ids are of; those of two streams may be equal. */
const STREAMS: readonly string[] = ['outbox', 'ledger', 'journal']
const streamOf = (name: string, line: string): string => {
  const about = name === 'redis.jsonl' ? line.slice(0, line.indexOf('cells')) : name
  return STREAMS.find((stream) => about.includes(stream)) ?? 'none'
}

/** The same ids, counted in the order of each stream: of two runs of one story the texts are the same. */
const counted = (files: Files): Files => {
  const lines = Object.entries(files).flatMap(([name, text]) =>
    text.split('\n').map((line) => ({ name, line, stream: streamOf(name, line) })),
  )
  const names = new Map(
    STREAMS.map((stream) => {
      const found = lines.flatMap((each) => (each.stream === stream ? [...each.line.matchAll(GIVEN)] : []))
      const given = [...new Set(found.flatMap(([id, ms]) => (isGiven(Number(ms)) ? [id] : [])))].toSorted()
      return [stream, new Map(given.map((id, at) => [id, `${1_500_000_000_000 + at}-0`]))] as const
    }),
  )
  const told = lines.map(({ name, line, stream }) => ({
    name,
    line: line.replaceAll(GIVEN, (id) => names.get(stream)?.get(id) ?? id),
  }))
  const byName = Map.groupBy(told, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, own]) => [name, own.map(({ line }) => line).join('\n')]))
}

const isText = (name: string): boolean => /\.jsonl?$/.test(name)

/** @param more texts that lie in no file of the folder */
export const readFiles = (folder: string, more: Files): Files => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isText).toSorted()
  const texts = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])
  const files = { ...more, ...Object.fromEntries(texts), [GUARD]: readGuard(folder) }
  // Which file the journal is on the disk.
  const heartbeat = files['dlc/heartbeat.json']!.replace(/"journal":\d+/, '"journal":0')
  return counted({ ...files, 'dlc/heartbeat.json': heartbeat })
}

/** What a formatter leaves as it is. */
const KEPT_AS = '.txt'

/** Files of a folder of texts, as `readFiles` has them. */
export const keptFiles = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(KEPT_AS))
      .map((name) => [name.slice(0, -KEPT_AS.length), readFileSync(join(folder, name), 'utf8')]),
  )

/** Puts a data folder there, without what lies in Redis. */
export const writeFiles = (folder: string, files: Files): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    if (name === GUARD) writeGuard(folder, text)
    else writeFileSync(join(folder, name), text)
  }
}
