import { WorkerConfig } from '../config.ts'
import { fileSetting } from '../setting-files.ts'
import { environmentFor } from './environment.ts'

const ONLY_ASKING: readonly string[] = ['PROVIDER_KEYS', fileSetting('PROVIDER_KEYS')]

/**
 * The environment of one worker. Keys of providers go to those alone that ask them.
 *
 * @param roles what it does, if that is not left to the settings
 */
export const workerEnvironment = (
  parent: Readonly<Record<string, string | undefined>>,
  more: Readonly<Record<string, string | undefined>>,
  roles?: string,
): Record<string, string> => {
  const asks = roles === undefined || roles.split(',').includes('publisher')
  const env = environmentFor(WorkerConfig, parent, { ...more, ...(roles && { ROLES: roles }) })
  return asks ? env : Object.fromEntries(Object.entries(env).filter(([name]) => !ONLY_ASKING.includes(name)))
}
