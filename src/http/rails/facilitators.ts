import type { ClaimedSettlement } from '../../payments/claimed-settlement.ts'
import type { Settled } from '../../payments/settlement.ts'
import { SMALL_MICRO_USD } from '../../payments/small-amount.ts'
import type { Usdc } from '../../payments/usdc.ts'
import type { Breaker, Entrant, Pass } from './breaker.ts'
import type { ExtensionResponse } from './extension-responses.ts'
import type { Facilitator, ToldAll } from './facilitator.ts'
import type { Settler, SettlingContext } from './settlement.ts'
import type { X402Reason } from './x402-check.ts'
import type { ShownPayment } from './x402-payload.ts'

/** Facilitators in the order in which they are asked: the next one when those before it are closed. */

/** A facilitator's success is only a claim; the chain shows whether it is true. */
export interface SettlementProofs {
  /** Whether a facilitator has lately claimed a settlement that does not exist; by its id. */
  hasLied(by: string): Promise<boolean>
  /** The transaction for which the answer may be delivered; `null` while the claim is not proven enough. */
  prove(by: FacilitatorId, claimed: ClaimedSettlement): Promise<string | null>
}

/** Without a chain to ask: a claim is accepted for small amounts and never for larger ones. */
export const noProofs: SettlementProofs = {
  hasLied: async () => false,
  prove: async (_by, { value, transaction }) => (BigInt(value) <= SMALL_MICRO_USD ? transaction : null),
}

/** The result of one settlement with one facilitator, for counting. */
export type FacilitatorOutcome = Settled<X402Reason>['kind'] | 'unreached'

export interface FacilitatorId {
  /** The same in all processes. It reveals nothing of the address. */
  readonly id: string
  /** Its host, for messages, since the address may contain a key. */
  readonly name: string
}

export interface FacilitatorEntry extends FacilitatorId {
  readonly facilitator: Facilitator
  readonly breaker: Breaker
}

export interface FacilitatorsOptions {
  readonly places: readonly FacilitatorEntry[]
  readonly token: Usdc
  readonly proofs: SettlementProofs
  /** Whether the payer's own key signed; a contract wallet may sign with 65 bytes too. */
  hasPlainKey(payment: ShownPayment): boolean
  count?(name: string, outcome: FacilitatorOutcome): void
  /** Reports the result of an extension of a payment for this route. */
  extension?(name: string, route: string, response: ExtensionResponse): void
}

const AWAY = 'the facilitator does not answer'
const LIED = 'the facilitator claimed a settlement that never was'

export const facilitators = ({
  places,
  token,
  proofs,
  hasPlainKey,
  count,
  extension,
}: FacilitatorsOptions): Settler => {
  const entrantOf = (payment: ShownPayment, context: SettlingContext | undefined): Entrant => ({
    payer: payment.authorization.from,
    network: context?.network ?? null,
    hasPlainKey: () => hasPlainKey(payment),
  })
  /**
   * Asks the first facilitator that is not closed, and the next one only if nothing was sent. `null`: none was asked.
   */
  const askFirst = async <Said>(
    verb: 'verify' | 'settle',
    who: Entrant,
    route: string,
    ask: (place: FacilitatorEntry) => Promise<ToldAll<Said>>,
  ): Promise<{ readonly place: FacilitatorEntry; readonly said: Said } | null> => {
    for (const place of places) {
      if (await proofs.hasLied(place.id)) continue
      const pass: Pass | null = place.breaker.enter(who)
      if (!pass) continue
      const { said, heard, extensions } = await ask(place)
      pass.end(verb, heard)
      for (const each of extensions) extension?.(place.name, route, each)
      if (heard !== 'unreached') return { place, said }
      if (verb === 'settle') count?.(place.name, 'unreached')
    }
    return null
  }

  const proven = async (
    place: FacilitatorEntry,
    { authorization }: ShownPayment,
    transaction: string,
  ): Promise<Settled<X402Reason>> => {
    const { from, to, value, nonce } = authorization
    const claimed = { chainId: token.chainId, token: token.asset, from, to, value, nonce, transaction }
    const found = await proofs.prove(place, claimed)
    return found === null
      ? { kind: 'unknown', transaction }
      : { kind: 'settled', settlement: { transaction: found, payer: from } }
  }

  const whyClosed = async ({ id, breaker }: FacilitatorEntry): Promise<string | null> => {
    if (await proofs.hasLied(id)) return LIED
    return breaker.isClosed() ? AWAY : null
  }

  return {
    simulate: async (payment, requirements, context) => {
      const who = entrantOf(payment, context)
      const found = await askFirst('verify', who, requirements.route, ({ facilitator }) =>
        facilitator.verify(payment, requirements),
      )
      return found?.said ?? { kind: 'unreachable' }
    },
    settle: async (payment, requirements, _name, context) => {
      const who = entrantOf(payment, context)
      const found = await askFirst('settle', who, requirements.route, ({ facilitator }) =>
        facilitator.settle(payment, requirements),
      )
      if (!found) return { kind: 'unreached' }
      const { place, said } = found
      count?.(place.name, said.kind)
      return said.kind === 'settled' ? proven(place, payment, said.settlement.transaction) : said
    },
    closed: async () => {
      const reasons = await Promise.all(places.map(whyClosed))
      return reasons.includes(null) ? null : (reasons[0] ?? AWAY)
    },
    warning: async () => {
      const lied = await Promise.all(places.map(({ id }) => proofs.hasLied(id)))
      return lied.includes(true) ? LIED : null
    },
  }
}
