/** What stands in our invoices, and by which they are told from others of the same node. */
export const INVOICE_MEMO = 'Claros oracle answer'
