/** A reply that is no success, with the text of its problem document. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly status: number,
    /** The code of the one error shape, `data_unavailable`; empty where the body is none. */
    readonly code: string,
    message: string,
    /** Every broken rule that the problem names. */
    readonly details: readonly ToldRule[] = [],
  ) {
    super(message)
  }
}

/** One broken rule of a request, as problems list them. */
export interface ToldRule {
  readonly path: string
  readonly rule: string
  readonly message: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const brokenRule = (value: unknown): ToldRule => {
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return { path: text(fields['path']), rule: text(fields['rule']), message: text(fields['message']) }
}

/** The problem of a response that is no success. */
const refusalOf = async (response: Response): Promise<Refused> => {
  const read: unknown = await response.json().catch(() => null)
  const body = typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  const details = Array.isArray(body['details']) ? body['details'].map(brokenRule) : []
  const message = text(body['message']) || `The server answered with status ${response.status}.`
  return new Refused(response.status, text(body['error']), message, details)
}

/** JSON of our own server. `T` is the shape that its interface promises. Throws `Refused`, or a `TypeError` offline. */
export const getJson = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
  const response = await fetch(path, { ...init, headers: { accept: 'application/json', ...init.headers } })
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as T
}

export const postJson = <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> =>
  getJson(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
