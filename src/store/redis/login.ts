import { percentDecoded } from './percent-decoded.ts'

/** Name and password of an address. */
export interface Login {
  readonly username?: string
  readonly password?: string
}

/** Reads `user:password`, either of which may be empty; `null` when it cannot be decoded. */
export const loginIn = (text: string): Login | null => {
  const colon = text.indexOf(':')
  const username = percentDecoded(colon < 0 ? text : text.slice(0, colon))
  const password = percentDecoded(colon < 0 ? '' : text.slice(colon + 1))
  return username === null || password === null
    ? null
    : { ...(username && { username }), ...(password && { password }) }
}
