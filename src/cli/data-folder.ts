import { resolve } from 'node:path'
import { FolderConfig, readConfig } from '../config.ts'

/** The environment variables of the shell. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The data folder: the value of `--data`, or the setting `DATA_DIR` where the option was not given. */
export const dataFolder = (given: string | undefined, env: Environment): string =>
  resolve(given ?? readConfig(FolderConfig, env).DATA_DIR)
