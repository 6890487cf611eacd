import { Type } from '@sinclair/typebox'
import { METRICS_TOKEN_FORM, SHORTEST_HOST } from './listening.ts'
import { secret, type SettingOption, text, url, whole } from './setting-kinds.ts'

/** Where the service listens, and under which names it is asked. */

/** A name or an IPv4 address. */
const NAME = '[A-Za-z0-9][A-Za-z0-9._-]*'
const IPV6 = '(?:[0-9a-fA-F.]*:){2,}[0-9a-fA-F.]*'
/** As a Host header has it, long enough for the router, with or without a port. */
const HEADER = `(?:[A-Za-z0-9][A-Za-z0-9._-]{${SHORTEST_HOST - 1},}|\\[${IPV6}\\])(?::\\d{1,5})?`

const address = (description: string, fallback: string, marks: { readonly option?: SettingOption } = {}) =>
  text(description, {
    default: fallback,
    pattern: `^(?:${NAME}|${IPV6}(?:%${NAME})?)$`,
    form: 'an address or a name, without a port and brackets',
    ...marks,
  })

export const host = (fallback: string) =>
  address('Address the public service listens on', fallback, { option: { name: 'host', takes: 'ADDRESS' } })

/** The port for operators. `adminFault` says which of these need each other. */
export const admin = {
  ADMIN_HOST: address(
    'Address the port for operators listens on; for any but loopback METRICS_TOKEN is needed, and other machines get the metrics alone',
    '127.0.0.1',
  ),
  ADMIN_PORT: whole(
    'Port for operators: Prometheus metrics, queues, actors, print runs, sales; 0 turns it off',
    8403,
    0,
    65_535,
  ),
  METRICS_TOKEN: Type.Optional(
    secret(
      'What another machine sends as `Authorization: Bearer …` to read `/metrics` on ADMIN_PORT; without it none may',
      { pattern: '^[!-~]{32,200}$', form: METRICS_TOKEN_FORM },
    ),
  ),
}

export const hosts = {
  PUBLIC_URL: Type.Optional(
    url(
      'Address buyers use, as it stands in challenges and discovery documents; `http://localhost:<PORT>` when not set, or HOST where that is one address',
      {
        pattern: `^https?://(?:[^\\s/?#@:[\\]]{${SHORTEST_HOST},}|\\[${IPV6}\\])(?::\\d{1,5})?(?:/[^\\s?#]*)?$`,
        form: `an http or https address with a host of at least ${SHORTEST_HOST} characters, without a name, a query or a fragment`,
      },
    ),
  ),
  ALLOWED_HOSTS: Type.Optional(
    text(
      'Host headers that are answered, separated by commas; the host of PUBLIC_URL always is, and without PUBLIC_URL every address that HOST listens on',
      {
        pattern: `^${HEADER}(?:\\s*,\\s*${HEADER})*$`,
        form: `a list of hosts of at least ${SHORTEST_HOST} characters, with or without a port, separated by commas`,
      },
    ),
  ),
}
