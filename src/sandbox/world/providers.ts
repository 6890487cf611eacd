import { type Dialect, isDialect } from './dialect.ts'
import { definedIn } from './defined-in.ts'

/** Every provider of the simulation, by name: each file in `dialects` that exports one is one. */
export const DIALECTS: readonly Dialect[] = (await definedIn('dialects', isDialect)).toSorted((a, b) =>
  a.provider < b.provider ? -1 : 1,
)

/** Those with a path of their own come first: the others of their host have the rest. */
const BELOW_FIRST = DIALECTS.toSorted((a, b) => (b.below ?? '').length - (a.below ?? '').length)

const BY_HOST: ReadonlyMap<string, readonly Dialect[]> = new Map(
  BELOW_FIRST.flatMap(({ hosts }) => hosts).map((host) => [
    host,
    BELOW_FIRST.filter(({ hosts }) => hosts.includes(host)),
  ]),
)

/** Hyphens and case do not matter: `gold-api` is `goldapi`. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

const BY_NAME: ReadonlyMap<string, string> = new Map(
  DIALECTS.flatMap(({ provider, alsoCalled = [] }) => [provider, ...alsoCalled].map((name) => [plain(name), provider])),
)

/** The provider that has this host and path. */
export const dialectOf = (host: string, path: string): Dialect | null =>
  BY_HOST.get(host)?.find(({ below = '' }) => path.startsWith(below)) ?? null

/** The provider with this name, as it is written in canonical strings. */
export const providerNamed = (name: string): string | null => BY_NAME.get(plain(name)) ?? null
