import { isSoldOnce, type Rail } from '../../canonical/snapshot.ts'
import type { Item } from '../../feeds/registry.ts'
import type { EditionInHand } from './blocks.ts'
import { closedProblem } from './closed-feeds.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { ageAt, isOfAge, type CachedEditions } from './edition-cache.ts'
import type { Guards } from '../rails/guards.ts'
import { unmetGuards } from './unmet-guards.ts'
import { shortfallFor, unsoldWords } from './shortfall.ts'
import type { Soon } from '../wire/soon.ts'
import type { PaywallContext } from './context.ts'

/** What a paid route sells: editions of one item's newest snapshot, as long as it may be sold. */

/** A request waits this long for more editions. */
const SIGN_LIMIT_MS = 3_000
/** How often more editions are requested. Each failure means that other requests took a whole batch meanwhile. */
const TRIES = 3
/** Below this share of unsold editions more are signed, before any request has to wait. */
const RUNNING_LOW = 0.25
const COPIES = { least: 8, most: 512 } as const

const isSellable = (cached: CachedEditions, item: Item, now: number): boolean =>
  isOfAge(cached, now, item.feed.sale.sellableSeconds)

const isWanted = (cached: CachedEditions, item: Item, guards: Guards, now: number): boolean =>
  isSellable(cached, item, now) && unmetGuards(item, cached.snapshot, guards, now) === null

/** The snapshot that may be sold now to who asks for these guards, or why not. Asked before any invoice is made. */
export const editionsFor = (paywall: PaywallContext, item: Item, guards: Guards): Soon<CachedEditions | Problem> => {
  const lacks = paywall.closedFeeds.of(item)
  if (lacks) return closedProblem(item, lacks)
  const now = paywall.clock.now()
  const inMemory = paywall.editionCache.current(item.actor, now)
  if (inMemory && !(inMemory instanceof Promise) && isWanted(inMemory, item, guards, now)) return inMemory
  return currentEditions(paywall, item, guards, inMemory, now)
}

const currentEditions = async (
  paywall: PaywallContext,
  item: Item,
  guards: Guards,
  reading: Soon<CachedEditions | null>,
  now: number,
): Promise<CachedEditions | Problem> => {
  const { editionCache } = paywall
  const inMemory = await reading
  if (inMemory && isWanted(inMemory, item, guards, now)) return inMemory
  // The cache may be a second behind a feed that has just come back.
  const cached = await editionCache.latest(item.actor, now)
  if (cached && isSellable(cached, item, now)) return unmetGuards(item, cached.snapshot, guards, now) ?? cached
  const shortfall = await shortfallFor(paywall, item, cached?.snapshot.timestamp ?? 0)
  const state = unsoldWords(cached ? ageAt(cached, now) : null, item.feed.sale.sellableSeconds)
  return problem('data_unavailable', `${item.subject.name}: ${shortfall?.message ?? state}. Nothing was charged.`, {
    retryAfter: item.feed.everySeconds,
    ...(shortfall && { more: shortfall.more }),
  })
}

/**
 * Asks a worker to sign more editions. Requests for as many of one version and rail share a batch. False if it failed, or if the
 * only edition is there for all.
 *
 * @param unserved requests that found none
 */
const signMore = async (
  { asker, blocks, log }: PaywallContext,
  cached: CachedEditions,
  rail: Rail,
  unserved = 0,
): Promise<boolean> => {
  if (!isSoldOnce(cached.snapshot)) return false
  const { actor, timestamp } = cached.snapshot
  const needed = Math.max(COPIES.least, 2 * blocks.signed(cached, rail), unserved)
  // By powers of two, so that most requests share a batch, and none has to do with one that is too small for it.
  const copies = Math.min(COPIES.most, 2 ** Math.ceil(Math.log2(needed)))
  const request = { what: 'reprint', version: timestamp, rail, copies } as const
  try {
    const answer = await asker.ask(
      { actor, wish: request },
      `reprint/${actor}/${timestamp}/${rail}/${copies}`,
      SIGN_LIMIT_MS,
    )
    return answer.kind === 'done'
  } catch (problem) {
    log.warn('reprint.failed', { actor, message: String(problem) })
    return false
  }
}

/** Asks for more editions when few are left. No request waits for them. */
const signMoreWhenLow = (paywall: PaywallContext, cached: CachedEditions, rail: Rail, index: number): void => {
  const signed = paywall.blocks.signed(cached, rail)
  if (signed - index - 1 >= signed * RUNNING_LOW) return
  void signMore(paywall, cached, rail)
}

interface BoughtIt {
  readonly kind: 'bought'
}

/** Tries to sell an edition. Any result but `bought` means that it was certainly not sold. */
type Try<Other> = (inHand: EditionInHand) => Promise<BoughtIt | Other>

/** The result of taking an edition. */
export type TakenEdition<Other> =
  { readonly kind: 'in_hand'; readonly inHand: EditionInHand } | { readonly kind: 'sold_out' } | Other

const nextOf = (paywall: PaywallContext, item: Item, cached: CachedEditions, rail: Rail): Soon<EditionInHand | null> =>
  paywall.blocks.next(cached, rail, item.feed.everySeconds - ageAt(cached, paywall.clock.now()))

const tryToSell = <Other extends { readonly kind: string }>(
  paywall: PaywallContext,
  rail: Rail,
  inHand: EditionInHand,
  attempt: Try<Other>,
): Promise<TakenEdition<Other>> =>
  attempt(inHand).then((got) => {
    if (got.kind !== 'bought') {
      paywall.blocks.giveBack(inHand)
      return got as Other
    }
    signMoreWhenLow(paywall, inHand.cached, rail, inHand.edition.index)
    return { kind: 'in_hand', inHand }
  })

/**
 * Takes the next edition, requests more if all are sold, and sells it by `attempt`. Any other result of the attempt is
 * returned as it is. If the attempt throws, the edition may have been sold, so no other buyer gets it.
 */
export const takeEdition = <Other extends { readonly kind: string }>(
  paywall: PaywallContext,
  item: Item,
  first: CachedEditions,
  rail: Rail,
  attempt: Try<Other>,
): Promise<TakenEdition<Other>> => {
  const found = nextOf(paywall, item, first, rail)
  return found && !(found instanceof Promise)
    ? tryToSell(paywall, rail, found, attempt)
    : waitForEdition(paywall, item, first, rail, attempt, found)
}

const waitForEdition = async <Other extends { readonly kind: string }>(
  paywall: PaywallContext,
  item: Item,
  first: CachedEditions,
  rail: Rail,
  attempt: Try<Other>,
  wanted: Soon<EditionInHand | null>,
): Promise<TakenEdition<Other>> => {
  let cached: CachedEditions = first
  let found = wanted
  for (let tries = 1; ; tries++) {
    const inHand = await found
    if (inHand) return tryToSell(paywall, rail, inHand, attempt)
    await signMore(paywall, cached, rail, paywall.blocks.unserved(cached, rail))
    const now = paywall.clock.now()
    const again = await paywall.editionCache.latest(first.snapshot.actor, now)
    if (!again || !isSellable(again, item, now) || tries === TRIES) return { kind: 'sold_out' }
    cached = again
    found = nextOf(paywall, item, cached, rail)
  }
}

export const soldOut = (item: Item): Problem =>
  problem(
    'data_unavailable',
    `${item.subject.name}: copies are being printed. Nothing was charged; try again at once.`,
    {
      retryAfter: 1,
    },
  )

export const ageOf = (paywall: PaywallContext, cached: CachedEditions): number => ageAt(cached, paywall.clock.now())
