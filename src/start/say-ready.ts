import type { ServerConfig } from '../config.ts'
import type { ClosedFeeds } from '../feeds/closed-feeds.ts'
import { OPENED_BY } from '../http/rails/rail-settings.ts'
import { type ReadyFacts, readyText } from '../launch/ready-text.ts'
import { untilServing } from '../launch/serving.ts'
import { adminAddresses, inAddress, localAddress, publicUrlOf } from '../listening.ts'
import { type MisspeltSetting, misspeltWords } from '../misspelt-settings.ts'
import type { Log } from '../ports.ts'
import { describeClosed } from '../roles/provider-settings.ts'

/** Says once that the service serves: in words on standard output, and with the same figures in the log. */

export interface ReadyParts {
  readonly server: ServerConfig
  readonly closed: ClosedFeeds
  readonly misspelt: readonly MisspeltSetting[]
  readonly log: Log
  /** What the log says besides. */
  readonly fields: Readonly<Record<string, unknown>>
  say(text: string): void
  isLeaving(): boolean
}

/** The first prices take seconds; a provider that is away may never answer. */
const PATIENCE_MS = 30_000

/** The log names everything that is closed, and `/health` too. */
const NAMED = 6

const RAILS: ReadyFacts['rails'] = [
  { rail: 'l402', name: 'Lightning (L402)', openedBy: OPENED_BY.l402 },
  { rail: 'x402', name: 'USDC on Base (x402)', openedBy: OPENED_BY.x402 },
]

export const sayReady = async (parts: ReadyParts): Promise<void> => {
  const { server, closed, misspelt, log, fields, say, isLeaving } = parts
  const url = publicUrlOf(server)
  const health = await untilServing({
    url: `http://${inAddress(localAddress(server.HOST))}:${server.PORT}`,
    host: new URL(url).host,
    patienceMs: PATIENCE_MS,
    isLeaving,
  })
  if (health === null) return
  const whatIsClosed = describeClosed(closed)
  const { sellable, total, rails } = health
  log.info('start.ready', {
    url,
    sellable,
    total,
    rails: rails.filter(({ open }) => open).map(({ rail }) => rail),
    ...(whatIsClosed !== null && { closed: whatIsClosed }),
    ...fields,
  })
  say(
    readyText({
      url,
      adminUrl:
        server.ADMIN_PORT === 0
          ? null
          : `http://${inAddress(localAddress(adminAddresses(server.ADMIN_HOST)[0]))}:${server.ADMIN_PORT}`,
      health,
      rails: RAILS,
      closed: describeClosed(closed, NAMED),
      misspelt: misspelt.map(misspeltWords),
      publicUrlSet: server.PUBLIC_URL !== undefined,
    }),
  )
}
