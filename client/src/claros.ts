import type { PinnedVerification } from '../../src/canonical/pinned-answer.ts'
import { type Bought, bought } from './bought.ts'
import { inSeconds } from '../../src/time-units.ts'
import { Refused, TooDear } from './errors.ts'
import { type Challenge, readChallenge } from './offers.ts'
import type { AnswerOf, Asked, AskedArguments, PaidPath, PreviewedPath, PreviewOf } from './paths.ts'
import type { Judged, Payer, Payment } from './payer.ts'
import type { Receipt } from './receipt.ts'
import { pinnedKeys } from './pinned-keys.ts'
import { reach } from './reach.ts'
import { resumeById } from './receipt-page.ts'
import { refusal } from './refusals.ts'
import { type Fetch, isGood, membersIn, type Reply, requestFor } from './request.ts'
import { settle } from './settle.ts'
import { type Body, type PinnedKeys, UNREADABLE, verifyBody } from './verify.ts'

/** How a service is bought from. */
export interface ClarosOptions {
  /** Ways to pay, the preferred one first; none for who only reads previews and verifies. */
  readonly pay?: readonly Payer[]
  /**
   * Public keys of the service in hex. Answers of other keys are not whole, unless the key documents of the service lead
   * from these to theirs: keys are replaced. All keys of one rail must belong to one chain. Without them any key may have signed.
   */
  readonly keys?: readonly string[]
  /** `/.well-known/claros-keys.json` as it was kept: what the service says of its keys later must go on from it. */
  readonly documents?: unknown
  /** How long a payment is shown again if its answer is lost, milliseconds. */
  readonly patienceMs?: number
  /** In place of the global one. */
  readonly fetch?: Fetch
}

export interface Claros {
  /** The free copy of an answer: unsigned and delayed. */
  preview<P extends PreviewedPath>(path: P, ...asked: AskedArguments<P>): Promise<PreviewOf<P>>
  /**
   * Buys one answer and verifies it.
   *
   * @throws TooDear, Refused: nothing was bought. Unsettled: that is not known; `resume` goes on. NotWhole: do not trust it
   */
  buy<P extends PaidPath>(path: P, ...asked: AskedArguments<P>): Promise<Bought<AnswerOf<P>>>
  /** The same for a path that is known at run time alone; its query may stand in it. */
  buyAt(path: string, asked?: Asked): Promise<Bought>
  /**
   * Goes on with a payment that is under way, never with a new one.
   *
   * @param receipt of `Unsettled`, or the id in `Payment-Receipt`
   */
  resume(receipt: Receipt | string): Promise<Bought>
  /**
   * Every check of `claros verify`, without the network.
   *
   * @param documents `/.well-known/claros-keys.json`, in place of those in the options: then the key must be one of the
   *   service, and valid at the time of the answer
   * @throws TypeError for documents that are no JSON object
   */
  verify(answer: unknown, documents?: unknown): Promise<PinnedVerification>
}

const PATIENCE_MS = 60_000

/** Looked up at each request: whoever replaces it later is heeded. */
export const outside: Fetch = (url, init) => fetch(url, init)

/** What an answer that is sold over each rail is signed with: Ed25519, or a compressed point of secp256k1. */
const KEYS: Readonly<Record<Payment['rail'], RegExp>> = { x402: /^[0-9a-f]{64}$/, l402: /^0[23][0-9a-f]{64}$/ }

const judgedBy = (payer: Payer, challenge: Challenge, keys: readonly string[]): Judged => {
  const { rail } = payer
  if (keys.length === 0 || keys.some((key) => KEYS[rail].test(key))) return payer.judge(challenge)
  // It could be paid, and would not be whole.
  const message = `none of the given keys signs what is sold over ${rail}; nothing was paid`
  return { kind: 'refused', because: new Refused('no_key', message) }
}

/** The first way to pay that is offered within its limit. */
const chosen = async (pay: readonly Payer[], challenge: Challenge, keys: readonly string[]): Promise<Payment> => {
  const judged = pay.map((payer) => judgedBy(payer, challenge, keys))
  for (const each of judged) if (each.kind === 'fits') return each.prepare()
  const because = judged.flatMap((each) => (each.kind === 'refused' ? [each.because] : []))
  throw (
    because.find((each) => each instanceof TooDear) ??
    because[0] ??
    new Refused('no_offer', 'the service offers none of the ways to pay that are open here')
  )
}

/** A wallet signs no other text than the hash of a request. */
const requestIn = ({ headers }: Reply): string | null =>
  /^[0-9a-f]{64}$/.exec(headers.get('claros-request') ?? '')?.[0] ?? null

/** @throws TypeError */
const originOf = (base: string): string => {
  const { origin, protocol } = new URL(base)
  if (!/^https?:$/.test(protocol)) throw new TypeError(`${base} is not the address of a service: https://host`)
  return origin
}

/** What was parsed already, as it would be sent. */
const bodyOf = (value: unknown): Body | null => membersIn(JSON.stringify(value) ?? '') as Body | null

/** @throws TypeError for what is no JSON object */
const documentsOf = (value: unknown): Body | null => {
  const body = bodyOf(value)
  if (value !== undefined && !body) throw new TypeError('documents are an object')
  return body
}

/** @throws RangeError: with a key that is none no answer would be whole, and that is told only once it is paid */
const keysOf = (given: readonly string[]): readonly string[] => {
  const keys = given.map((key) => key.toLowerCase())
  if (!keys.every((key) => Object.values(KEYS).some((form) => form.test(key))))
    throw new RangeError('keys are public keys in hex: 64 digits (x402), or 66 (L402)')
  return keys
}

/**
 * @param origin `https://host`
 * @param pinned what is known of the keys of the service
 */
export const openClaros = (
  origin: string,
  { pay = [], patienceMs = PATIENCE_MS, fetch: send }: ClarosOptions & { readonly fetch: Fetch },
  pinned: PinnedKeys,
): Claros => {
  const { keys } = pinned

  const settled = async (unpaid: Receipt, isNew: boolean): Promise<Bought> => {
    const { reply, receipt } = await settle(unpaid, { fetch: send, pay, patienceMs, isNew })
    return bought(reply, receipt, pinned, { url: receipt.url, askedAt: receipt.askedAt ?? null })
  }

  const buyAt = async (path: string, asked: Asked = {}): Promise<Bought> => {
    const request = requestFor(origin, path, asked)
    const askedAt = inSeconds(Date.now())
    const reply = await reach(send, request)
    if (isGood(reply)) return bought(reply, null, pinned, { url: request.url, askedAt })
    if (reply.status !== 402) throw refusal(reply)
    const payment = await chosen(pay, readChallenge(reply.headers), keys)
    return settled({ ...request, payment, id: null, request: requestIn(reply), askedAt }, true)
  }

  return {
    buyAt,
    buy: async <P extends PaidPath>(path: P, ...[asked]: AskedArguments<P>) =>
      (await buyAt(path, asked as Asked | undefined)) as Bought<AnswerOf<P>>,
    preview: async <P extends PreviewedPath>(path: P, ...[asked]: AskedArguments<P>) => {
      const { body: _, ...rest } = (asked ?? {}) as Asked
      const reply = await reach(send, requestFor(origin, `${path}/preview`, rest))
      const found = isGood(reply) ? membersIn(reply.text) : null
      if (!found) throw refusal(reply)
      return found as PreviewOf<P>
    },
    resume: async (receipt) => {
      if (typeof receipt === 'string') return resumeById(send, origin, receipt, pinned)
      const { isReceipt } = await import('./receipt.ts')
      if (!isReceipt(receipt)) throw new TypeError('that is no receipt of a payment')
      if (new URL(receipt.url).origin !== origin)
        throw new TypeError(`that receipt is of another service than ${origin}`)
      return settled(receipt, false)
    },
    verify: async (answer, kept) => {
      const body = bodyOf(answer)
      if (!body) return UNREADABLE
      const given = documentsOf(kept) ?? pinned.known
      return verifyBody(body, keys, given && (async () => ({ checks: [], body: given })))
    },
  }
}

/**
 * @param base address of the service, `https://host`
 * @throws TypeError, RangeError
 */
export const createClaros = (base: string, options: ClarosOptions = {}): Claros => {
  const origin = originOf(base)
  const send = options.fetch ?? outside
  const pinned = pinnedKeys(keysOf(options.keys ?? []), { ...options, origin, send }, documentsOf(options.documents))
  return openClaros(origin, { ...options, fetch: send }, pinned)
}
