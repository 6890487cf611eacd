import type { Json } from '../../canonical/jcs.ts'
import type { Item } from '../../feeds/registry.ts'
import type { PaywallContext } from './context.ts'

/** What is missing, as a refusal states it. */
export interface Wanting {
  readonly message: string
  /** `reason` and the measures behind it: members of the error body. */
  readonly more: Readonly<Record<string, Json>>
}

/** Why there is nothing to sell where no worker said more, in the words of a refusal. */
export const unsoldWords = (ageSeconds: number | null, sellableSeconds: number): string =>
  ageSeconds === null
    ? 'there is no answer yet'
    : `the last answer is ${ageSeconds} s old, and may be sold for ${sellableSeconds} s`

/**
 * The reason that the worker stored, if its last tick published nothing and gave a reason.
 *
 * @param since Unix seconds of the last answer: reasons from before it are over
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
