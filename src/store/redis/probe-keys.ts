import type { RedisClient } from './client.ts'
import { primariesOf, probeKeyOf } from './cluster-nodes.ts'
import { names } from './names.ts'

/** Keys that are written to find out whether the store takes writes: one at each primary. */
export const probeKeys = (redis: RedisClient): readonly string[] =>
  'nodes' in redis
    ? primariesOf(redis).map((node) => probeKeyOf(redis, node) ?? names.writeProbe())
    : [names.writeProbe()]
