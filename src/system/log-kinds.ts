import type { LogFields } from '../ports.ts'

/** Which lines of the log may stand for others of their kind, and which never do. */

/**
 * Warnings and errors that are written each time, with the reason: what they say is evidence of money or of a promise,
 * and stands nowhere else in the log. Each is rare by itself or limits itself. Lines of the level `info`, `sale.made` and
 * `sale.refused` among them, are always written too.
 */
export const NEVER_LEFT_OUT: Readonly<Record<string, string>> = {
  'facilitator.lied':
    'amount, payment and transaction of a settlement that never was: the evidence against who claimed it',
  'settlement.not_paid': 'the same where the payer used the nonce otherwise',
  'settlement.unproven': 'the same where no node said what became of it',
  'settlement.without_claim': 'money that arrived and for which nothing may be delivered',
  'settlement.number_filled': 'a number of the settling account that an empty transaction used up',
  'books.torn_line': 'a line of the ledger that was cut off',
  'books.unreadable_posting': 'sales that are kept and counted nowhere',
  'books.ids_went_back': 'entries that Redis lost',
  'dlc.journal.torn_line': 'a line of the journal that was cut off',
  'oracle.quarantined': 'a promise that cannot be kept, said once for each event',
  'event.overdue': 'a promise that is late; limits itself to some events in each of its windows, and counts the others',
  'webhook.gone': 'the last word about a delivery that was promised, once for each',
  'webhook.given_up': 'the same',
}

/**
 * Fields that tell kinds of one event apart: words of definitions and of settings, so there are few values. Never an id of
 * a request, a payment or an event, nor a message.
 */
const LABELS = [
  'actor',
  'board',
  'cause',
  'country',
  'facilitator',
  'kind',
  'lane',
  'library',
  'node',
  'pair',
  'relay',
  'route',
  'shard',
  'source',
  'stream',
  'tool',
  'warning',
  'where',
  'why',
] as const

export const lineKind = (level: string, event: string, fields: LogFields = {}): string =>
  JSON.stringify([level, event, ...LABELS.map((label) => fields[label] ?? null)])
