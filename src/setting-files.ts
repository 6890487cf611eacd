import { readFileSync, statSync } from 'node:fs'
import type { TSchema } from '@sinclair/typebox'

/**
 * Every secret may stand in a file instead: `SERVER_SECRET_FILE=/run/secrets/server` for `SERVER_SECRET`. An environment is
 * read by more programs than a file is: by those that list processes, and by every child.
 */

type Environment = Readonly<Record<string, string | undefined>>
type Settings = Readonly<Record<string, TSchema>>

/** A key is a line, and a list of them a few. */
const MOST_BYTES = 65_536

/** The setting that names the file with a secret. */
export const fileSetting = (name: string): string => `${name}_FILE`

/** The variables in which these settings may stand. */
export const variablesOf = (settings: Settings): readonly string[] =>
  Object.entries(settings).flatMap(([name, { secret }]) => (secret === true ? [name, fileSetting(name)] : [name]))

/** The text of a setting, or what is wrong with where it stands; no text of a secret is in it. */
export type SettingText = { readonly text: string | null } | { readonly fault: string }

/** What stands there may be the secret itself, by mistake. */
const shown = (path: string): string => (/^[./~]/.test(path) ? `: ${path}` : '')

const textIn = (name: string, path: string): SettingText => {
  try {
    if (statSync(path).size > MOST_BYTES)
      return { fault: `${name} names a file that is too long for a secret${shown(path)}` }
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? { fault: `${name} names a file that is empty${shown(path)}` } : { text }
  } catch (problem) {
    return { fault: `${name} names a file that cannot be read (${(problem as { code?: string }).code})${shown(path)}` }
  }
}

/** Empty text counts as not set. */
export const settingText = (name: string, { secret }: TSchema, env: Environment): SettingText => {
  const said = env[name]?.trim() || null
  const file = secret === true ? env[fileSetting(name)]?.trim() : undefined
  if (!file) return { text: said }
  if (said !== null) return { fault: `${name} and ${fileSetting(name)} are both set: one of them must go` }
  return textIn(fileSetting(name), file)
}
