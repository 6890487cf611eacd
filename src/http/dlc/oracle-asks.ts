import type { Rail } from '../../canonical/snapshot.ts'
import type { Creator, Terms } from '../../dlc/event-terms.ts'
import type { Asker } from '../../queues/ask.ts'

/** What a server asks of the signer, and of the publishers about events. Every ask may be repeated. */
export interface OracleAsks {
  /** Announces an event for a payment that is held; its id, or `null` when nobody did. */
  offer(payment: string, terms: Terms, creator: Creator): Promise<string | null>
  /** Whether the event's line is in the journal. */
  record(event: string): Promise<boolean>
  /** Whether the decided event is attested now. */
  attest(event: string): Promise<boolean>
  /** Whether an administrator's deed is written down. */
  note(event: string, note: object): Promise<boolean>
  /** The signed answer; `null` when there is none (yet). */
  seal(event: string, rail: Rail, change: 'CREATED' | 'CANCELLED', manageToken: string): Promise<string | null>
}

/** A buyer is willing to wait this long. */
const LIMIT_MS = 5_000

/**
 * @param signing lane of the one signer
 * @param asks lane of the publishers, who have the rail keys
 */
export const oracleAsks = (signing: Pick<Asker, 'ask'>, asks: Pick<Asker, 'ask'>): OracleAsks => {
  const resultOf = async (
    asker: Pick<Asker, 'ask'>,
    actor: string,
    wish: Readonly<Record<string, string>>,
    share: string,
  ): Promise<unknown> => {
    const answer = await asker.ask({ actor, wish }, share, LIMIT_MS)
    return answer.kind === 'done' ? answer.result : null
  }
  return {
    offer: async (payment, terms, creator) => {
      const ask = JSON.stringify({ payment, terms, creator })
      const id = await resultOf(signing, '', { what: 'offer', ask }, `offer/${payment}`)
      return typeof id === 'string' ? id : null
    },
    record: async (event) => (await resultOf(signing, event, { what: 'record' }, `record/${event}`)) === true,
    attest: async (event) => {
      const found = await resultOf(signing, event, { what: 'attest' }, `attest/${event}`)
      return found === 'attested' || found === 'before'
    },
    note: async (event, note) => {
      const text = JSON.stringify(note)
      return (await resultOf(signing, event, { what: 'note', note: text }, `note/${event}/${text}`)) === true
    },
    seal: async (event, rail, change, manageToken) => {
      const ask = JSON.stringify({ rail, change, manageToken })
      const body = await resultOf(
        asks,
        event,
        { what: 'seal', ask },
        `seal/${event}/${rail}/${change}/${manageToken === '' ? 'bare' : 'whole'}`,
      )
      return typeof body === 'string' ? body : null
    },
  }
}
