import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePorts } from '../../src/launch/free-port.ts'
import { SLOTS } from '../../src/store/redis/slots.ts'
import { systemRandom } from '../../src/system/random.ts'
import { ENDING_WITH_PARENT } from './ends-with-parent.ts'
import { SILENT_MS } from './failover-times.ts'
import { orNothing, until } from './until.ts'

/** A server of a cluster. */
export interface ClusterNode {
  readonly port: number
  /** A connection to this server, whatever it is at the moment. */
  readonly hand: Redis
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** Starts it with its files again. */
  again(): Promise<void>
}

/** A real cluster, on ports of the loopback. */
export interface RedisCluster {
  /** As `REDIS_URL` has it. */
  readonly url: string
  readonly nodes: readonly ClusterNode[]
  /** Those that live and are primaries of slots now, as most servers see it. */
  primaries(): Promise<readonly ClusterNode[]>
  /** Who serves this slot now. */
  primaryOf(slot: number): Promise<ClusterNode>
  replicasOf(primary: ClusterNode): Promise<readonly ClusterNode[]>
  /** Until every slot is served and each primary has so many replicas that copy it. */
  whole(): Promise<void>
  stop(): Promise<void>
}

const HOST = '127.0.0.1'

export interface ClusterSize {
  readonly primaries: number
  /** Of each primary. */
  readonly replicas: number
  readonly fsync?: 'always' | 'everysec'
  /** After which a silent server is taken for dead. */
  readonly timeoutMs?: number
}

interface RunningNode extends ClusterNode {
  readonly bus: number
  stop(): Promise<void>
}

const startNode = async (
  folder: string,
  port: number,
  bus: number,
  { fsync = 'always', timeoutMs = SILENT_MS }: ClusterSize,
): Promise<RunningNode> => {
  const dir = join(folder, String(port))
  mkdirSync(dir)
  const settings = {
    port: String(port),
    bind: HOST,
    dir,
    save: '',
    appendonly: 'yes',
    appendfsync: fsync,
    hz: '100',
    'maxmemory-policy': 'noeviction',
    'cluster-enabled': 'yes',
    'cluster-port': String(bus),
    'cluster-node-timeout': String(timeoutMs),
    'cluster-require-full-coverage': 'no',
    'repl-diskless-sync-delay': '0',
    logfile: join(dir, 'redis.log'),
  }
  const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, value])
  let child: Bun.Subprocess<'pipe', 'ignore', 'ignore'>
  let hand: Redis
  let pid: number
  const start = async (): Promise<void> => {
    child = Bun.spawn([...ENDING_WITH_PARENT, 'redis-server', ...args], { stdio: ['pipe', 'ignore', 'ignore'] })
    hand = new Redis({ host: HOST, port, maxRetriesPerRequest: null, replyMapping: 'legacy' })
    hand.on('error', () => {})
    pid = Number(/process_id:(\d+)/.exec(await hand.info('server'))![1])
  }
  await start()
  return {
    port,
    bus,
    get hand() {
      return hand
    },
    signal: (signal) => {
      process.kill(pid, signal)
      if (signal === 'SIGKILL') hand.disconnect()
    },
    again: async () => {
      await child.exited
      await start()
    },
    stop: async () => {
      hand.disconnect()
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/** What a server says of all: a line each. */
interface Seen {
  readonly id: string
  readonly port: number
  readonly isPrimary: boolean
  readonly isDown: boolean
  readonly of: string
  readonly isLinked: boolean
  readonly slots: readonly (readonly [number, number])[]
}

const readNodes = (text: string): readonly Seen[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', at = '', flags = '', of = '', , , , link = '', ...slots] = line.split(' ')
      return {
        id,
        port: Number(/:(\d+)@/.exec(at)![1]),
        isPrimary: flags.includes('master'),
        isDown: flags.includes('fail'),
        of,
        isLinked: link === 'connected',
        slots: slots.flatMap((range) => {
          const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? []
          return from === undefined ? [] : [[Number(from), Number(to)] as const]
        }),
      }
    })

export const startRedisCluster = async (size: ClusterSize): Promise<RedisCluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'claros-cluster-'))
  const count = size.primaries * (1 + size.replicas)
  const names = Array.from({ length: count }, (_, n) => [`node${n}`, `bus${n}`]).flat()
  const ports = await freePorts(systemRandom, ...(names as [string, ...string[]]))
  const nodes = await Promise.all(
    Array.from({ length: count }, (_, n) => startNode(folder, ports[`node${n}`]!, ports[`bus${n}`]!, size)),
  )
  const byPort = (port: number): ClusterNode => nodes.find((node) => node.port === port)!
  const seenBy = async ({ hand }: ClusterNode): Promise<readonly Seen[]> =>
    readNodes(String(await hand.call('CLUSTER', 'NODES')))
  const living = (): readonly ClusterNode[] => nodes.filter(({ hand }) => hand.status === 'ready')
  /** What more than half of those that answer see: a server that comes back is of another opinion at first. */
  const seen = async (): Promise<readonly Seen[]> => {
    const views = await Promise.all(
      living().map((node) => Promise.race([seenBy(node), Bun.sleep(300).then(() => null)])),
    )
    const known = views.filter((view) => view !== null)
    const ranges = (view: readonly Seen[]): string =>
      view
        .flatMap(({ port, slots }) => slots.map((slot) => `${slot.join('-')}@${port}`))
        .toSorted()
        .join()
    const votes = Map.groupBy(known, ranges)
    return [...votes.values()].toSorted((a, b) => b.length - a.length)[0]?.[0] ?? []
  }

  const first = nodes.slice(0, size.primaries)
  await Promise.all(
    first.map(({ hand }, n) =>
      hand.call(
        'CLUSTER',
        'ADDSLOTSRANGE',
        Math.ceil((n * SLOTS) / size.primaries),
        Math.ceil(((n + 1) * SLOTS) / size.primaries) - 1,
      ),
    ),
  )
  await Promise.all(nodes.map(({ hand }, n) => hand.call('CLUSTER', 'SET-CONFIG-EPOCH', n + 1)))
  for (const { port, bus } of nodes.slice(1)) await nodes[0]!.hand.call('CLUSTER', 'MEET', HOST, port, bus)
  const ids = await Promise.all(first.map(async ({ hand }) => String(await hand.call('CLUSTER', 'MYID'))))
  await until('all servers know one another', async () =>
    (await Promise.all(nodes.map(seenBy))).every((view) => view.length === count && view.every((one) => one.isLinked)),
  )
  await Promise.all(
    nodes.slice(size.primaries).map(({ hand }, n) =>
      until(
        'it copies a primary',
        orNothing(async () => (await hand.call('CLUSTER', 'REPLICATE', ids[n % size.primaries]!)) === 'OK'),
      ),
    ),
  )

  const cluster: RedisCluster = {
    url: `redis+cluster://${nodes.map(({ port }) => `${HOST}:${port}`).join()}`,
    nodes,
    primaries: async () =>
      (await seen())
        .filter(({ isPrimary, isDown, slots }) => isPrimary && !isDown && slots.length > 0)
        .map(({ port }) => byPort(port)),
    primaryOf: async (slot) =>
      byPort((await seen()).find(({ slots }) => slots.some(([from, to]) => from <= slot && slot <= to))!.port),
    replicasOf: async (primary) => {
      const view = await seenBy(primary)
      const { id } = view.find(({ port }) => port === primary.port)!
      return view.filter(({ of }) => of === id).map(({ port }) => byPort(port))
    },
    whole: () =>
      until(
        'every slot is served, and every primary is copied',
        orNothing(async () => {
          const infos = await Promise.all(living().map(({ hand }) => hand.call('CLUSTER', 'INFO')))
          const primaries = await cluster.primaries()
          const copied = await Promise.all(primaries.map(({ hand }) => hand.info('replication')))
          const known = await Promise.all(primaries.map(cluster.replicasOf))
          return (
            living().length === count &&
            infos.every((info) => String(info).includes('cluster_state:ok')) &&
            infos.every((info) => String(info).includes(`cluster_slots_ok:${SLOTS}`)) &&
            primaries.length === size.primaries &&
            known.every((replicas) => replicas.length === size.replicas) &&
            copied.every((text) => (text.match(/state=online/g)?.length ?? 0) === size.replicas)
          )
        }),
        60_000,
      ).then(() => {}),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await cluster.whole()
  return cluster
}
