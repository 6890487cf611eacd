import { WorkerConfig } from '../config.ts'
import { environmentFor } from './environment.ts'

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
  const { PROVIDER_KEYS, ...env } = environmentFor(WorkerConfig, parent, { ...more, ...(roles && { ROLES: roles }) })
  const asks = roles === undefined || roles.split(',').includes('publisher')
  return asks && PROVIDER_KEYS !== undefined ? { ...env, PROVIDER_KEYS } : env
}
