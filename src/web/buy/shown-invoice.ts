/** An invoice that is to be paid by any wallet, and what became of it is not known yet. */
export interface ShownInvoice {
  readonly invoice: string
  /** The node does not tell preimages, so the payer must. */
  readonly needsPreimage: boolean
  /** Called with what was typed. */
  readonly give: (preimage: string) => void
}
