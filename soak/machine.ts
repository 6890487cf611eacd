import { cpus, totalmem } from 'node:os'
import type { Redis } from 'ioredis'
import type { SoakOptions } from './options.ts'
import type { Product } from './open-product.ts'
import type { Measured, Recorded } from './watch/series.ts'

/** What ran on which machine, and what else did: without paths and names. */

const meanOf = (record: Recorded, what: Measured): number => {
  const values = record.of(what).flatMap(({ points }) => points.map(([, value]) => value))
  return values.reduce((sum, each) => sum + each, 0) / values.length
}

const coresOf = (record: Recorded, name: string): number => {
  const points = record.of('cpu').find((series) => series.name === name)?.points ?? []
  return points.reduce((sum, [, value]) => sum + value, 0) / Math.max(1, points.length)
}

/** Of all processes that a sample saw at one time. */
const ourCores = (record: Recorded): number => {
  const samples = Math.max(1, record.of('load')[0]?.points.length ?? 1)
  const all = record.of('cpu').flatMap(({ points }) => points.map(([, value]) => value))
  return all.reduce((sum, each) => sum + each, 0) / samples
}

export const settingOf = async (
  options: SoakOptions,
  record: Recorded,
  product: Product,
  redis: Redis,
): Promise<Readonly<Record<string, string>>> => {
  const { minutes, rate, workers, servers, killEvery, eventEvery, note } = options
  const processes = Object.keys(await product.pids()).length
  const info = await redis.info('server')
  // Valkey says of which Redis it does what that does, too.
  const [, program = 'redis', version = 'unknown'] =
    /^(valkey)_version:(\S+)/m.exec(info) ?? /^(redis)_version:(\S+)/m.exec(info) ?? []
  return {
    machine: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${(totalmem() / 1e9).toFixed(0)} GB`,
    software: `${process.platform} ${process.arch}, Bun ${Bun.version}, ${program === 'valkey' ? 'Valkey' : 'Redis'} ${version}`,
    run: `${minutes} minutes, ${rate} paid reads a second over both rails, an event every ${eventEvery} s, a kill every ${killEvery} s`,
    product: `${servers} servers, ${workers} workers; with signer, courier and the simulated world ${processes} processes beside Redis and the launcher`,
    'CPU of the run': `${ourCores(record).toFixed(2)} cores, ${coresOf(record, 'soak').toFixed(2)} of them the load itself`,
    'CPU of other programs': `${meanOf(record, 'other programs').toFixed(2)} cores; load average ${meanOf(record, 'load').toFixed(2)}`,
    ...(note !== '' && { note }),
  }
}
