import type { Job } from 'bullmq'

/**
 * When a job should have started, Unix milliseconds. That of a schedule has the time in its id, and keeps it there when
 * reconciling writes it anew, with a timestamp of that moment, while it waits for a worker that is late.
 */
export const dueAtOf = ({
  id,
  repeatJobKey,
  timestamp,
  opts,
}: Pick<Job, 'id' | 'repeatJobKey' | 'timestamp' | 'opts'>): number => {
  const scheduled = repeatJobKey === undefined ? Number.NaN : Number(id?.slice(`repeat:${repeatJobKey}:`.length))
  return Number.isSafeInteger(scheduled) ? scheduled : timestamp + (opts.delay ?? 0)
}
