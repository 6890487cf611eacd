import type { Stats } from 'node:fs'

/**
 * Whether another user may read or change a file. Orchestrators keep secrets as files of root that a group may read, and
 * put the process alone into that group.
 */
export const isOpenToOthers = ({ mode, uid, gid }: Pick<Stats, 'mode' | 'uid' | 'gid'>): boolean => {
  const isOfOwnGroup = uid === 0 && process.getuid?.() !== 0 && process.getgroups?.().includes(gid) === true
  return (mode & (isOfOwnGroup ? 0o037 : 0o077)) !== 0
}

/** `644`, as `chmod` and `ls` have it. */
export const modeText = ({ mode }: Pick<Stats, 'mode'>): string => (mode & 0o777).toString(8)
