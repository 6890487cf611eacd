import { createHash } from 'node:crypto'
import type { Clock, Random } from '../../ports.ts'
import { BadRail, together } from './bad-rail.ts'
import { type BreakerNews, createBreaker } from './breaker.ts'
import type { ExtensionResponse } from './extension-responses.ts'
import { facilitator } from './facilitator.ts'
import { type CallHeaders, cdpCredentials, fixedAuthorization, noCredentials } from './facilitator-credentials.ts'
import type { FacilitatorId, FacilitatorOutcome, FacilitatorEntry } from './facilitators.ts'

/** The settings that name facilitators. */
export interface FacilitatorSettings {
  readonly FACILITATOR_URL?: string
  readonly FACILITATOR_AUTHORIZATION?: string
  readonly CDP_API_KEY_ID?: string
  readonly CDP_API_KEY_SECRET?: string
}

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

const listed = (text: string): readonly string[] => (text === '' ? [] : text.split(',').map((each) => each.trim()))

/** By position in the list: no facilitator may see the credentials of another. Coinbase's key is for the first one. */
const credentials = (
  settings: FacilitatorSettings,
  facilitatorCount: number,
  { clock, random }: FacilitatorParts,
): readonly CallHeaders[] => {
  const cdp = together(settings, ['CDP_API_KEY_ID', 'CDP_API_KEY_SECRET'], 'the Coinbase facilitator')
    ? cdpCredentials({ id: settings.CDP_API_KEY_ID!, secret: settings.CDP_API_KEY_SECRET! }, clock, random)
    : null
  const written = settings.FACILITATOR_AUTHORIZATION ?? ''
  // With a single facilitator the header itself may contain commas.
  const fixed = facilitatorCount === 1 ? [written] : listed(written)
  if (fixed.length > facilitatorCount)
    throw new BadRail('FACILITATOR_AUTHORIZATION has more entries than FACILITATOR_URL.')
  return Array.from({ length: facilitatorCount }, (_, at) => {
    const value = fixed[at] ?? ''
    if (at === 0 && cdp) return cdp
    return value === '' ? noCredentials : fixedAuthorization(value)
  })
}

const urlsOf = ({ FACILITATOR_URL: text }: FacilitatorSettings): readonly string[] => listed(text ?? '')

const idOf = (url: string): FacilitatorId => ({
  id: createHash('sha256').update(url).digest('hex').slice(0, 16),
  name: new URL(url).host,
})

/** The facilitators of the settings, in their order. */
export const facilitatorIds = (settings: FacilitatorSettings): readonly FacilitatorId[] => urlsOf(settings).map(idOf)

/** The same, with credentials. Throws `BadRail` for an incomplete configuration. */
export const facilitatorPlaces = (
  settings: FacilitatorSettings,
  parts: FacilitatorParts,
): readonly FacilitatorEntry[] => {
  const urls = urlsOf(settings)
  const headers = credentials(settings, urls.length, parts)
  return urls.map((url, at) => {
    const { id, name } = idOf(url)
    const breaker = createBreaker(parts.clock, (door) => parts.news?.door(name, door))
    return { id, name, facilitator: facilitator(url, headers[at]), breaker }
  })
}
