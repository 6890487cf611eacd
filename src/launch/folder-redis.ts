import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { socketPath, startRedis } from '../store/redis/embedded-redis.ts'
import type { RedisAddress } from '../store/redis/redis.ts'
import { socketOf } from './data-folder.ts'
import { BadFolder, lockFolder } from './folder-lock.ts'

/** The embedded Redis of a data folder, for one command. */
export interface FolderRedis {
  readonly address: RedisAddress
  /** `running`: a launcher holds the folder, and this is its Redis. */
  readonly how: 'running' | 'started'
  /** Ends what was started for the command, and lets go of the folder. */
  close(): Promise<void>
}

const lockIfFree = (folder: string): ReturnType<typeof lockFolder> | null => {
  try {
    return lockFolder(folder)
  } catch (problem) {
    if (problem instanceof BadFolder) return null
    throw problem
  }
}

/**
 * Starts a Redis on the files of a folder that is locked by the caller. One that is running there has outlived its
 * launcher and is about to end. It is waited for, since two servers would damage the append-only file.
 */
export const startFolderRedis = async (path: string): Promise<FolderRedis> => {
  const folder = resolve(path)
  const socket = socketOf(folder)
  mkdirSync(dirname(socket), { recursive: true, mode: 0o700 })
  const redis = await startRedis({ folder: join(folder, 'redis'), socket, replace: true })
  return { address: redis.address, how: 'started', close: () => redis.stop() }
}

/** The Redis of the launcher that runs there, or one of our own while nobody does. */
export const visitFolderRedis = async (path: string): Promise<FolderRedis> => {
  const folder = resolve(path)
  const lock = lockIfFree(folder)
  if (!lock) {
    const address = { path: socketPath(join(folder, 'redis'), socketOf(folder)) }
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
