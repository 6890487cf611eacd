import { Type } from '@sinclair/typebox'
import { SHORTEST_HOST } from './listening.ts'
import { text, url } from './setting-kinds.ts'

/** Where the service listens, and under which names it is asked. */

/** A name or an IPv4 address. */
const NAME = '[A-Za-z0-9][A-Za-z0-9._-]*'
const IPV6 = '(?:[0-9a-fA-F.]*:){2,}[0-9a-fA-F.]*'
/** As a Host header has it, long enough for the router, with or without a port. */
const HEADER = `(?:[A-Za-z0-9][A-Za-z0-9._-]{${SHORTEST_HOST - 1},}|\\[${IPV6}\\])(?::\\d{1,5})?`

export const host = (fallback: string) =>
  text('Address the public service listens on', {
    default: fallback,
    pattern: `^(?:${NAME}|${IPV6}(?:%${NAME})?)$`,
    form: 'an address or a name, without a port and brackets',
    option: { name: 'host', takes: 'ADDRESS' },
  })

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
