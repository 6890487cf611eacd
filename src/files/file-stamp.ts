import { statSync } from 'node:fs'

/** Another text for each version of a file, and for each change of its mode; `null` if there is none. */
export const fileStamp = (path: string): string | null => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? [found.dev, found.ino, found.size, found.mtimeMs, found.ctimeMs].join() : null
}
