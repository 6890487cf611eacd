/**
 * From when on something may be judged that has to fill up first: a quarter of the run, and ten minutes at least, in which
 * heaps, caches and the finished jobs of queues come to their size.
 *
 * @returns seconds after its start
 */
export const warmAfter = (runSeconds: number): number => Math.max(runSeconds / 4, LEAST_SECONDS)

const LEAST_SECONDS = 600
