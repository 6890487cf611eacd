import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { rounded } from '../../canonical/measure.ts'

/** Decimals of a percentage (methods 9.4). */
const PCT_PLACES = 1

/** A position as a share of all open contracts, per cent. */
export const pctOf = (position: number, openInterest: number): number =>
  rounded((100 * position) / openInterest, PCT_PLACES)

const Held = Type.Object({
  long: Type.Integer(),
  short: Type.Integer(),
  net: Type.Integer(),
  pct_long: Type.Number(),
  pct_short: Type.Number(),
})

const Inputs = Type.Object({
  open_interest: Type.Integer({ minimum: 1 }),
  leveraged_funds: Held,
  asset_managers: Held,
  dealers: Held,
})

const follows = ({ long, short, net, pct_long, pct_short }: Static<typeof Held>, open: number): boolean =>
  net === long - short && pct_long === pctOf(long, open) && pct_short === pctOf(short, open)

/** Works out the nets and percentages of a body again, from its positions. */
export const recountedCot = (body: Readonly<Record<string, Json>>): readonly Check[] => {
  const inputs: unknown = body
  const ok =
    Value.Check(Inputs, inputs) &&
    [inputs.leveraged_funds, inputs.asset_managers, inputs.dealers].every((held) => follows(held, inputs.open_interest))
  return [{ what: 'nets and percentages follow from the positions', ok }]
}
