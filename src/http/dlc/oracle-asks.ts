import type { Json } from '../../canonical/jcs.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import type { Creator, Terms } from '../../dlc/terms/event-terms.ts'
import type { AskResult, AskOptions } from '../../queues/ask.ts'

/** Secrets that only the owner of an event may get. */
export interface OwnerSecrets {
  readonly manageToken: string
  /** `undefined` for an event without a webhook, or of a release without such secrets. */
  readonly webhookSecret: string | undefined
}

/** The questions of a server to the signer, and to the publishers about events. Each may be repeated. */
export interface OracleAsks {
  /**
   * Announces an event for a payment that is held, and writes that into the journal. Returns its id, or `null` if no
   * signer did it.
   *
   * @param paid whether the money has arrived already
   */
  offer(payment: string, terms: Terms, creator: Creator, paid: boolean): Promise<string | null>
  /** Whether the decided event is attested now. */
  attest(event: string): Promise<boolean>
  /** Writes an administrator's action into the journal; whether that was done. */
  note(event: string, note: { readonly [name: string]: Json }): Promise<boolean>
  /**
   * Concludes an extra price for the contract that is being cancelled. Returns its time, Unix milliseconds; `carried`
   * if its market is closed; `null` if there is none.
   *
   * @param beat the time whose price is wanted, Unix milliseconds; `null` for now
   */
  conclude(event: string, beat: number | null): Promise<number | 'carried' | null>
  /** The signed answer, with the secrets of a creation for its owner; `null` if there is none yet. */
  seal(event: string, rail: Rail, change: 'CREATED' | 'CANCELLED', secrets: OwnerSecrets | null): Promise<string | null>
}

/** The lanes of the one signer. */
export interface SignerAskers {
  /** For paid events. */
  readonly signing: AskOptions<'signing'>
  /** For events whose payment may still fail. */
  readonly offers: AskOptions<'offers'>
}

/** A request waits this long. */
const LIMIT_MS = 5_000
/** Shorter, since the contract takes no prices meanwhile. */
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
