import { WorkerConfig } from '../config.ts'
import type { WorkerRole } from '../role-names.ts'
import { fileSetting } from '../setting-files.ts'
import { environmentFor } from './environment.ts'

/** Keys, and addresses that may hold one, by the role that asks with them. */
const ONLY_FOR: Readonly<Record<string, WorkerRole>> = {
  PROVIDER_KEYS: 'publisher',
  PROVIDER_ORIGINS: 'publisher',
  EQUITY_FILE: 'publisher',
  RPC_URL: 'settler',
}

/**
 * The environment of one worker. What is shown to providers and nodes goes to those alone that ask them.
 *
 * @param roles what it does, if that is not left to the settings
 */
export const workerEnvironment = (
  parent: Readonly<Record<string, string | undefined>>,
  more: Readonly<Record<string, string | undefined>>,
  roles?: string,
): Record<string, string> => {
  const env = environmentFor(WorkerConfig, parent, { ...more, ...(roles && { ROLES: roles }) })
  if (roles === undefined) return env
  const played = roles.split(',')
  const withheld = Object.entries(ONLY_FOR).flatMap(([name, role]) =>
    played.includes(role) ? [] : [name, fileSetting(name)],
  )
  return Object.fromEntries(Object.entries(env).filter(([name]) => !withheld.includes(name)))
}
