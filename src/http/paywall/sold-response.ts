import { NO_STORE } from '../wire/headers.ts'
import { RECEIPT } from '../wire/header-names.ts'
import { type SoldAnswer, NO_HEADERS } from './product.ts'

/** An answer somebody paid for. `Age` is that of the observation, so that a repeat is not mistaken for news. */
export const soldResponse = (
  { status, body, ageSeconds, headers }: SoldAnswer,
  more: Readonly<Record<string, string>> = {},
): Response =>
  new Response(body, {
    status,
    headers: { ...NO_STORE, age: String(Math.max(0, ageSeconds)), ...headers, ...more },
  })

/** Every answer copies what stands here; age and receipt are written anew for each. */
const soldHeaders = new Headers(NO_STORE)

/** The same for who is handed a receipt: the way of most sales. */
export const soldWithReceipt = (delivery: SoldAnswer, receipt: string): Response => {
  const { status, body, ageSeconds, headers } = delivery
  if (headers !== NO_HEADERS) return soldResponse(delivery, { [RECEIPT]: receipt })
  soldHeaders.set('age', String(Math.max(0, ageSeconds)))
  soldHeaders.set(RECEIPT, receipt)
  return new Response(body, { status, headers: soldHeaders })
}
