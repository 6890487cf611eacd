import type { Json } from '../../canonical/jcs.ts'
import type { Item } from '../../feeds/registry.ts'
import type { PaywallContext } from './context.ts'

/** What is wanting, as a refusal tells it. */
export interface Wanting {
  readonly message: string
  /** `reason` and the measures behind it: members of the error body. */
  readonly more: Readonly<Record<string, Json>>
}

/**
 * What the worker said of its last tick, where that published nothing and said more than nothing.
 *
 * @param since Unix seconds of the last answer: what was wanting before it is over
 */
export const shortfallFor = async (
  { shortfalls }: Pick<PaywallContext, 'shortfalls'>,
  { actor }: Pick<Item, 'actor'>,
  since: number,
): Promise<Wanting | null> => {
  const told = await shortfalls.read(actor)
  if (!told || told.at <= since) return null
  return { message: told.message, more: { reason: told.reason, ...told.facts } }
}
