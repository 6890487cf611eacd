import { parseArgs, type ParseArgsConfig } from 'node:util'

/** What was typed behind a command, by its options; `null` if it does not fit them. */
export const typedWords = <const C extends ParseArgsConfig>(args: readonly string[], options: C) => {
  try {
    return parseArgs<C>({ ...options, args: [...args] })
  } catch {
    return null
  }
}
