import type { Redis } from 'ioredis'
import { writeMark } from '../../../src/store/format/format-mark.ts'
import { formatAfter, MIGRATIONS } from '../../../src/store/format/migrations.ts'
import { names } from '../../../src/store/redis/names.ts'
import { WRITTEN_BY } from '../../../src/release.ts'

export const OWN_FORMAT = formatAfter(MIGRATIONS)

/** Marks a store as one that a process of this release has used; with another format, as one of another release. */
export const markStore = async (redis: Redis, whole = OWN_FORMAT): Promise<void> => {
  await redis.set(names.format.mark(), writeMark({ whole, towards: null, by: WRITTEN_BY }))
}
