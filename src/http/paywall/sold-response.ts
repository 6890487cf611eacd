import { NO_STORE } from '../wire/headers.ts'
import { takesGzip } from '../wire/gzip.ts'
import { RECEIPT } from '../wire/header-names.ts'
import { type SoldAnswer, NO_HEADERS } from './product.ts'

/** A paid answer. `Age` is the age of the observation, so that a repeated answer does not look new. */
export const soldResponse = (
  { status, body, ageSeconds, headers }: Omit<SoldAnswer, 'body'> & { readonly body: string | Uint8Array<ArrayBuffer> },
  more: Readonly<Record<string, string>> = {},
): Response =>
  new Response(body, {
    status,
    headers: { ...NO_STORE, age: String(Math.max(0, ageSeconds)), ...headers, ...more },
  })

const GZIP = { 'content-encoding': 'gzip', vary: 'accept-encoding' } as const

/** The same in gzip, if it is long and the client takes it; `null` otherwise. */
export const soldInGzip = (
  request: Request,
  { gzip, ...delivery }: SoldAnswer,
  more: Readonly<Record<string, string>>,
): Promise<Response> | null =>
  gzip && takesGzip(request) ? gzip().then((body) => soldResponse({ ...delivery, body }, { ...GZIP, ...more })) : null

/** Headers that every answer copies; age and receipt are set for each answer. */
const soldHeaders = new Headers(NO_STORE)

/** The same with a receipt, as for most sales. */
export const soldWithReceipt = (delivery: SoldAnswer, receipt: string): Response => {
  const { status, body, ageSeconds, headers } = delivery
  if (headers !== NO_HEADERS) return soldResponse(delivery, { [RECEIPT]: receipt })
  soldHeaders.set('age', String(Math.max(0, ageSeconds)))
  soldHeaders.set(RECEIPT, receipt)
  return new Response(body, { status, headers: soldHeaders })
}
