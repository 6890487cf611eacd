import { isMembers, type Members } from './members.ts'
import type { Asked } from './paths.ts'
import { readText } from './read-text.ts'

/** One request, so that it can be repeated as it was. */
export interface SentRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly body: string | null
}

/** What came back, read to its end. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** @param origin `https://host` */
export const requestFor = (origin: string, template: string, { path = {}, query = {}, body }: Asked): SentRequest => {
  if (!template.startsWith('/') || template.startsWith('//')) throw new TypeError(`${template} is not a path`)
  const filled = template.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => {
    const value = path[name]
    if (value === undefined) throw new TypeError(`${template} needs a value for ${name}`)
    return encodeURIComponent(value)
  })
  // A value such as `..` would lead to what nobody named, at another price.
  if (new URL(filled, origin).pathname !== filled.split('?', 1)[0]) throw new TypeError(`${filled} is not a plain path`)
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) words.set(name, String(value))
  const search = words.toString()
  return {
    url: `${origin}${filled}${search && `${filled.includes('?') ? '&' : '?'}${search}`}`,
    method: body === undefined ? 'GET' : 'POST',
    body: body === undefined ? null : JSON.stringify(body),
  }
}

/** An answer that needs longer counts as lost. */
const TRY_MS = 45_000

/** Asks once. A redirect is an error: a payment is shown to nobody but whom it was made for. */
export const ask = async (
  send: Fetch,
  { url, method, body }: SentRequest,
  headers: Readonly<Record<string, string>> = {},
  { tryMs = TRY_MS, ...more }: Pick<RequestInit, 'cache'> & { readonly tryMs?: number } = {},
): Promise<Reply> => {
  const signal = AbortSignal.timeout(tryMs)
  const response = await send(url, {
    method,
    redirect: 'error',
    ...more,
    signal,
    headers: { accept: 'application/json', ...(body !== null && { 'content-type': 'application/json' }), ...headers },
    ...(body !== null && { body }),
  })
  return { status: response.status, headers: response.headers, text: await readText(response, signal) }
}

export const isGood = ({ status }: Reply): boolean => status >= 200 && status < 300

/** The members of a JSON object; `null` for any other text. */
export const membersIn = (text: string): Members | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isMembers(value) ? value : null
  } catch {
    return null
  }
}

/** Seconds; `null` where the service does not say. */
export const retryAfter = ({ headers }: Reply): number | null => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}
