import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { socketPath, startRedis } from '../store/redis/embedded-redis.ts'
import type { RedisAddress } from '../store/redis/redis.ts'
import { REDIS_FOLDER, socketOf } from './data-folder.ts'
import { BadFolder, lockFolder } from './folder-lock.ts'

/** The embedded Redis of a data folder, for one command. */
export interface FolderRedis {
  readonly address: RedisAddress
  /** `running`: a launcher has locked the folder, and this is its Redis. `started`: started for this command. */
  readonly how: 'running' | 'started'
  /** Stops a Redis that was started for the command, and releases the folder. */
  close(): Promise<void>
}

/** Whether a Redis of this data folder was ever started. */
export const hasFolderRedis = (path: string): boolean => existsSync(join(path, REDIS_FOLDER))

const lockIfFree = (folder: string): ReturnType<typeof lockFolder> | null => {
  try {
    return lockFolder(folder)
  } catch (problem) {
    if (problem instanceof BadFolder) return null
    throw problem
  }
}

/**
 * Starts a Redis on the files of a folder that the caller has locked. If a Redis runs there, its launcher has ended and
 * it is about to end too. This waits for its end, since two servers would damage the append-only file.
 */
export const startFolderRedis = async (path: string): Promise<FolderRedis> => {
  const folder = resolve(path)
  const socket = socketOf(folder)
  mkdirSync(dirname(socket), { recursive: true, mode: 0o700 })
  const redis = await startRedis({ folder: join(folder, REDIS_FOLDER), socket, replace: true })
  return { address: redis.address, how: 'started', close: () => redis.stop() }
}

/** The Redis of the launcher that uses this folder, or one started here if no launcher does. */
export const visitFolderRedis = async (path: string): Promise<FolderRedis> => {
  const folder = resolve(path)
  const lock = lockIfFree(folder)
  if (!lock) {
    const address = { path: socketPath(join(folder, REDIS_FOLDER), socketOf(folder)) }
    return { address, how: 'running', close: async () => {} }
  }
  try {
    const started = await startFolderRedis(folder)
    return { ...started, close: () => started.close().finally(lock.release) }
  } catch (problem) {
    lock.release()
    throw problem
  }
}
