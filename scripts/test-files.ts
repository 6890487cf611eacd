import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Which test files there are, and what each of them starts: derived from what it imports, so that no list grows old. */

/** `redis`: a Redis and nothing else. `processes`: more than that, such as a chain, a worker or a command. */
export type Starts = 'nothing' | 'redis' | 'processes'

const REDIS = 'src/store/redis/embedded-redis.ts'
const SPAWNS = /\bBun\.spawn|child_process|\bspawnSync?\(/

const imports = new Bun.Transpiler({ loader: 'ts' })

/** Paths from `root`, sorted. A folder stands for the test files in it; what is not there is passed on as it is. */
export const testFiles = (root: string, paths: readonly string[]): readonly string[] => {
  const found = paths.flatMap((path) => {
    const whole = resolve(root, path)
    return statSync(whole, { throwIfNoEntry: false })?.isDirectory()
      ? [...new Bun.Glob('**/*.test.ts').scanSync(whole)].map((file) => join(whole, file))
      : [whole]
  })
  return [...new Set(found)].map((file) => relative(root, file)).toSorted()
}

/** Asks about many files of one tree, and reads each once. */
export const importGraph = (root: string) => {
  const read = new Map<string, { readonly imports: readonly string[]; readonly spawns: boolean }>()
  const look = (file: string) => {
    const known = read.get(file)
    if (known) return known
    const text = statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : ''
    const paths = imports.scanImports(text).map(({ path }) => path)
    const local = paths.filter((path) => /^[./].*\.ts$/.test(path))
    const found = { imports: local.map((path) => resolve(dirname(file), path)), spawns: SPAWNS.test(text) }
    read.set(file, found)
    return found
  }

  /** Everything that runs when the file is loaded, itself included. Types alone are not followed. */
  const reached = (file: string): ReadonlySet<string> => {
    const seen = new Set([resolve(root, file)])
    for (const each of seen) for (const next of look(each).imports) seen.add(next)
    return seen
  }

  return {
    reaches: (file: string, other: string): boolean => reached(file).has(resolve(root, other)),
    starts: (file: string): Starts => {
      const starters = [...reached(file)].filter((each) => look(each).spawns).map((each) => relative(root, each))
      if (starters.length === 0) return 'nothing'
      return starters.every((each) => each === REDIS) ? 'redis' : 'processes'
    },
  }
}
