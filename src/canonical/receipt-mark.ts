import { hash } from 'node:crypto'

/**
 * What the ledger keeps of a receipt id, 32 hex digits. A sale can be found with the receipt, but the receipt id cannot
 * be computed from the mark.
 */
export const receiptMark = (id: string): string => hash('sha256', id, 'hex').slice(0, 32)
