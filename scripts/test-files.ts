import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Finds the test files, and derives from the imports of each what it starts. So no list has to be kept up to date. */

/** `redis`: only a Redis. `processes`: more, such as a chain, a worker or a command. */
export type Starts = 'nothing' | 'redis' | 'processes'

const REDIS = 'src/store/redis/embedded-redis.ts'
const SPAWNS = /\bBun\.spawn|child_process|\bspawnSync?\(/

const imports = new Bun.Transpiler({ loader: 'ts' })

/**
 * Paths from `root`, sorted. A folder stands for the test files in it. A path that does not exist is kept, and fails
 * later.
 */
export const testFiles = (root: string, paths: readonly string[]): readonly string[] => {
  const found = paths.flatMap((path) => {
    const whole = resolve(root, path)
    return statSync(whole, { throwIfNoEntry: false })?.isDirectory()
      ? [...new Bun.Glob('**/*.test.ts').scanSync(whole)].map((file) => join(whole, file))
      : [whole]
  })
  return [...new Set(found)].map((file) => relative(root, file)).toSorted()
}

/** The imports of the files below `root`. Each file is read once. */
export const importGraph = (root: string) => {
  const known = new Map<string, { readonly imports: readonly string[]; readonly spawns: boolean }>()
  const read = (file: string) => {
    const before = known.get(file)
    if (before) return before
    const text = statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : ''
    const paths = imports.scanImports(text).map(({ path }) => path)
    const local = paths.filter((path) => /^[./].*\.ts$/.test(path))
    const found = { imports: local.map((path) => resolve(dirname(file), path)), spawns: SPAWNS.test(text) }
    known.set(file, found)
    return found
  }

  /** All files that are loaded with this one, itself included. Imports of types are not followed. */
  const reached = (file: string): ReadonlySet<string> => {
    const seen = new Set([resolve(root, file)])
    for (const each of seen) for (const next of read(each).imports) seen.add(next)
    return seen
  }

  return {
    reaches: (file: string, other: string): boolean => reached(file).has(resolve(root, other)),
    starts: (file: string): Starts => {
      const starters = [...reached(file)].filter((each) => read(each).spawns).map((each) => relative(root, each))
      if (starters.length === 0) return 'nothing'
      return starters.every((each) => each === REDIS) ? 'redis' : 'processes'
    },
  }
}
