/**
 * What every line of the log about one payment says of it: its name, and the mark of its receipt, which is also in the
 * line of its sale (`sale.made`, `sale.refused`) and in the books.
 *
 * @param receipt '' where the mark is not known: the claim could not be read, or is older than marks
 */
export const paymentFields = (
  payment: string,
  receipt: string,
): { readonly payment: string; readonly receipt?: string } => (receipt === '' ? { payment } : { payment, receipt })
