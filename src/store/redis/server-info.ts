import type { RedisClient } from './client.ts'
import { allPrimaries } from './cluster-nodes.ts'

/**
 * The state of the Redis process itself; of a cluster that of all primaries together, and the memory of the fullest. What it
 * does not say, or says in a form that we do not know, is left out.
 */
export interface ServerInfo {
  readonly memoryBytes?: number
  /** 0: it has no limit. */
  readonly memoryLimitBytes?: number
  /** The size of its append-only file. */
  readonly appendedBytes?: number
  /** Whether its last write of each file went well. */
  readonly isDiskOk?: boolean
  /** Writes that had to wait for the disk, since it started. */
  readonly delayedFsyncs?: number
  /** Keys that it threw away because its memory was full, since it started. */
  readonly evictedKeys?: number
  readonly clients?: number
}

const SECTIONS = ['memory', 'persistence', 'stats', 'clients'] as const

/** The last result of the append-only file, of writing it anew, and of the snapshot: `ok` or `err`. */
const WRITES = ['aof_last_write_status', 'aof_last_bgrewrite_status', 'rdb_last_bgsave_status'] as const

/** @param text the reply to `INFO`: `field:value` in lines that end with CR LF, and headings that begin with `#` */
export const parseServerInfo = (text: string): ServerInfo => {
  const said = new Map(
    text.split('\r\n').flatMap((line) => {
      const [, field, value] = /^(\w+):(.*)$/.exec(line) ?? []
      return field === undefined ? [] : [[field, value!] as const]
    }),
  )
  const number = (field: string): number | undefined => {
    const value = said.get(field) ?? ''
    return /^\d{1,15}$/.test(value) ? Number(value) : undefined
  }
  const results = WRITES.flatMap((field) => {
    const result = said.get(field)
    return result === 'ok' || result === 'err' ? [result] : []
  })
  const found = {
    memoryBytes: number('used_memory'),
    memoryLimitBytes: number('maxmemory'),
    appendedBytes: number('aof_current_size'),
    isDiskOk: results.length > 0 ? results.every((result) => result === 'ok') : undefined,
    delayedFsyncs: number('aof_delayed_fsync'),
    evictedKeys: number('evicted_keys'),
    clients: number('connected_clients'),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

const sumOf = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.some((each) => each === undefined) ? undefined : numbers.reduce<number>((sum, each) => sum + each!, 0)

/** Disks fill one by one. */
const mostOf = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.some((each) => each === undefined) ? undefined : Math.max(...numbers.map((each) => each!))

/** How full: by its limit where it has one. */
const fullness = ({ memoryBytes = 0, memoryLimitBytes = 0 }: ServerInfo): number =>
  memoryLimitBytes > 0 ? memoryBytes / memoryLimitBytes : memoryBytes / Number.MAX_SAFE_INTEGER

export const joinServerInfo = (all: readonly ServerInfo[]): ServerInfo => {
  if (all.length === 0) return {}
  const fullest = all.toSorted((a, b) => fullness(b) - fullness(a))[0]
  const disks = all.map(({ isDiskOk }) => isDiskOk)
  const found = {
    memoryBytes: fullest!.memoryBytes,
    memoryLimitBytes: fullest!.memoryLimitBytes,
    appendedBytes: mostOf(all.map(({ appendedBytes }) => appendedBytes)),
    isDiskOk: disks.includes(false) ? false : disks.includes(undefined) ? undefined : true,
    delayedFsyncs: sumOf(all.map(({ delayedFsyncs }) => delayedFsyncs)),
    evictedKeys: sumOf(all.map(({ evictedKeys }) => evictedKeys)),
    clients: sumOf(all.map(({ clients }) => clients)),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

export const readServerInfo = async (redis: RedisClient): Promise<ServerInfo> => {
  if (!('nodes' in redis)) return parseServerInfo(await redis.info(...SECTIONS))
  const told = await Promise.all(allPrimaries(redis).map((each) => each.info(...SECTIONS)))
  return joinServerInfo(told.map(parseServerInfo))
}
