import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where `launch.mjs` puts a program out of one of Debian's packages. */
const CACHE = join(resolve(import.meta.dir, '../../..'), 'node_modules', '.cache')

/** A program of this machine, or the one that was unpacked; `null` where there is neither. */
export const programNamed = (name: string): string | null => {
  const unpacked = join(CACHE, name)
  return Bun.which(name) ?? (existsSync(unpacked) ? unpacked : null)
}
