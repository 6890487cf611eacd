import { resolve } from 'node:path'
import { FolderConfig, readConfig } from '../config.ts'

/** Settings of the shell. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The data folder: what `--data` says, else the setting. */
export const dataFolder = (given: string | undefined, env: Environment): string =>
  resolve(given ?? readConfig(FolderConfig, env).DATA_DIR)
