import { readFileSync } from 'node:fs'

/** A process that serves the public must not run as root. */

/** The change to the user in RUN_AS did not work. */
export class CannotDrop extends Error {
  override readonly name = 'CannotDrop'
}

/** The user without rights, by number: `nobody` on Debian, Fedora and Alpine; on macOS that is -2. */
export const NOBODY_USER = '65534'

export interface User {
  readonly uid: number
  readonly gid: number
}

/** `name:password:uid:gid:…` (passwd(5)). Users of a directory service are not in it: they are given by number. */
const USERS = '/etc/passwd'

const named = (name: string): User => {
  const line = readFileSync(USERS, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!/^\d+$/.test(uid ?? '') || !/^\d+$/.test(gid ?? ''))
    throw new CannotDrop(`RUN_AS: this machine has no user ${JSON.stringify(name)} in ${USERS}`)
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * @param user a name, or a number: then its group has the same
 * @throws CannotDrop for root, and for a name that nobody has
 */
export const findUser = (user: string): User => {
  const { uid, gid } = /^\d+$/.test(user) ? { uid: Number(user), gid: Number(user) } : named(user)
  if (uid === 0 || gid === 0) throw new CannotDrop(`RUN_AS: ${user} has the rights of root`)
  return { uid, gid }
}

/**
 * Changes from root to another user, permanently. All imports of the process must be loaded by then: the other user may
 * not be able to read the program's folder.
 *
 * @param user as `findUser` takes it; without one nobody, since what serves the public is never root
 * @returns whether the user was changed; a process that is not root keeps its user
 */
export const dropTo = (user: string = NOBODY_USER): boolean => {
  if (process.getuid?.() !== 0) return false
  const { uid, gid } = findUser(user)
  try {
    process.setgroups!([])
    process.setgid!(gid)
    process.setuid!(uid)
  } catch (problem) {
    throw new CannotDrop(`RUN_AS: could not become user ${user}: ${(problem as Error).message}`)
  }
  if (process.getuid() !== uid || process.getgid!() !== gid)
    throw new CannotDrop(`RUN_AS: could not become user ${user}`)
  return true
}
