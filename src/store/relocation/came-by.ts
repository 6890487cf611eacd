import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { hashOfServers } from './servers.ts'

/**
 * What a copy says of itself once it is whole: by which move it came, and which servers had all of it then. It says so for
 * as long as there is a store.
 */
export interface CameBy {
  /** As it is stored. */
  readonly text: string
  readonly move: string
  /** The servers, by a hash. */
  readonly had: string
}

export const cameByText = (move: string, servers: string): string => `${move}/${hashOfServers(servers)}`

export const readCameBy = async (to: RedisClient): Promise<CameBy | null> => {
  const text = await to.get(names.format.cameBy())
  if (text === null) return null
  const [move = '', had = ''] = text.split('/')
  return { text, move, had }
}

/**
 * One Redis that has what says that the copy is whole has what came before it. Of a cluster each primary may have lost
 * some by itself.
 */
export const mayLack = (to: RedisClient, { had }: CameBy, servers: string): boolean =>
  'nodes' in to && had !== hashOfServers(servers)
