import { join } from 'node:path'

/** Where the DLC oracle keeps what must outlive Redis, below the data folder. */
export interface DlcPaths {
  /** Mode 0700; holds the journal and the guard and nothing else. */
  readonly folder: string
  readonly journal: string
  readonly guard: string
  /** Shared with the rail keys. */
  readonly keys: string
}

/** Journal and guard below their folder, which the signer is told. */
export const oracleFiles = (folder: string): Pick<DlcPaths, 'folder' | 'journal' | 'guard'> => ({
  folder,
  journal: join(folder, 'journal.jsonl'),
  guard: join(folder, 'guard.sqlite'),
})

export const dlcPaths = (data: string): DlcPaths => ({ ...oracleFiles(join(data, 'dlc')), keys: join(data, 'keys') })
