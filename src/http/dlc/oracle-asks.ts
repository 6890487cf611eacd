import type { Json } from '../../canonical/jcs.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import type { Creator, Terms } from '../../dlc/terms/event-terms.ts'
import type { AskResult, AskOptions } from '../../queues/ask.ts'

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
  note(event: string, note: { readonly [name: string]: Json }): Promise<boolean>
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
  readonly signing: AskOptions<'signing'>
  /** For what may never be. */
  readonly offers: AskOptions<'offers'>
}

/** A buyer is willing to wait this long. */
const LIMIT_MS = 5_000
/** Who cancels holds his contract still meanwhile. */
const CONCLUDE_MS = 3_000

const resultOf = <Result>(answer: AskResult<Result>): Result | null => (answer.kind === 'done' ? answer.result : null)

/**
 * @param signer lanes of the one signer
 * @param asks lane of the publishers, who have the rail keys
 */
export const oracleAsks = ({ signing, offers }: SignerAskers, asks: AskOptions): OracleAsks => ({
  offer: async (payment, terms, creator, paid) => {
    const question = { actor: '', wish: { what: 'offer', payment, terms, creator } } as const
    const share = `offer/${payment}`
    return resultOf(await (paid ? signing.ask(question, share, LIMIT_MS) : offers.ask(question, share, LIMIT_MS)))
  },
  attest: async (event) => {
    const question = { actor: event, wish: { what: 'attest' } } as const
    const found = resultOf(await signing.ask(question, `attest/${event}`, LIMIT_MS))
    return found === 'attested' || found === 'before'
  },
  note: async (event, note) => {
    const question = { actor: event, wish: { what: 'note', note } } as const
    return resultOf(await signing.ask(question, `note/${event}/${JSON.stringify(note)}`, LIMIT_MS)) === true
  },
  conclude: async (event, beat) => {
    const question = { actor: event, wish: { what: 'conclude', ...(beat !== null && { beat }) } } as const
    return resultOf(await asks.ask(question, `conclude/${event}/${beat ?? 'now'}`, CONCLUDE_MS))
  },
  seal: async (event, rail, change, secrets) => {
    const { manageToken = '', webhookSecret } = secrets ?? {}
    const told = { manageToken, ...(webhookSecret !== undefined && { webhookSecret }) }
    const question = { actor: event, wish: { what: 'seal', rail, change, ...told } } as const
    const share = `seal/${event}/${rail}/${change}/${secrets === null ? 'bare' : 'whole'}`
    return resultOf(await asks.ask(question, share, LIMIT_MS))
  },
})
