import { dirname, join, resolve } from 'node:path'

/** Where the DLC oracle keeps what must outlive Redis, below the data folder. */
export interface DlcPaths {
  /** Mode 0700; holds what is named below and nothing else. */
  readonly folder: string
  readonly journal: string
  readonly guard: string
  /** When the signer was last at work here. */
  readonly heartbeat: string
  /** What an operator lets be signed again: `claros dlc resume` writes it, the signer takes it. */
  readonly resume: string
  /** Shared with the rail keys. */
  readonly keys: string
}

/** The signer's files below their folder, which it is told. */
export const oracleFiles = (folder: string): Omit<DlcPaths, 'keys'> => ({
  folder,
  journal: join(folder, 'journal.jsonl'),
  guard: join(folder, 'guard.sqlite'),
  heartbeat: join(folder, 'heartbeat.json'),
  resume: join(folder, 'resume.json'),
})

/** Where the witness lies when nothing else is said: a folder beside the data folder, never inside it. */
export const witnessBeside = (oracleFolder: string): string => `${dirname(resolve(oracleFolder))}.witness`

export const dlcPaths = (data: string): DlcPaths => ({ ...oracleFiles(join(data, 'dlc')), keys: join(data, 'keys') })
