import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Redis } from 'ioredis'
import { startRedis } from '../src/store/redis/embedded-redis.ts'
import { connectRedis, type RedisAddress } from '../src/store/redis/redis.ts'
import { type Store, storeOn } from '../src/store/store.ts'
import { systemClock } from '../src/system/clock.ts'
import { redisBytes, redisCpuMs } from './redis-info.ts'

/** The environment of all measurements: two cores, a folder on a real disk, processes, and their end. */

/** A Redis under test. */
export interface BenchRedis {
  readonly address: RedisAddress
  readonly redis: Redis
  readonly store: Store
  /** CPU time used so far, all threads, milliseconds. */
  cpuMs(): Promise<number>
  memoryBytes(): Promise<number>
}

/** What every server under test reports about itself; each may add fields. */
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
  /** Which process runs on which core, or why nothing is pinned. */
  readonly pinning: string
  redis(fsync: 'everysec' | 'always'): Promise<BenchRedis>
  /** Starts `bench/servers/<name>.ts`, `apart` on the core of the server under test or `beside` on the other one. */
  serve(name: string, settings: object, where?: 'apart' | 'beside'): Promise<Served>
  /** Runs a script to its end on the server's core. The last line that it writes is its result. */
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

/** Pins this process to the second core, and with it every child that is not pinned elsewhere. */
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
  // Not the system's temporary folder, which may be in memory, where syncing costs nothing.
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
      // The child runs while this pipe is open: it ends when this process ends, for whatever reason.
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )

  return {
    folder,
    pinning,
    redis: async (fsync) => {
      const server = await startRedis({ folder: join(folder, `${fsync}-${++redises}`), fsync })
      const redis = await connectRedis(server.address, 'waits')
      // A rewrite of the append-only file would disturb one round only.
      await redis.config('SET', 'auto-aof-rewrite-percentage', '0')
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
      // Servers were added after the Redis that they use, so the last one started is closed first.
      for (const close of closers.splice(0).toReversed()) await close().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
