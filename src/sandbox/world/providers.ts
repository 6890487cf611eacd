import { type Dialect, isDialect } from './dialect.ts'
import { definedIn } from './defined-in.ts'

/** Every provider of the simulation, by name: the files in `dialects` export them, one or a list. */
export const DIALECTS: readonly Dialect[] = (await definedIn('dialects', isDialect)).toSorted((a, b) =>
  a.provider < b.provider ? -1 : 1,
)

const BY_HOST: ReadonlyMap<string, Dialect> = new Map(
  DIALECTS.flatMap((dialect) => dialect.hosts.map((host) => [host, dialect])),
)

/** Hyphens and case do not matter: `gold-api` is `goldapi`. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

const BY_NAME: ReadonlyMap<string, string> = new Map(
  DIALECTS.flatMap(({ provider, alsoCalled = [] }) => [provider, ...alsoCalled].map((name) => [plain(name), provider])),
)

/** The provider that has this host. */
export const dialectOf = (host: string): Dialect | null => BY_HOST.get(host) ?? null

/** The provider with this name, as it is written in canonical strings. */
export const providerNamed = (name: string): string | null => BY_NAME.get(plain(name)) ?? null
