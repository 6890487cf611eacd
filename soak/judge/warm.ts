/**
 * From when on something may be judged that has to fill up first: a quarter of the run, and fifteen minutes at least. In that
 * time heaps and caches come to their size, and standing events, which are announced fifteen minutes ahead, to their number.
 *
 * @returns seconds after its start
 */
export const warmAfter = (runSeconds: number): number => Math.max(runSeconds / 4, LEAST_SECONDS)

const LEAST_SECONDS = 900

/** Seconds that something must be seen for once it is warm: a heap that breathes slowly has no slope in less. */
export const LEAST_WATCHED = 900
