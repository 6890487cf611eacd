import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { AT_WORK_MS } from './format-scripts.ts'

/** A step that was ended may have put a wall under this name already. */
const reportsIn = async (redis: RedisClient): Promise<Readonly<Record<string, string>>> => {
  const key = names.format.earlierReports()
  return (await redis.type(key)) === 'hash' ? redis.hgetall(key) : {}
}

/**
 * Processes of the release that knew no format. It wrote their names and the times of their reports for metrics:
 * `<sequence> <Unix milliseconds> <gauges>`. Processes of later releases may stand there too.
 */
export const earlierProcesses = async (redis: RedisClient): Promise<readonly string[]> => {
  const [[seconds, micros], reports, known] = await Promise.all([
    redis.time(),
    reportsIn(redis),
    redis.hkeys(names.format.atWork()),
  ])
  const now = Number(seconds) * 1_000 + Number(micros) / 1_000
  return Object.entries(reports).flatMap(([process, report]) => {
    const at = Number(/^\d+ (\d+) /.exec(report)?.[1] ?? 0)
    return known.includes(process) || now - at > AT_WORK_MS ? [] : [process]
  })
}
