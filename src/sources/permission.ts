import { type Static, Type } from '@sinclair/typebox'
import type { Rights, Source } from './query.ts'

/** Which sources an operator allows to be asked, by their published rights. */
export type AllowedRights = 'open' | 'permitted' | 'all'

const RIGHTS: Readonly<Record<AllowedRights, readonly Rights[]>> = {
  open: ['open'],
  permitted: ['open', 'attribution'],
  all: ['open', 'attribution', 'noncommercial', 'unlicensed'],
}

/** Why a source may not be asked, and what each reason means. */
const REASONS = {
  needs_key: 'the source asks for a key, which the setting gives',
  not_licensed: 'the terms of the source forbid the sale of its data without an agreement, which the setting states',
} as const

/** A source that may not be asked, and what the operator would have to give. */
export const RefusedSource = Type.Object(
  {
    source: Type.String({ description: 'Its name' }),
    reason: Type.Unsafe<keyof typeof REASONS>(
      Type.String({
        enum: Object.keys(REASONS),
        description: Object.entries(REASONS)
          .map(([reason, meaning]) => `${reason}: ${meaning}`)
          .join('. '),
      }),
    ),
    setting: Type.String({ description: 'The name of the setting' }),
  },
  { title: 'RefusedSource', description: 'A source that this operator may not ask' },
)
export type RefusedSource = Static<typeof RefusedSource>

/** `null` if the source may be asked. */
export type Permission = (source: Pick<Source, 'name' | 'rights' | 'keyed'>) => RefusedSource | null

/**
 * What an operator's settings allow.
 *
 * @param licensed names of sources that the operator may sell by an agreement of its own
 * @param keys names of sources that the operator has a key for, which is an agreement too; every source that needs one
 *   has one if left out
 */
export const permission =
  (allowed: AllowedRights, licensed: readonly string[] = [], keys: readonly string[] | null = null): Permission =>
  ({ name, rights, keyed }) => {
    if (keys?.includes(name)) return null
    const isAllowed = RIGHTS[allowed].includes(rights) || licensed.includes(name)
    if (isAllowed && (keyed?.needed !== true || keys === null)) return null
    return keyed === undefined
      ? { source: name, reason: 'not_licensed', setting: 'SOURCES_LICENSED' }
      : { source: name, reason: 'needs_key', setting: 'PROVIDER_KEYS' }
  }
