import { dirname, join, resolve } from 'node:path'

/** The files of the DLC oracle that must outlive Redis, below the data folder. */
export interface DlcPaths {
  /** Mode 0700. It holds the files below and nothing else. */
  readonly folder: string
  readonly journal: string
  readonly guard: string
  /** The time at which the signer last ran here. */
  readonly heartbeat: string
  /** The events that an operator resumes: `claros dlc resume` writes it, the signer reads and removes it. */
  readonly resume: string
  /** The folder of the keys, shared with the rail keys. */
  readonly keys: string
}

/** The signer's files below the given folder. */
export const oracleFiles = (folder: string): Omit<DlcPaths, 'keys'> => ({
  folder,
  journal: join(folder, 'journal.jsonl'),
  guard: join(folder, 'guard.sqlite'),
  heartbeat: join(folder, 'heartbeat.json'),
  resume: join(folder, 'resume.json'),
})

/** The default place of the witness: a folder beside the data folder, never inside it. */
export const witnessBeside = (oracleFolder: string): string => `${dirname(resolve(oracleFolder))}.witness`

/** @param named folders that lie elsewhere */
export const dlcPaths = (
  data: string,
  named: { readonly KEYS_DIR?: string | undefined; readonly ORACLE_DIR?: string | undefined } = {},
): DlcPaths => ({ ...oracleFiles(named.ORACLE_DIR ?? join(data, 'dlc')), keys: named.KEYS_DIR ?? join(data, 'keys') })
