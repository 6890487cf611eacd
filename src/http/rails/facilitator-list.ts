import { createHash } from 'node:crypto'
import type { Clock, Random } from '../../ports.ts'
import { type BreakerNews, createBreaker } from './breaker.ts'
import type { ExtensionResponse } from './extension-responses.ts'
import { facilitator } from './facilitator.ts'
import { type CallHeaders, cdpCredentials, fixedAuthorization, noCredentials } from './facilitator-credentials.ts'
import type { FacilitatorId, FacilitatorOutcome, FacilitatorEntry } from './facilitators.ts'
import { cdpKey, type FacilitatorSettings, facilitatorUrls, fixedAuthorizations } from './rail-settings.ts'

/** Reports events of facilitators, for log and metrics. */
export interface FacilitatorNews {
  outcome(name: string, outcome: FacilitatorOutcome): void
  door(name: string, door: Parameters<BreakerNews>[0]): void
  /** The result of an extension: whether the facilitator lists the route. */
  extension(name: string, route: string, response: ExtensionResponse): void
}

export interface FacilitatorParts {
  readonly clock: Clock
  readonly random: Random
  readonly news?: FacilitatorNews
}

/** By position in the list: no facilitator may see the credentials of another. Coinbase's key is for the first one. */
const credentials = (settings: FacilitatorSettings, { clock, random }: FacilitatorParts): readonly CallHeaders[] => {
  const key = cdpKey(settings)
  const cdp = key && cdpCredentials(key, clock, random)
  return fixedAuthorizations(settings).map((value, at) => {
    if (at === 0 && cdp) return cdp
    return value === '' ? noCredentials : fixedAuthorization(value)
  })
}

const idOf = (url: string): FacilitatorId => ({
  id: createHash('sha256').update(url).digest('hex').slice(0, 16),
  name: new URL(url).host,
})

/** The facilitators of the settings, in their order. */
export const facilitatorIds = (settings: FacilitatorSettings): readonly FacilitatorId[] =>
  facilitatorUrls(settings).map(idOf)

/** The same, with credentials. Throws `BadRail` for an incomplete configuration. */
export const facilitatorPlaces = (
  settings: FacilitatorSettings,
  parts: FacilitatorParts,
): readonly FacilitatorEntry[] => {
  const headers = credentials(settings, parts)
  return facilitatorUrls(settings).map((url, at) => {
    const { id, name } = idOf(url)
    const breaker = createBreaker(parts.clock, (door) => parts.news?.door(name, door))
    return { id, name, facilitator: facilitator(url, headers[at]), breaker }
  })
}
