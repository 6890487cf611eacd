import type { Kinds } from './posts.ts'

/** Checks the settings for relays and kinds: every broken rule is named. */

export type ReadSetting<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly string[] }

const MOST_RELAYS = 16

const problemOf = (relay: string, allow: readonly string[]): string | null => {
  const url = URL.canParse(relay) ? new URL(relay) : null
  const fault = ((): string | null => {
    if (url === null) return 'is no address'
    if (url.protocol !== 'wss:' && url.protocol !== 'ws:') return 'must begin with wss://'
    if (url.protocol === 'ws:' && !allow.includes(url.host))
      return 'must begin with wss://; without TLS only what OUTBOUND_ALLOW names'
    if (url.username !== '' || url.password !== '') return 'must hold no credentials: it is published'
    return url.hash === '' ? null : 'must hold no fragment'
  })()
  return fault === null ? null : `NOSTR_RELAYS: ${JSON.stringify(relay)} ${fault}`
}

/** One spelling for each relay, as `new URL` writes it; a single slash at the end is left out. */
const spelled = (relay: string): string => new URL(relay).href.replace(/^([^/]+\/\/[^/]+)\/$/, '$1')

/**
 * @param written `wss://one.example,wss://two.example/path`; undefined: none
 * @param allow `host:port` that may be called without TLS
 */
export const readRelays = (written: string | undefined, allow: readonly string[]): ReadSetting<readonly string[]> => {
  const relays = (written ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const problems = relays.flatMap((relay) => problemOf(relay, allow) ?? [])
  if (relays.length > MOST_RELAYS) problems.push(`NOSTR_RELAYS: ${relays.length} relays, at most ${MOST_RELAYS}`)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: [...new Set(relays.map(spelled))] }
}

/** NIP-01: relays keep one event of a replaceable or addressable kind, and none of an ephemeral one. */
const isKept = (kind: number): boolean => kind !== 0 && kind !== 3 && (kind < 10_000 || kind >= 40_000)

const kindProblem = (name: string, kind: number): string | null =>
  isKept(kind) ? null : `${name}: relays do not keep every event of kind ${kind}. Choose one of 1, 2, 4 to 9999`

export const readKinds = (announced: number, attested: number): ReadSetting<Kinds> => {
  const problems = [
    kindProblem('NOSTR_KIND_ANNOUNCEMENT', announced),
    kindProblem('NOSTR_KIND_ATTESTATION', attested),
    announced === attested ? `NOSTR_KIND_ATTESTATION: ${attested} is the kind of announcements already` : null,
  ].filter((each) => each !== null)
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: { announcement: announced, attestation: attested } }
}
