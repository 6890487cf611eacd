import { type AgreedKeys, agreedKeys } from '../../src/canonical/key-agreement.ts'
import { type KeyChain, readChains } from '../../src/canonical/key-chain.ts'
import { KEYS_PATH } from '../../src/canonical/key-document.ts'
import { nameKey, verifiersFor } from '../../src/canonical/key-validity.ts'
import type { Unread } from '../../src/canonical/pinned-answer.ts'
import { readAnswerBody } from '../../src/canonical/read-body.ts'
import { membersOf } from './members.ts'
import { ask, type Fetch, isGood, requestFor } from './request.ts'
import type { Body, PinnedKeys } from './verify.ts'

/** As long as the service lets it be kept. */
const KEPT_MS = 60_000

/** Four hundred keys that followed one another are shorter. Whoever sends more wants to keep a buyer busy. */
const MOST_LETTERS = 1_000_000

/** The answer is paid for, and can be fetched again for two minutes: one lost request must not spoil it. */
const PATIENCE_MS = 10_000
const TRY_MS = 5_000
const PAUSE_MS = 500

/** Where documents are read. */
export interface KeyPlace {
  readonly send: Fetch
  /** `https://host` */
  readonly origin: string
  /** How long it is tried, in milliseconds: ten seconds at most. */
  readonly patienceMs?: number | undefined
}

const pause = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms))

/** Only the chains on which this answer depends: of the others nobody knows here whether they hold. */
const chainsFor = (answer: Body, body: Body): Body => {
  const chains = membersOf(body['chains']) as Body
  const purposes = Object.keys(verifiersFor(answer)).filter((purpose) => chains[purpose] !== undefined)
  return { chains: Object.fromEntries(purposes.map((purpose) => [purpose, chains[purpose]!])) }
}

/** The chains in which everything holds; `null` if one of them does not. */
const whole = (answer: Body, body: Body): readonly KeyChain[] | null => {
  const { checks, chains } = readChains(body, verifiersFor(answer))
  return checks.every(({ ok }) => ok) ? chains : null
}

/** Whether they hold, and name its key. */
const lead = (answer: Body, body: Body): boolean => nameKey(whole(answer, body) ?? [], answer['pubkey'])

const NOT_KEPT: AgreedKeys = { checks: [{ what: 'the documents that were kept hold', ok: false }], body: {} }

/**
 * `/.well-known/claros-keys.json`, read when an answer has a key that is not known, until it leads to that key: caches may
 * have what was before. What did so once is kept: for a minute it is not asked for again, and later documents must go on from
 * it.
 *
 * @param known documents that the buyer kept from before
 */
export const keyDocuments = (
  { send, origin, patienceMs = PATIENCE_MS }: KeyPlace,
  known: Body | null,
): PinnedKeys['documents'] => {
  let kept: Body = {}
  let since = 0
  let underWay: Promise<Body | null> | null = null

  const ofKept = (answer: Body): Body => {
    const mine = chainsFor(answer, kept)
    return Object.keys(mine['chains'] as Body).length > 0 || !known ? mine : chainsFor(answer, known)
  }
  const readOnce = async (tryMs: number): Promise<Body | null> => {
    const reply = await ask(send, requestFor(origin, KEYS_PATH, {}), {}, { tryMs, cache: 'no-cache' })
    return isGood(reply) && reply.text.length <= MOST_LETTERS ? readAnswerBody(reply.text) : null
  }
  /** Whatever the fetch behind it heeds. */
  const read = (tryMs: number): Promise<Body | null> =>
    (underWay ??= Promise.race([readOnce(tryMs).catch(() => null), pause(tryMs)]).finally(() => {
      underWay = null
    }))

  return async (answer): Promise<AgreedKeys | Unread> => {
    if (known && !whole(answer, chainsFor(answer, known))) return NOT_KEPT
    const isKept = (): boolean => lead(answer, ofKept(answer))
    if (Math.abs(Date.now() - since) < KEPT_MS && isKept()) return { checks: [], body: ofKept(answer) }
    // With what was kept it is as good as before, and one try is enough.
    const until = Date.now() + (isKept() ? 0 : Math.min(patienceMs, PATIENCE_MS))
    for (;;) {
      const body = await read(Math.max(PAUSE_MS, Math.min(TRY_MS, until - Date.now())))
      if (body) {
        const agreed = agreedKeys([ofKept(answer), chainsFor(answer, body)])
        if (agreed.checks.some(({ ok }) => !ok) && whole(answer, chainsFor(answer, body))) return agreed
        if (lead(answer, agreed.body)) {
          kept = { chains: { ...(kept['chains'] as Body), ...(agreed.body['chains'] as Body) } }
          since = Date.now()
          return agreed
        }
      }
      if (Date.now() + PAUSE_MS > until) return isKept() ? { checks: [], body: ofKept(answer) } : 'unread'
      await pause(PAUSE_MS)
    }
  }
}
