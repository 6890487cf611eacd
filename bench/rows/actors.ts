import type { Group } from '../bench.ts'
import type { ActorsSettings, ActorsStats } from '../servers/actors.ts'

/** A thousand actors that tick every five seconds: how late the ticks are, and what they cost. */

const ACTORS = 1_000
const EVERY_MS = 5_000

export const actors: Group = async ({ bed, quick, say }) => {
  say(`actors: ${ACTORS} schedules at ${EVERY_MS / 1000} s`)
  const redis = await bed.redis('always')
  const memoryBefore = await redis.memoryBytes()
  const settings: ActorsSettings = { redis: redis.address, actors: ACTORS, everyMs: EVERY_MS, form: 'alone' }
  const worker = await bed.serve('actors', settings)
  // The first ticks are slow: code is compiled, connections are made.
  await Bun.sleep(quick ? 1_000 : EVERY_MS)
  const [before, redisBefore, startedAt] = [await worker.stats(), await redis.cpuMs(), performance.now()]
  await Bun.sleep(quick ? EVERY_MS : 4 * EVERY_MS)
  const [after, redisAfter] = [await worker.stats<ActorsStats>(), await redis.cpuMs()]
  const wallMs = performance.now() - startedAt
  const memory = (await redis.memoryBytes()) - memoryBefore
  await worker.stop()
  const expected = (wallMs / EVERY_MS) * ACTORS
  return {
    figures: [
      { name: `${ACTORS} actors at 5 s: lateness p50`, value: after.p50Ms, unit: 'ms' },
      {
        name: `${ACTORS} actors at 5 s: lateness p99`,
        value: after.p99Ms,
        unit: 'ms',
        note: `${after.ticks} ticks, ${expected.toFixed(0)} expected`,
      },
      {
        name: `${ACTORS} actors at 5 s: CPU of the worker`,
        value: ((after.cpuMs - before.cpuMs) / wallMs) * 100,
        unit: '% of a core',
      },
      {
        name: `${ACTORS} actors at 5 s: CPU of Redis`,
        value: ((redisAfter - redisBefore) / wallMs) * 100,
        unit: '% of a core',
      },
      { name: `${ACTORS} actors at 5 s: Redis memory`, value: memory / 2 ** 20, unit: 'MiB' },
    ],
  }
}
