import type { Code } from '../house/code.ts'

/** Which recorded replies the tests name. A test names one by its path, or by the pieces that its path is put together from. */

/** Whether a name is one of these texts, or several of them joined by `_`. */
const isSpelled = (name: string, texts: ReadonlySet<string>): boolean =>
  texts.has(name) ||
  [...name].some((letter, at) => letter === '_' && texts.has(name.slice(0, at)) && isSpelled(name.slice(at + 1), texts))

/**
 * Whether a file names a recorded reply.
 *
 * @param path such as `kraken/spot_ticker`, below `crypto`
 */
export const namesRecording = ({ texts }: Code, path: string): boolean => {
  const all = new Set(texts)
  const full = `crypto/${path}`
  if (all.has(full) || all.has(path)) return true
  return [full, path].some((spelling) =>
    texts.some(
      (text) => text.includes('/') && spelling.startsWith(text) && isSpelled(spelling.slice(text.length), all),
    ),
  )
}
