import type { Cluster, Redis } from 'ioredis'

/** One Redis, also the primary that Sentinel names, or a cluster: every part of the store works on both. */
export type RedisClient = Redis | Cluster
