/** A process that serves the public must not run as root. */

/** The user in RUN_AS is not valid, or the change to it did not work. */
export class CannotDrop extends Error {
  override readonly name = 'CannotDrop'
}

/**
 * Changes from root to another user id, permanently. All imports of the process must be loaded by then: the other user
 * may not be able to read the program's folder.
 *
 * @returns whether the user was changed; a process that is not root keeps its user
 */
export const dropTo = (user: string | undefined): boolean => {
  if (user === undefined || process.getuid?.() !== 0) return false
  if (!/^[1-9]\d*$/.test(user))
    throw new CannotDrop(`RUN_AS must be a numeric user id other than 0, found ${JSON.stringify(user)}`)
  const id = Number(user)
  process.setgroups!([])
  process.setgid!(id)
  process.setuid!(id)
  if (process.getuid() !== id || process.getgid!() !== id) throw new CannotDrop(`could not become user ${id}`)
  return true
}
