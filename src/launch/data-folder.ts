import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createNostrKey } from '../actors/courier/nostr-key.ts'
import { createWebhookKey } from '../actors/courier/webhook-key.ts'
import { createDlcKeys } from '../actors/dlc/dlc-keys.ts'
import { dlcPaths } from '../actors/dlc/paths.ts'
import { createKeys } from '../actors/publisher/keys.ts'
import { ledgerFolder } from '../ledger/months.ts'
import type { Random } from '../ports.ts'
import { BadRedis } from '../store/redis/redis.ts'
import { lockFolder, makeFolder, onFolder } from './folder-lock.ts'
import { claimUse, FOLDER_FILES, type FolderUse, refuseForeign } from './folder-use.ts'

/** Where in a data folder the files of its Redis lie. */
export const REDIS_FOLDER = 'redis'

/** The folder of everything that must outlive a process: keys, secrets, ledger, the append-only file of Redis. */
export interface DataFolder {
  readonly keys: string
  /** Folder of guard and journal of the DLC signer. */
  readonly oracle: string
  /** Folder of the ledger. */
  readonly ledger: string
  /** The operator's own `calendar-official.json`; `null` where there is none. */
  readonly calendar: string | null
  /** The operator's own `calendar-estimates.csv`; `null` where there is none. */
  readonly estimates: string | null
  readonly redis: string
  /** Folder of the built pages. */
  readonly web: string
  readonly socket: string
  /** The key files that this start has made; empty at every later start. */
  readonly created: readonly string[]
  /** 64 hex digits, made at the first start. */
  secret(name: string): string
  /** Releases the lock, so that another launcher may use the folder. */
  release(): void
}

/** Whether other users may enter this folder and every folder above it. */
const reachable = (folder: string): boolean => {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if ((statSync(at).mode & 0o001) === 0) return false
  return true
}

/** The socket's folder if the server's group cannot reach the data folder. */
const outside = (folder: string): string => join(tmpdir(), `claros-${Bun.hash(folder).toString(36)}`)

/**
 * The socket's own folder: only the group that the server runs as may read it. It lies in the data folder unless a
 * folder above that is closed to other users, as root's home is.
 */
const socketFolder = (folder: string, group: number | undefined): string => {
  const inside = join(folder, 'run')
  mkdirSync(inside, { recursive: true, mode: 0o700 })
  if (group === undefined) return inside
  chmodSync(inside, 0o711)
  const chosen = reachable(inside) ? inside : outside(folder)
  mkdirSync(chosen, { recursive: true, mode: 0o700 })
  // In a folder that is open to all, another user may have made a folder or a link of this name. It must not be used.
  const found = lstatSync(chosen)
  if (!found.isDirectory() || found.uid !== process.getuid!())
    throw new BadRedis(`${chosen} belongs to another user. Remove it, or set DATA_DIR to a folder others can reach.`)
  chownSync(chosen, process.getuid!(), group)
  chmodSync(chosen, 0o710)
  return chosen
}

/** Path of the socket of this folder's Redis, whether it runs or not: for commands that run beside the launcher. */
export const socketOf = (folder: string): string => {
  const file = join(outside(folder), 'redis.sock')
  const isOurs = existsSync(file) && lstatSync(outside(folder)).uid === process.getuid?.()
  return isOurs ? file : join(folder, 'run', 'redis.sock')
}

/** Makes what is missing in a folder that is locked. */
const filesIn = (folder: string, random: Random, socketGroup: number | undefined, release: () => void): DataFolder => {
  const keys = join(folder, 'keys')
  const secrets = join(folder, 'secrets')
  mkdirSync(secrets, { recursive: true, mode: 0o700 })
  const ownFile = (name: string): string | null => {
    const file = join(folder, name)
    return existsSync(file) ? file : null
  }
  return {
    keys,
    ledger: ledgerFolder(folder),
    calendar: ownFile(FOLDER_FILES.calendar),
    estimates: ownFile(FOLDER_FILES.estimates),
    redis: join(folder, REDIS_FOLDER),
    web: join(folder, 'web'),
    socket: join(socketFolder(folder, socketGroup), 'redis.sock'),
    oracle: dlcPaths(folder).folder,
    created: [createKeys, createDlcKeys, createWebhookKey, createNostrKey].flatMap((create) => create(keys, random)),
    release,
    secret: (name) => {
      const file = join(secrets, name)
      if (!existsSync(file))
        writeFileSync(file, `${Buffer.from(random.bytes(32)).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
      return readFileSync(file, 'utf8').trim()
    },
  }
}

/**
 * Opens the folder and locks it for this launcher. Throws `BadFolder`, `BadConfig` for a folder of another use, and
 * `BadKeys`, all before a key is made.
 */
export const openDataFolder = (
  path: string,
  use: FolderUse,
  random: Random,
  socketGroup: number | undefined,
): DataFolder => {
  const folder = resolve(path)
  makeFolder(folder)
  return onFolder(folder, 'used', () => {
    refuseForeign(folder)
    const { release } = lockFolder(folder)
    try {
      claimUse(folder, use)
      chmodSync(folder, socketGroup === undefined ? 0o700 : 0o711)
      return filesIn(folder, random, socketGroup, release)
    } catch (problem) {
      release()
      throw problem
    }
  })
}
