import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Redis } from 'ioredis'
import { startRedis } from '../src/store/redis/embedded-redis.ts'
import { names } from '../src/store/redis/names.ts'
import { connectRedis, type RedisAddress } from '../src/store/redis/redis.ts'
import { type Store, storeOn } from '../src/store/store.ts'
import { systemClock } from '../src/system/clock.ts'
import { redisBytes, redisCpuMs } from './redis-info.ts'

/** The bed that everything is measured on: two cores, a folder on a real disk, processes, and their end. */

/** A Redis under test. */
export interface BenchRedis {
  readonly address: RedisAddress
  readonly redis: Redis
  readonly store: Store
  /** CPU used so far, all threads, milliseconds. */
  cpuMs(): Promise<number>
  memoryBytes(): Promise<number>
}

/** What every server under test tells of itself; each may add its own. */
export interface Stats {
  readonly cpuMs: number
  readonly rss: number
}

/** A server process under test. */
export interface Served {
  readonly port: number
  stats<More = unknown>(): Promise<Stats & More>
  stop(): Promise<void>
}

export interface Bed {
  readonly folder: string
  /** `core 0` and the like, or why nothing is pinned. */
  readonly pinning: string
  redis(fsync: 'everysec' | 'always'): Promise<BenchRedis>
  /** Starts `bench/servers/<name>.ts`: on the core of the server under test, or on that of everything else. */
  serve(name: string, settings: object, where?: 'apart' | 'beside'): Promise<Served>
  /** Runs a script to its end on the server's core; its last line is its result. */
  run<Result>(name: string, settings: object): Promise<Result>
  stop(): Promise<void>
}

const allowedCores = (): readonly number[] => {
  try {
    const list = /Cpus_allowed_list:\s*(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
    return list.split(',').flatMap((range) => {
      const [from, to = from] = range.split('-').map(Number)
      return Array.from({ length: to! - from! + 1 }, (_, at) => from! + at)
    })
  } catch {
    return []
  }
}

/** Puts this process, and with it every child that is not told otherwise, on the second core. */
const pin = (): { readonly prefix: readonly string[]; readonly pinning: string } => {
  const [first, second] = allowedCores()
  if (first === undefined || second === undefined || !Bun.which('taskset'))
    return { prefix: [], pinning: 'nothing is pinned: no taskset, or a single core' }
  Bun.spawnSync(['taskset', '-a', '-cp', String(second), String(process.pid)], { stdout: 'ignore', stderr: 'ignore' })
  return {
    prefix: ['taskset', '-c', String(first)],
    pinning: `server on core ${first}; load, Redis and workers on core ${second}`,
  }
}

export const openBed = (): Bed => {
  const data = resolve(import.meta.dir, '../data')
  mkdirSync(data, { recursive: true })
  // Not the system's temporary folder: that may lie in memory, where syncing costs nothing.
  const folder = mkdtempSync(join(data, 'bench-'))
  const { prefix, pinning } = pin()
  const closers: (() => Promise<void>)[] = []
  let redises = 0

  const spawn = (name: string, settings: object, where: 'apart' | 'beside') =>
    Bun.spawn(
      [
        ...(where === 'apart' ? prefix : []),
        process.execPath,
        '--no-install',
        join(import.meta.dir, 'servers', `${name}.ts`),
        JSON.stringify(settings),
      ],
      // The open pipe keeps the child alive: it leaves when this process is gone, whatever way.
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )

  return {
    folder,
    pinning,
    redis: async (fsync) => {
      const server = await startRedis({ folder: join(folder, `${fsync}-${++redises}`), fsync })
      const redis = await connectRedis(server.address, 'waits')
      // A rewrite of the append-only file in the middle of one round would be measured in that round alone.
      await redis.config('SET', 'auto-aof-rewrite-percentage', '0')
      // An installation that is older than a day: nothing is done for servers of the release before.
      await redis.set(names.claimsSince(), 1)
      closers.unshift(async () => {
        redis.disconnect()
        await server.stop()
      })
      return {
        address: server.address,
        redis,
        store: storeOn(redis, systemClock),
        cpuMs: () => redisCpuMs(redis),
        memoryBytes: () => redisBytes(redis),
      }
    },
    serve: async (name, settings, where = 'apart') => {
      const child = spawn(name, settings, where)
      const stop = async () => {
        child.kill('SIGKILL')
        await child.exited
      }
      closers.push(stop)
      const first = await child.stdout.getReader().read()
      if (!first.value) throw new Error(`bench/servers/${name}.ts did not start`)
      const { port, control } = JSON.parse(Buffer.from(first.value).toString()) as { port: number; control: number }
      return {
        port,
        stop,
        stats: async <More>() => {
          const answer = await fetch(`http://127.0.0.1:${control}/`)
          return (await answer.json()) as Stats & More
        },
      }
    },
    run: async <Result>(name: string, settings: object) => {
      const child = spawn(name, settings, 'apart')
      closers.push(async () => child.kill('SIGKILL'))
      const lines = (await new Response(child.stdout).text()).trim().split('\n')
      if ((await child.exited) !== 0) throw new Error(`bench/servers/${name}.ts ended with an error`)
      return JSON.parse(lines.at(-1)!) as Result
    },
    stop: async () => {
      // Servers were pushed behind the Redises they talk to: the last started goes first.
      for (const close of closers.splice(0).toReversed()) await close().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
