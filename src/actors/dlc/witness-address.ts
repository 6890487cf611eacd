import { WitnessAway, type WitnessPlace } from './witness.ts'

/**
 * A witness at an `https` address that takes GET, and PUT with `If-Match` or `If-None-Match`: an S3 bucket, or a small
 * server before a database. Its ETag is the mark.
 */

export interface WitnessRequest {
  readonly method: 'GET' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** `null` if there was no answer, or it could not be read. Header names in lower case. */
export type WitnessCall = (request: WitnessRequest) => Promise<{
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
} | null>

/** Status if the condition of the PUT did not hold. S3 answers 409 while another PUT runs. */
const MOVED = [409, 412]

/** @param host for messages, since the whole address may hold a secret */
export const witnessAddress = (host: string, call: WitnessCall): WitnessPlace => {
  const name = `the witness at ${host}`
  const asked = async (request: WitnessRequest) => {
    const answer = await call(request)
    if (answer === null) throw new WitnessAway(`${name} does not answer.`)
    return answer
  }
  const markOf = (headers: Readonly<Record<string, string>>): string => {
    const mark = headers['etag']
    // A weak ETag does not identify the exact bytes.
    if (!mark || mark.startsWith('W/')) throw new WitnessAway(`${name} sends no strong ETag and cannot be used.`)
    return mark
  }
  const read: WitnessPlace['read'] = async () => {
    const { status, headers, body } = await asked({ method: 'GET', headers: { 'cache-control': 'no-cache' } })
    if (status === 404) return null
    if (status !== 200) throw new WitnessAway(`${name} answers ${status} to GET.`)
    return { text: body, mark: markOf(headers) }
  }
  return {
    name,
    read,
    replace: async (text, mark) => {
      const condition = mark === null ? { 'if-none-match': '*' } : { 'if-match': mark }
      const headers = { ...condition, 'content-type': 'application/json' }
      const { status, headers: said } = await asked({ method: 'PUT', headers, body: text })
      if (MOVED.includes(status)) return null
      if (status < 200 || status > 299) throw new WitnessAway(`${name} answers ${status} to PUT.`)
      if (said['etag']) return markOf(said)
      const lies = await read()
      return lies?.text === text ? lies.mark : null
    },
  }
}
