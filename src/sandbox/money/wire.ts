/**
 * How the sandbox reads requests and writes answers. Written apart from the product on purpose: the two may only agree
 * because both keep to the published formats.
 */

/** A JSON object whose fields nobody has looked at yet. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body as a JSON object, or null for anything else: no JSON, a list, a connection that broke half-way. */
export const readFields = async (request: Request): Promise<Fields | null> => {
  try {
    const body: unknown = await request.json()
    return isFields(body) ? body : null
  } catch {
    return null
  }
}

/** Whether the object has no other fields than these. A misspelt switch must not pass for a switch left off. */
export const onlyHas = (fields: Fields, names: readonly string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name))

/** A whole number written in digits alone, below 2^256. `BigInt` by itself would also take '', ' 1' and '0x10'. */
export const uint256 = (value: unknown): bigint | null => {
  if (typeof value !== 'string' || !/^(0|[1-9][0-9]{0,77})$/.test(value)) return null
  const number = BigInt(value)
  return number < 1n << 256n ? number : null
}

/** A whole number of milliseconds, ten minutes at most, for faults that wait. */
export const milliseconds = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 600_000 ? value : null

export const answer = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } })

export const problem = (status: number, error: string, message: string): Response => answer({ error, message }, status)

export const malformed = (message: string): Response => problem(400, 'invalid_request', message)

export const noSuchPath = (request: Request): Response =>
  problem(404, 'not_found', `no ${request.method} at this address of the sandbox`)

/** Method and path as one word to switch on: `POST /chain/fund`. */
export const verb = (request: Request): string => `${request.method} ${pathOf(request)}`

/** The path, or '' when the address cannot be read: an empty or broken Host makes Bun's `request.url` relative. */
export const pathOf = (request: Request): string => URL.parse(request.url)?.pathname ?? ''
