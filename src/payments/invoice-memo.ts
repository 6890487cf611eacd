/** The description of our invoices. It tells them from other invoices of the same node. */
export const INVOICE_MEMO = 'Claros oracle answer'
