import { join } from 'node:path'
import { Redis } from 'ioredis'
import { type EmbeddedRedis } from '../../src/store/redis/embedded-redis.ts'
import { until } from './until.ts'

/**
 * A cluster of one node, which has every slot: it refuses every command and script over keys of two slots, as any cluster
 * does, and needs no client for clusters.
 */
export const startRedisInSlots = async (folder: string): Promise<EmbeddedRedis> => {
  const socket = join(folder, 'redis.sock')
  // A port of the cluster's own talk is needed, though nobody will talk: any free one.
  const free = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = free
  await free.stop(true)
  const settings = {
    port: '0',
    unixsocket: socket,
    unixsocketperm: '777',
    dir: folder,
    save: '',
    appendonly: 'yes',
    'cluster-enabled': 'yes',
    'cluster-port': String(port),
    bind: '127.0.0.1',
    'maxmemory-policy': 'noeviction',
    logfile: join(folder, 'redis.log'),
  }
  const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, value])
  const child = Bun.spawn(['redis-server', ...args], { stdio: ['ignore', 'ignore', 'ignore'] })
  const hand = new Redis(socket, { maxRetriesPerRequest: null, enableReadyCheck: false })
  hand.on('error', () => {})
  await hand.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await until('every slot is served', async () =>
    String(await hand.call('CLUSTER', 'INFO')).includes('cluster_state:ok'),
  )
  return {
    address: { path: socket },
    how: 'spawned',
    exited: child.exited.then((status) => `status ${status}`),
    stop: async () => {
      hand.disconnect()
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
