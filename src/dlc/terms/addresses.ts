import { type Circumstances, type Field, note, noNotes, showValue } from './checks.ts'
import { DLC_PAIR_NAMES, type DlcPair, isDlcPair, pairOfPath } from './pairs.ts'
import { LIMITS } from './schema.ts'

/**
 * Checks of the text of addresses that customers give us. The module that makes the call checks where a name leads, at
 * registration and again at each call.
 */

/**
 * Where a price comes from: one of our own feeds, or an address that is asked at maturity. `given` is the text as
 * written.
 */
export type GivenPriceOrigin =
  | { readonly kind: 'feed'; readonly given: string; readonly pair: DlcPair }
  | { readonly kind: 'url'; readonly given: string }

/** 443, or a port that needs no privilege. Mail and database servers do not listen there by default. */
const isPortAllowed = (port: string): boolean => port === '' || port === '443' || Number(port) > 1023

/** An absolute URL of any kind. */
const absolute: Field<URL> = (notes, path, value) => {
  if (typeof value !== 'string') return note(notes, path, 'wrong_type', `must be a string, got ${showValue(value)}`)
  if (value.length > LIMITS.urlChars) {
    return note(notes, path, 'too_long', `has ${value.length} characters, at most ${LIMITS.urlChars} are allowed`)
  }
  // The parser silently drops line breaks and outer spaces, but we store and log the text as given. So both are
  // refused.
  const url = /\s/.test(value) ? null : URL.parse(value)
  if (!url) return note(notes, path, 'url_unreadable', `must be an absolute URL, got ${showValue(value)}`)
  if (url.username === '' && url.password === '') return url
  return note(notes, path, 'url_not_allowed', 'must not hold credentials')
}

/** An address that may be called, by its text alone. */
const callable =
  ({ plainHosts }: Circumstances): Field<URL> =>
  (notes, path, value) => {
    const url = absolute(notes, path, value)
    if (!url) return undefined
    const refuse = (why: string): undefined => note(notes, path, 'url_not_allowed', why)
    if (url.protocol === 'http:' && plainHosts.includes(`${url.hostname}:${url.port || '80'}`)) return url
    if (url.protocol !== 'https:') return refuse(`must be an https URL, got ${showValue(url.protocol)}`)
    return isPortAllowed(url.port) ? url : refuse(`must use port 443 or one above 1023, got ${url.port}`)
  }

/** A final dot, for the root of DNS, is removed before the comparison. */
const isOwn = ({ host }: URL, { ownHosts }: Circumstances): boolean => ownHosts.includes(host.replace(/\.(?=:|$)/, ''))

/** An address of this service itself, over http or https. Its price is read internally, and it is never called. */
const own = (value: unknown, around: Circumstances): URL | null => {
  const url = absolute(noNotes(), '', value)
  return url && /^https?:$/.test(url.protocol) && isOwn(url, around) ? url : null
}

/** An address to call. Never our own: it would ask for payment, or lead to an endless circle. */
export const url =
  (around: Circumstances): Field<string> =>
  (notes, path, value) => {
    const parsed = callable(around)(notes, path, value)
    if (!parsed) return undefined
    if (isOwn(parsed, around)) return note(notes, path, 'own_address', 'must not lead back to this service')
    notes.callees.push({ path, url: String(value) })
    return String(value)
  }

/**
 * Where a price comes from. A pair name, one of our own price paths, or its full URL is read internally, since over
 * HTTP it would answer 402. Free previews are not allowed as a source, since they may be an hour old.
 */
export const source =
  (around: Circumstances): Field<GivenPriceOrigin> =>
  (notes, path, value) => {
    const given = String(value)
    if (typeof value === 'string' && isDlcPair(value)) return { kind: 'feed', given, pair: value }
    const isPath = typeof value === 'string' && /^\/(?!\/)/.test(value)
    const ours = isPath ? null : own(value, around)
    if (!isPath && ours === null) {
      if (!callable(around)(notes, path, value)) return undefined
      notes.callees.push({ path, url: given })
      return { kind: 'url', given }
    }
    const pair = pairOfPath(ours ? ours.pathname + ours.search : given)
    if (pair) return { kind: 'feed', given, pair }
    const accepted = `only ${DLC_PAIR_NAMES.join(', ')} and their price paths can settle an event`
    return note(notes, path, 'own_address', `is ${showValue(value)}; of this service ${accepted}`)
  }
