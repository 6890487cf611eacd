import { join } from 'node:path'
import { settlingKeyFile } from '../actors/settler/settling-key-file.ts'
import { BadConfig, type ServerConfig } from '../config.ts'
import { BadRail } from '../http/rails/bad-rail.ts'
import { hasL402, hasX402, type RailSettings } from '../http/rails/rail-settings.ts'
import { type MisspeltSetting, misspeltWords } from '../misspelt-settings.ts'

/** What can be told from settings alone, told before a folder, a key or a process is made. Nothing heavy is loaded for it. */

/** Settings that exist for demonstrations and tests. */
const FORBIDDEN = ['UPSTREAM_ORIGIN', 'QUORUM', 'OUTBOUND_ALLOW', 'PLAY_MONEY_URL'] as const

export interface CheckedSettings {
  /** The environment, with the options of the command. */
  readonly given: Readonly<Record<string, string | undefined>>
  readonly server: ServerConfig & RailSettings
  /** The data folder, which may not be there yet. */
  readonly folder: string
  readonly misspelt: readonly MisspeltSetting[]
}

/** The launcher makes this secret itself where none is set. */
const MADE_LATER = '0'.repeat(64)

/** The missing half of a rail may be there under another name. */
const checkRails = (settings: RailSettings, misspelt: readonly MisspeltSetting[]): void => {
  try {
    hasX402(settings)
    hasL402(settings)
  } catch (problem) {
    if (!(problem instanceof BadRail)) throw problem
    throw new BadRail([problem.message, ...misspelt.map(misspeltWords)].join(' '))
  }
}

/** Throws `BadConfig`, `BadRail` or `BadKeys` with a sentence for the operator. */
export const checkStart = ({ given, server, folder, misspelt }: CheckedSettings): void => {
  for (const name of FORBIDDEN)
    if (given[name])
      throw new BadConfig(`${name} is for demonstrations and tests; "npm start" asks real providers. Unset it.`)
  checkRails({ ...server, SERVER_SECRET: server.SERVER_SECRET ?? MADE_LATER }, misspelt)
  if (server.X402_SETTLEMENT === 'own') settlingKeyFile(join(folder, 'keys'))
}
