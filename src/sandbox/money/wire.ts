/**
 * Reads requests and writes answers of the sandbox. It shares no code with the service on purpose: both must agree only
 * because both follow the published formats.
 */

/** A JSON object whose fields are not checked yet. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body as a JSON object, or null for everything else: invalid JSON, a list, a connection that broke. */
export const readFields = async (request: Request): Promise<Fields | null> => {
  try {
    const body: unknown = await request.json()
    return isFields(body) ? body : null
  } catch {
    return null
  }
}

/** Whether the object has only these fields. A misspelt switch must not count as a switch that is off. */
export const onlyHas = (fields: Fields, names: readonly string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name))

/** A whole number in digits only, below 2^256. `BigInt` alone would also accept '', ' 1' and '0x10'. */
export const uint256 = (value: unknown): bigint | null => {
  if (typeof value !== 'string' || !/^(0|[1-9][0-9]{0,77})$/.test(value)) return null
  const number = BigInt(value)
  return number < 1n << 256n ? number : null
}

/** A whole number of milliseconds, at most ten minutes, for faults that wait. */
export const milliseconds = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 600_000 ? value : null

export const answer = (body: unknown, status = 200): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } })

export const problem = (status: number, error: string, message: string): Response => answer({ error, message }, status)

export const malformed = (message: string): Response => problem(400, 'invalid_request', message)

export const noSuchPath = (request: Request): Response =>
  problem(404, 'not_found', `no ${request.method} at this address of the sandbox`)

/** Method and path as one string for a switch: `POST /chain/fund`. */
export const verb = (request: Request): string => `${request.method} ${pathOf(request)}`

/** The path, or '' when the address cannot be read: an empty or malformed Host makes Bun's `request.url` relative. */
export const pathOf = (request: Request): string => URL.parse(request.url)?.pathname ?? ''
