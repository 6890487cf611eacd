export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object; none for everything else. */
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {})
