/** Work that begins again only when it has ended: what waits for a store that is away must not pile up behind a timer. */
export const onceAtATime = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<T> | null = null
  return () =>
    (underWay ??= work().finally(() => {
      underWay = null
    }))
}
