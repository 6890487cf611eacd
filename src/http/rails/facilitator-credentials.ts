import { createPrivateKey, sign } from 'node:crypto'
import type { Clock, Random } from '../../ports.ts'
import type { CdpKey } from './rail-settings.ts'

/** The headers that a facilitator requires with each call. */
export type CallHeaders = (method: 'GET' | 'POST', url: string) => Readonly<Record<string, string>>

/** Facilitators without accounts. */
export const noCredentials: CallHeaders = () => ({})

/** A fixed header value, `Bearer …`. */
export const fixedAuthorization =
  (value: string): CallHeaders =>
  () => ({ authorization: value })

const TOKEN_SECONDS = 120

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * A token per call, as the platform's authentication page describes it: EdDSA, 120 s, bound to method, host and path.
 */
export const cdpCredentials = ({ id, secret }: CdpKey, clock: Clock, random: Random): CallHeaders => {
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    d: secret.subarray(0, 32).toString('base64url'),
    x: secret.subarray(32).toString('base64url'),
  }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return (method, url) => {
    const { host, pathname } = new URL(url)
    const now = Math.floor(clock.now() / 1000)
    const header = { alg: 'EdDSA', typ: 'JWT', kid: id, nonce: Buffer.from(random.bytes(8)).toString('hex') }
    const claims = {
      sub: id,
      iss: 'cdp',
      aud: ['cdp_service'],
      nbf: now,
      exp: now + TOKEN_SECONDS,
      uris: [`${method} ${host}${pathname}`],
    }
    const signed = `${base64url(header)}.${base64url(claims)}`
    return { authorization: `Bearer ${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}` }
  }
}
