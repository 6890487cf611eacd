import type { Redis } from 'ioredis'
import type { RedisClient } from '../redis/client.ts'
import { allPrimaries } from '../redis/cluster-nodes.ts'

/**
 * Other runs of the command that moves a store. What one of them has sent may still wait where nobody sees it, in a buffer of a process
 * that stands still, and would be done after the copy was opened. So their connections are ended before.
 */

const PREFIX = 'claros-move:'

/** What the connections of a run to the end that is filled call themselves. */
export const connectionNameOf = (process: string): string => `${PREFIX}${process}`

const NAMED = /^id=(\d+) .* name=(\S+) /gm

const endAt = async (server: Redis, own: string): Promise<void> => {
  const list = String(await server.client('LIST'))
  const others = [...list.matchAll(NAMED)].filter(([, , name]) => name!.startsWith(PREFIX) && name !== own)
  for (const [, id] of others) await server.client('KILL', 'ID', Number(id))
}

/** Ends every connection of another run, at each primary. */
export const endOtherRuns = async (to: RedisClient, process: string): Promise<void> => {
  const servers = 'nodes' in to ? allPrimaries(to) : [to]
  await Promise.all(servers.map((server) => endAt(server, connectionNameOf(process))))
}
