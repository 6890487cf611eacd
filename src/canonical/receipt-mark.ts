import { hash } from 'node:crypto'

/**
 * The part of a receipt id's hash that the ledger keeps, 32 hex digits. A sale can be found with the receipt, but the
 * receipt id cannot be computed from the mark.
 */
export const receiptMark = (id: string): string => hash('sha256', id, 'hex').slice(0, 32)
