import type { Static, TObject } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { AnyFeed, Carrier, Earlier } from './feed.ts'

/** A snapshot with its carry, typed by the schema of its feed; `null` if the carry does not match that schema. */
export const readEarlier = <C extends TObject>(
  { carry: schema }: Pick<Carrier<C>, 'carry'>,
  found: Earlier,
): Earlier<Static<C>> | null => {
  const { carry } = found
  return Value.Check(schema, carry) ? { ...found, carry } : null
}

/** A feed's own last snapshot. A feed that declares no carry reads its content alone. */
export const readOwnCarry = ({ carry }: Pick<AnyFeed, 'carry'>, found: Earlier): Earlier | null =>
  carry ? readEarlier({ carry }, found) : { ...found, carry: {} }
