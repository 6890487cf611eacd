import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Redis } from 'ioredis'

/** A data folder of a release, and what its buyers know, in one file: keys of Redis as `DUMP` gives them, and all else. */
export interface Packed {
  /** The release: a commit. */
  readonly commit: string
  /** Name, milliseconds that it has left (0: for ever), and what `DUMP` gave, base64. */
  readonly keys: readonly (readonly [string, number, string])[]
  /** Contents by path below the data folder, base64. */
  readonly files: Readonly<Record<string, string>>
  /** The same of the folder of the witness beside it. */
  readonly witness: Readonly<Record<string, string>>
  readonly story: PackedStory
}

/** A payment, and what it bought. */
export interface Sold {
  readonly path: string
  readonly header: string
  readonly value: string
  readonly answer: string
}

/** What is kept of a series. */
export interface History {
  readonly candles: readonly unknown[]
  readonly rows: readonly unknown[]
}

export interface PackedStory {
  /** Unix milliseconds, just before it was packed. */
  readonly at: number
  readonly l402: Sold
  readonly x402: Sold
  /** Announced: an enum event, and a contract whose maturity has passed since. */
  readonly open: { readonly enum: string; readonly threshold: string }
  /** An enum event with its attestation as it was served. */
  readonly decided: { readonly id: string; readonly attestation: string }
  /** Of two hours before that time, as the release read them, by series. */
  readonly history: Readonly<Record<string, History>>
}

export const readTree = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path).toString('base64')] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Owner only, as keys have to be. */
export const writeTree = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, Buffer.from(text, 'base64'), { mode: 0o600 })
  }
}

export const dumpKeys = async (redis: Redis, keys: readonly string[]): Promise<Packed['keys']> => {
  const dumped = await Promise.all(
    keys.toSorted().map(async (key) => {
      const [left, dump] = await Promise.all([redis.pttl(key), redis.dumpBuffer(key)])
      // Its time has ended since it was listed.
      return dump === null ? [] : [[key, Math.max(0, left), dump.toString('base64')] as const]
    }),
  )
  return dumped.flat()
}

export const restoreKeys = async (redis: Redis, keys: Packed['keys']): Promise<void> => {
  for (const [key, left, dump] of keys) await redis.restore(key, left, Buffer.from(dump, 'base64'))
}

export const readPacked = (file: string): Packed =>
  JSON.parse(new TextDecoder().decode(Bun.gunzipSync(readFileSync(file)))) as Packed

export const writePacked = (file: string, packed: Packed): void =>
  writeFileSync(file, Bun.gzipSync(new TextEncoder().encode(JSON.stringify(packed)), { level: 9 }))
