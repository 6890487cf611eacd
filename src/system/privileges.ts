/** A process that serves the public must not run as root. */

/** The change to the user in RUN_AS did not work. */
export class CannotDrop extends Error {
  override readonly name = 'CannotDrop'
}

/**
 * Changes from root to another user id, permanently. All imports of the process must be loaded by then: the other user
 * may not be able to read the program's folder.
 *
 * @param user its number, not 0
 * @returns whether the user was changed; a process that is not root keeps its user
 */
export const dropTo = (user: string | undefined): boolean => {
  if (user === undefined || process.getuid?.() !== 0) return false
  const id = Number(user)
  try {
    process.setgroups!([])
    process.setgid!(id)
    process.setuid!(id)
  } catch (problem) {
    throw new CannotDrop(`RUN_AS: could not become user ${id}: ${(problem as Error).message}`)
  }
  if (process.getuid() !== id || process.getgid!() !== id) throw new CannotDrop(`RUN_AS: could not become user ${id}`)
  return true
}
