import type { Rail } from '../../canonical/snapshot.ts'
import type { Creator, Terms } from '../../dlc/event-terms.ts'
import type { Asker } from '../../queues/ask.ts'

/** What belongs to the owner of an event alone. */
export interface OwnerSecrets {
  readonly manageToken: string
  /** `undefined` for an event without a webhook, and for one of before there were secrets. */
  readonly webhookSecret: string | undefined
}

/** What a server asks of the signer, and of the publishers about events. Every ask may be repeated. */
export interface OracleAsks {
  /**
   * Announces an event for a payment that is held, and writes that down; its id, or `null` when nobody did.
   *
   * @param paid the money is here
   */
  offer(payment: string, terms: Terms, creator: Creator, paid: boolean): Promise<string | null>
  /** Whether the decided event is attested now. */
  attest(event: string): Promise<boolean>
  /** Whether an administrator's deed is written down. */
  note(event: string, note: object): Promise<boolean>
  /**
   * A price for the contract that is being cancelled, out of turn: when it was concluded, Unix milliseconds; `carried`
   * where its market is closed; `null` when there is none.
   *
   * @param beat the moment whose price is wanted, Unix milliseconds; `null` for now
   */
  conclude(event: string, beat: number | null): Promise<number | 'carried' | null>
  /** The signed answer, with the secrets of a creation for its owner; `null` when there is none (yet). */
  seal(event: string, rail: Rail, change: 'CREATED' | 'CANCELLED', secrets: OwnerSecrets | null): Promise<string | null>
}

/** Ways to the one signer. */
export interface SignerAskers {
  /** For what was paid for. */
  readonly signing: Pick<Asker, 'ask'>
  /** For what may never be. */
  readonly offers: Pick<Asker, 'ask'>
}

/** A buyer is willing to wait this long. */
const LIMIT_MS = 5_000
/** Who cancels holds his contract still meanwhile. */
const CONCLUDE_MS = 3_000

/**
 * @param signer lanes of the one signer
 * @param asks lane of the publishers, who have the rail keys
 */
export const oracleAsks = (signer: SignerAskers, asks: Pick<Asker, 'ask'>): OracleAsks => {
  const resultOf = async (
    asker: Pick<Asker, 'ask'>,
    actor: string,
    wish: Readonly<Record<string, string | number>>,
    share: string,
    limitMs = LIMIT_MS,
  ): Promise<unknown> => {
    const answer = await asker.ask({ actor, wish }, share, limitMs)
    return answer.kind === 'done' ? answer.result : null
  }
  return {
    offer: async (payment, terms, creator, paid) => {
      const ask = JSON.stringify({ payment, terms, creator })
      const id = await resultOf(signer[paid ? 'signing' : 'offers'], '', { what: 'offer', ask }, `offer/${payment}`)
      return typeof id === 'string' ? id : null
    },
    attest: async (event) => {
      const found = await resultOf(signer.signing, event, { what: 'attest' }, `attest/${event}`)
      return found === 'attested' || found === 'before'
    },
    note: async (event, note) => {
      const text = JSON.stringify(note)
      return (await resultOf(signer.signing, event, { what: 'note', note: text }, `note/${event}/${text}`)) === true
    },
    conclude: async (event, beat) => {
      const wish = { what: 'conclude', ...(beat !== null && { beat }) }
      const found = await resultOf(asks, event, wish, `conclude/${event}/${beat ?? 'now'}`, CONCLUDE_MS)
      return typeof found === 'number' || found === 'carried' ? found : null
    },
    seal: async (event, rail, change, secrets) => {
      const ask = JSON.stringify({ rail, change, manageToken: '', ...secrets })
      const body = await resultOf(
        asks,
        event,
        { what: 'seal', ask },
        `seal/${event}/${rail}/${change}/${secrets === null ? 'bare' : 'whole'}`,
      )
      return typeof body === 'string' ? body : null
    },
  }
}
