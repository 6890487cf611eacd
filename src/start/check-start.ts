import { resolve } from 'node:path'
import { dlcPaths } from '../actors/dlc/paths.ts'
import { readSecret } from '../actors/secret-file.ts'
import { settlingKeyFile } from '../actors/settler/settling-key-file.ts'
import { BadConfig, type ServerConfig } from '../config.ts'
import { BadRail } from '../http/rails/bad-rail.ts'
import { payToFault } from '../http/rails/pay-to.ts'
import { hasL402, hasX402, type RailSettings } from '../http/rails/rail-settings.ts'
import { ledgerFolder } from '../ledger/months.ts'
import { adminFault } from '../listening.ts'
import { type MisspeltSetting, misspeltWords } from '../misspelt-settings.ts'

/** What can be told from settings alone, told before a folder, a key or a process is made. Nothing heavy is loaded for it. */

/** Settings that exist for demonstrations and tests. */
const FORBIDDEN = ['UPSTREAM_ORIGIN', 'QUORUM', 'OUTBOUND_ALLOW', 'PLAY_MONEY_URL'] as const

/** Folders of workers that are started alone: `npm start` has them in its data folder, whose keys it would make anew. */
const ownFolders = (folder: string): Readonly<Record<string, string>> => {
  const { keys, folder: oracle } = dlcPaths(folder)
  return { KEYS_DIR: keys, ORACLE_DIR: oracle, LEDGER_DIR: ledgerFolder(folder) }
}

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

const checkPayTo = ({ PAY_TO }: RailSettings): void => {
  const fault = PAY_TO === undefined ? null : payToFault(PAY_TO)
  if (fault !== null) throw new BadConfig(`PAY_TO is ${JSON.stringify(PAY_TO)}, which ${fault}.`)
}

const isGiven = (value: string | undefined): boolean => value !== undefined && value.trim() !== ''

/** Throws `BadConfig`, `BadRail` or `BadKeys` with a sentence for the operator. */
export const checkStart = ({ given, server, folder, misspelt }: CheckedSettings): void => {
  for (const name of FORBIDDEN)
    if (isGiven(given[name]))
      throw new BadConfig(`${name} is for demonstrations and tests; "npm start" asks real providers. Unset it.`)
  if (server.MODE === 'demo')
    throw new BadConfig('MODE=demo is for demonstrations; "npm start" asks real providers. Unset it.')
  if (server.PORT !== 0 && server.PORT === server.ADMIN_PORT)
    throw new BadConfig(`PORT and ADMIN_PORT are both ${server.PORT}. Set one of them to another.`)
  const fault = adminFault(server)
  if (fault !== null) throw new BadConfig(fault)
  for (const [name, own] of Object.entries(ownFolders(folder)))
    if (isGiven(given[name]) && resolve(given[name]!.trim()) !== own)
      throw new BadConfig(
        `${name} is for workers that are started alone; "npm start" uses ${own}. Unset it, and set DATA_DIR if that is the wrong folder.`,
      )
  checkRails({ ...server, SERVER_SECRET: server.SERVER_SECRET ?? MADE_LATER }, misspelt)
  checkPayTo(server)
  if (server.X402_SETTLEMENT === 'own') readSecret(settlingKeyFile(dlcPaths(folder).keys))
}
