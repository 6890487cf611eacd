import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dlcPaths } from '../actors/dlc/paths.ts'
import { BadConfig } from '../config.ts'
import { ledgerFolder } from '../ledger/months.ts'

/** What a folder is used for. A wrong one is not touched: its mode would be changed, and its keys would sign. */

/** `live`: by `npm start`. `demo`: by the demonstration, whose prices and money are simulated. */
export type FolderUse = 'live' | 'demo'

/** What an operator may put into a data folder, or leaves there. */
export const FOLDER_FILES = {
  calendar: 'calendar-official.json',
  estimates: 'calendar-estimates.csv',
  /** The demonstration's addresses and its buyer's key. */
  demo: 'demo.json',
  use: 'used-for',
  lock: 'launcher.pid',
} as const

const KEYS = 'keys'

/** One of these is in every folder that a start has used, or that an operator has prepared for one. */
const OURS: readonly string[] = [
  KEYS,
  'secrets',
  'redis',
  basename(ledgerFolder('data')),
  basename(dlcPaths('data').folder),
  ...Object.values(FOLDER_FILES),
]

/** What file systems and desktops leave in a folder that is empty otherwise. */
const NOBODYS: readonly string[] = ['lost+found', '.DS_Store']

const SHOWN = 3

/** Refuses a folder with files of somebody else and none of ours: a home, the folder of all temporary files. */
export const refuseForeign = (folder: string): void => {
  const found = readdirSync(folder).filter((name) => !NOBODYS.includes(name))
  if (found.length === 0 || found.some((name) => OURS.includes(name))) return
  const shown = `${found.toSorted().slice(0, SHOWN).join(', ')}${found.length > SHOWN ? ', …' : ''}`
  throw new BadConfig(
    `the data folder ${folder} holds other files (${shown}) and none of this service. Name a new or an empty folder.`,
  )
}

/** As its mark says, or what was written before there were marks. */
const usedFor = (folder: string): FolderUse | null => {
  const mark = join(folder, FOLDER_FILES.use)
  const said = existsSync(mark) ? readFileSync(mark, 'utf8').trim() : ''
  if (said === 'live' || said === 'demo') return said
  if (existsSync(join(folder, FOLDER_FILES.demo))) return 'demo'
  return existsSync(join(folder, KEYS)) ? 'live' : null
}

const REFUSALS: Readonly<Record<FolderUse, string>> = {
  live: 'belongs to "npm start": its keys sign for real money. Name another folder for the demonstration',
  demo: 'belongs to a demonstration: what it has sold was paid with play money. Name another folder',
}

/** Marks a folder with its use. Throws `BadConfig` for one that has the other use. */
export const claimUse = (folder: string, use: FolderUse): void => {
  const before = usedFor(folder)
  if (before !== null && before !== use) throw new BadConfig(`the data folder ${folder} ${REFUSALS[before]}.`)
  writeFileSync(join(folder, FOLDER_FILES.use), `${use}\n`, { mode: 0o600 })
}
