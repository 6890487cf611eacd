/** A rail is configured only in part. The message names the missing setting. */
export class BadRail extends Error {
  override readonly name = 'BadRail'
}

/** Whether all of these are set (true) or none (false). Throws `BadRail` if only some are. */
export const together = <Name extends string>(
  settings: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
  what: string,
): boolean => {
  const set = names.filter((name) => settings[name] !== undefined)
  if (set.length > 0 && set.length < names.length) {
    const missing = names.filter((name) => settings[name] === undefined)
    throw new BadRail(
      `${what} needs ${names.join(', ')} together; ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set.`,
    )
  }
  return set.length > 0
}
