import { realpathSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { isOpenToOthers, modeText } from './files/open-to-others.ts'
import type { Log } from './ports.ts'
import { fileSetting } from './setting-files.ts'
import { shellWord } from './shell-word.ts'

/**
 * Secrets in files that others of this machine can read. Named, not refused: a container has its secrets as files of root
 * that everybody may read, and nobody else is in it.
 */

/** `tmpfs` and `ramfs` (statfs(2)): where orchestrators and systemd put secrets, for one container or one service. */
const IN_MEMORY: readonly number[] = [0x01021994, 0x858458f6]

const foldersOf = (path: string): readonly string[] => {
  const folder = dirname(path)
  return folder === path ? [] : [folder, ...foldersOf(folder)]
}

/** In a folder that its owner alone may enter nobody else reaches a file, whatever its mode. */
const isShutIn = (path: string): boolean =>
  foldersOf(realpathSync(path)).some((folder) => (statSync(folder).mode & 0o011) === 0)

/** Only who owns a file, or root, can close it; and closed to its readers it must still be that of this process. */
const remedy = (path: string, owner: number): string => {
  const own = process.getuid?.() ?? owner
  return own === owner || own === 0 ? `chmod 600 ${path}` : `chown ${own} ${path} && chmod 400 ${path}`
}

const warningOf = (name: string, path: string): string | null => {
  const found = statSync(path, { throwIfNoEntry: false })
  // Orchestrators put another file in its place when a secret changes.
  if (!found) return null
  if (!isOpenToOthers(found) || isShutIn(path) || IN_MEMORY.includes(statfsSync(path).type)) return null
  return `${name} names a file that others of this machine can read (mode ${modeText(found)}). Run: ${remedy(shellWord(path), found.uid)}`
}

/** A sentence for each of these settings whose secret stands in such a file. They must have been read before. */
export const openSecrets = (
  settings: Readonly<Record<string, TSchema>>,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  Object.entries(settings).flatMap(([name, { secret }]) => {
    const path = secret === true ? env[fileSetting(name)]?.trim() : undefined
    return (path && warningOf(fileSetting(name), path)) || []
  })

/** Says it once, when a program starts. */
export const tellOpenSecrets = (
  { properties }: { readonly properties: Readonly<Record<string, TSchema>> },
  env: Readonly<Record<string, string | undefined>>,
  log: Pick<Log, 'warn'>,
): void => {
  for (const warning of openSecrets(properties, env)) log.warn('setting.open_file', { warning })
}
