/** A process that serves the public must not run as root. */

/** RUN_AS names nobody this system knows, or dropping did not work. */
export class CannotDrop extends Error {
  override readonly name = 'CannotDrop'
}

/**
 * Gives up root for another user id, for good. Everything the process imports must be loaded by then: the other user
 * may not be able to read the folder it was started from.
 *
 * @returns whether anything was dropped; a process that is not root stays who it is
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
