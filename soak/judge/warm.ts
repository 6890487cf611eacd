/**
 * From when on something may be judged that has to fill up first: a quarter of the run, and fifteen minutes at least. In that
 * time heaps and caches come to their size, and standing events, which are announced fifteen minutes ahead, to their number.
 *
 * @returns seconds after its start
 */
export const warmAfter = (runSeconds: number): number => Math.max(runSeconds / 4, LEAST_SECONDS)

const LEAST_SECONDS = 900
