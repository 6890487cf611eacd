import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of the methods that answers are made by now: `methodVersion` of `/methodology.json`. */
export const METHODS_VERSION = 1

/** Where documents of older versions are kept. */
const KEPT = join(import.meta.dir, 'methods')

/**
 * The documents of older versions, as text.
 *
 * @throws Error if a version before the current one is not kept, or a document states another version than its name
 */
export const olderMethods = (current = METHODS_VERSION, folder = KEPT): ReadonlyMap<number, string> =>
  new Map(
    Array.from({ length: current - 1 }, (_, before) => {
      const version = before + 1
      const text = readFileSync(join(folder, `${version}.json`), 'utf8')
      const { methodVersion } = JSON.parse(text) as { readonly methodVersion: unknown }
      if (methodVersion !== version) throw new Error(`${version}.json is of version ${String(methodVersion)}`)
      return [version, text] as const
    }),
  )
