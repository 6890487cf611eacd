import type { Static, TObject } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { AnyFeed, Carrier, Earlier } from './feed.ts'

/** A snapshot for those who read what it carries; `null` where that is not what the schema says. */
export const readEarlier = <C extends TObject>(
  { carry: schema }: Pick<Carrier<C>, 'carry'>,
  found: Earlier,
): Earlier<Static<C>> | null => {
  const { carry } = found
  return Value.Check(schema, carry) ? { ...found, carry } : null
}

/** A feed's own last snapshot. A feed that declares no carry goes on from its content alone. */
export const readOwnCarry = ({ carry }: Pick<AnyFeed, 'carry'>, found: Earlier): Earlier | null =>
  carry ? readEarlier({ carry }, found) : { ...found, carry: {} }
