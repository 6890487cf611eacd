import type { Redis } from 'ioredis'
import { StoreNotReady } from '../format/format-faults.ts'
import type { RedisClient } from '../redis/client.ts'
import { primariesWith } from '../redis/cluster-nodes.ts'

/**
 * Other runs of the command that moves a store. What one of them has sent may still wait where nobody sees it, in a buffer of a process
 * that stands still, and would be done after the copy was opened. So their connections are ended before.
 */

const PREFIX = 'claros-move:'

/** What the connections of a run to the end that is filled call themselves. */
export const connectionNameOf = (process: string): string => `${PREFIX}${process}`

const NAMED = /^id=(\d+) .* name=(\S+) .* db=(\d+) /gm
/** So many connections no server counts. */
const NOBODY = Number.MAX_SAFE_INTEGER

const listed = async (server: Redis) => [...String(await server.client('LIST')).matchAll(NAMED)]

const endAt = async (server: Redis, own: string): Promise<void> => {
  const isOther = (name: string, database: string): boolean =>
    name.startsWith(PREFIX) && name !== own && Number(database) === (server.options.db ?? 0)
  for (const [, id, name, database] of await listed(server))
    if (isOther(name!, database!)) await server.client('KILL', 'ID', Number(id))
}

const tryAt = async (server: Redis): Promise<void> => {
  const { connectionName } = server.options
  const names = (await listed(server)).map(([, , name]) => name)
  if (connectionName && !names.includes(connectionName))
    throw new StoreNotReady('This user may not give its connections a name ("CLIENT SETNAME"). Nothing was changed.')
  await server.client('KILL', 'ID', NOBODY)
}

/** Rejects where connections may not be found, or not be ended. Ends none. */
export const tryEnding = async (to: RedisClient): Promise<void> => {
  await Promise.all(primariesWith(to).map(tryAt))
}

/** Ends every connection of another run, at each primary. Only who has the right to move the store may. */
export const endOtherRuns = async (to: RedisClient, process: string): Promise<void> => {
  await Promise.all(primariesWith(to).map((server) => endAt(server, connectionNameOf(process))))
}

/**
 * Does the work, and calls `lose` when a connection of this run to a primary there is lost meanwhile: what it had sent may be
 * done late.
 */
export const unlessCutOff = async <T>(to: RedisClient, lose: () => void, work: () => Promise<T>): Promise<T> => {
  const servers = primariesWith(to)
  for (const server of servers) server.on('close', lose)
  try {
    return await work()
  } finally {
    for (const server of servers) server.off('close', lose)
  }
}
