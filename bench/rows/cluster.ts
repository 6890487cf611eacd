import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../../src/launch/free-port.ts'
import type { RedisPlace } from '../../src/store/redis/places.ts'
import { type RedisAddress, redisAddress } from '../../src/store/redis/redis.ts'
import { systemRandom } from '../../src/system/random.ts'
import { startRedisCluster } from '../../test/support/redis-cluster.ts'
import { startMember } from '../../test/support/redis-member.ts'
import type { Bed } from '../bed.ts'
import type { Group } from '../bench.ts'
import type { SellingSettings, Sold } from '../servers/selling.ts'
import { type Figure, median } from '../table.ts'

/**
 * A sale over Lightning on one Redis, on one with two replicas, and on a cluster of three primaries, per CPU second of
 * each: all servers of Redis share one core here.
 */

interface Setting {
  readonly name: string
  readonly address: RedisAddress
  readonly primaries: readonly RedisPlace[]
  readonly replicas: readonly RedisPlace[]
  stop(): Promise<void>
}

const HOST = '127.0.0.1'
const place = ({ port }: { readonly port: number }): RedisPlace => ({ host: HOST, port })

const copiedOnce = async (bed: Bed): Promise<Setting> => {
  const folder = join(bed.folder, 'copied')
  mkdirSync(folder)
  const ports = await freePorts(systemRandom, 'one', 'two', 'three')
  const members = await Promise.all(
    [ports.one, ports.two, ports.three].map((port) => startMember(folder, port, 'everysec')),
  )
  await Promise.all(members.slice(1).map((member) => member.copies(ports.one)))
  return {
    name: 'one Redis, two replicas',
    address: { host: HOST, port: ports.one, replicas: 1 },
    primaries: [place(members[0]!)],
    replicas: members.slice(1).map(place),
    stop: async () => {
      await Promise.all(members.map((member) => member.stop()))
    },
  }
}

const clustered = async (name: string, replicas: number): Promise<Setting> => {
  const cluster = await startRedisCluster({ primaries: 3, replicas, fsync: 'everysec' })
  const primaries = await cluster.primaries()
  const { replicas: _, ...alone } = redisAddress(cluster.url)
  return {
    name,
    address: replicas === 0 ? alone : redisAddress(cluster.url),
    primaries: primaries.map(place),
    replicas: cluster.nodes.filter((node) => !primaries.includes(node)).map(place),
    stop: cluster.stop,
  }
}

const alone = async (bed: Bed): Promise<Setting> => {
  const { address } = await bed.redis('everysec')
  return { name: 'one Redis', address, primaries: [], replicas: [], stop: async () => {} }
}

const MOST_AT_ONCE = [1, 64, 256] as const

export const clusterRow: Group = async ({ bed, quick, say }) => {
  const turns = quick ? 2 : 5
  const settings = [
    await alone(bed),
    await copiedOnce(bed),
    await clustered('cluster of three', 0),
    await clustered('cluster of three, two replicas each', 2),
  ]
  const found = new Map<string, Sold[]>()
  for (let turn = 0; turn < turns; turn++)
    for (const inFlight of MOST_AT_ONCE) {
      say(`cluster: round ${turn + 1} of ${turns}, ${inFlight} at once`)
      for (const { name, address, primaries, replicas } of settings) {
        const count = (quick ? 5_000 : 20_000) / (inFlight === 1 ? 10 : 1)
        const on = { redis: address, way: 'blocks', count, inFlight, replicas } as const
        const sold = await bed.run<Sold>('selling', {
          ...on,
          ...(primaries.length > 0 && { primaries }),
        } satisfies SellingSettings)
        const key = `${name}, ${inFlight} at once`
        found.set(key, [...(found.get(key) ?? []), sold])
      }
    }
  for (const { stop } of settings) await stop()
  const figures = [...found].flatMap(([name, all]): readonly Figure[] => {
    const middle = (of: (sold: Sold) => number): number => median(all.map(of))
    const [replicas, own, p50, p99] = [
      middle(({ replicaMicros }) => replicaMicros),
      middle(({ ownMicros }) => ownMicros),
      middle(({ p50Ms }) => p50Ms),
      middle(({ p99Ms }) => p99Ms),
    ]
    return [
      {
        name: `CPU of the primaries for a sale, ${name}`,
        value: middle(({ redisMicros }) => redisMicros),
        unit: 'µs',
        note: `replicas ${replicas.toFixed(1)} µs, client ${own.toFixed(1)} µs, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
      },
    ]
  })
  return { figures }
}
