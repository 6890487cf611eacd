import { join } from 'node:path'
import { Redis } from 'ioredis'
import { type EmbeddedRedis, startRedis } from '../../src/store/redis/embedded-redis.ts'
import { until } from './until.ts'

/** A Redis server of a group that copies one another, on a port of the loopback. */
export interface RedisMember {
  readonly port: number
  /** A connection to this server, whatever it is at the moment. */
  readonly hand: Redis
  pid(): number
  /** Ends it as a machine that loses its power, or lets it stand still. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** Starts it with its files again, as a copy of another. */
  again(of: number): Promise<void>
  copies(of: number): Promise<void>
  stop(): Promise<void>
}

const HOST = '127.0.0.1'
const PROBE = 'is-it-heard'

/**
 * Waits until a replica's word reaches its primary. One that has read everything before the primary knows that it sent
 * everything speaks again only a second later; until then it counts for no `WAIT`.
 */
const untilHeard = async (primaryPort: number, replicaPort: number): Promise<void> => {
  const primary = new Redis(primaryPort, HOST, { replyMapping: 'legacy' })
  primary.on('error', () => {})
  const replica = new RegExp(String.raw`^slave\d+:.*port=${replicaPort},state=online,offset=(\d+)`, 'm')
  const offsetIn = async (of: RegExp): Promise<number> => Number(of.exec(await primary.info('replication'))?.[1] ?? -1)
  try {
    await primary.multi().set(PROBE, '').del(PROBE).exec()
    const written = await offsetIn(/^master_repl_offset:(\d+)/m)
    await until('its primary hears it', async () => (await offsetIn(replica)) >= written)
  } finally {
    primary.disconnect()
  }
}

/** Its connection lasts for as long as the server: one that is started again has another process. */
export const startMember = async (
  folder: string,
  port: number,
  fsync: 'always' | 'everysec' = 'always',
): Promise<RedisMember> => {
  const options = { folder: join(folder, String(port)), fsync }
  let server: EmbeddedRedis
  let pid: number
  let hand: Redis
  const start = async (): Promise<void> => {
    server = await startRedis(options)
    hand = new Redis(server.address.path!, { maxRetriesPerRequest: null, replyMapping: 'legacy' })
    hand.on('error', () => {})
    pid = Number(/process_id:(\d+)/.exec(await hand.info('server'))![1])
    await hand.config('SET', 'bind', HOST)
    await hand.config('SET', 'port', port)
    // A copy is asked for by one alone: nobody else is waited for.
    await hand.config('SET', 'repl-diskless-sync-delay', 0)
  }
  await start()
  const member: RedisMember = {
    port,
    get hand() {
      return hand
    },
    pid: () => pid,
    signal: (signal) => {
      process.kill(pid, signal)
      if (signal === 'SIGKILL') hand.disconnect()
    },
    again: async (of) => {
      await server.exited
      await start()
      await member.copies(of)
    },
    copies: async (of) => {
      await hand.replicaof(HOST, of)
      await until('it copies', async () => (await hand.info('replication')).includes('master_link_status:up'))
      await untilHeard(of, port)
    },
    stop: async () => {
      // It may stand still.
      if (hand.status === 'ready') process.kill(pid, 'SIGCONT')
      hand.disconnect()
      await server.stop()
    },
  }
  return member
}
