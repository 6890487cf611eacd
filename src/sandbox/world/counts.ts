/**
 * How often each provider was asked. It shows, for example, that three workers ask a provider no more often than one.
 */
export interface Counts {
  note(provider: string, path: string): void
  told(): {
    readonly total: number
    readonly byProvider: Readonly<Record<string, { readonly count: number; readonly paths: Record<string, number> }>>
  }
}

/** Paths come from outside: invented ones must not fill the memory. */
const PATHS_KEPT = 200
const OTHERS = '(others)'

export const createCounts = (): Counts => {
  const counted = new Map<string, Map<string, number>>()
  return {
    note(provider, path) {
      const paths = counted.get(provider) ?? new Map<string, number>()
      const key = paths.has(path) || paths.size < PATHS_KEPT ? path : OTHERS
      counted.set(provider, paths.set(key, (paths.get(key) ?? 0) + 1))
    },
    told() {
      const rows = [...counted].map(([provider, paths]) => ({
        provider,
        count: [...paths.values()].reduce((sum, count) => sum + count, 0),
        paths: Object.fromEntries(paths),
      }))
      return {
        total: rows.reduce((sum, { count }) => sum + count, 0),
        byProvider: Object.fromEntries(rows.map(({ provider, count, paths }) => [provider, { count, paths }])),
      }
    },
  }
}
