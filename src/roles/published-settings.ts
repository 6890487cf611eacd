import { BadConfig, type WorkerConfig } from '../config.ts'
import { readStanding, type StandingPlan } from '../dlc/terms/standing-plan.ts'
import type { Kinds } from '../nostr/posts.ts'
import { readKinds, readRelays } from '../nostr/settings.ts'

/** Settings of what is published for everybody. They throw `BadConfig` naming every broken rule. */

/** The events that the signer announces by itself. */
export const standingOf = ({ STANDING_EVENTS }: Pick<WorkerConfig, 'STANDING_EVENTS'>): readonly StandingPlan[] => {
  const read = readStanding(STANDING_EVENTS)
  if (!read.ok) throw new BadConfig(read.problems.join('\n'))
  return read.plans
}

type NostrSettings = Pick<
  WorkerConfig,
  'NOSTR_RELAYS' | 'NOSTR_KIND_ANNOUNCEMENT' | 'NOSTR_KIND_ATTESTATION' | 'OUTBOUND_ALLOW'
>

/** Where the courier posts, and as which kinds. */
export const nostrOf = (config: NostrSettings): { readonly relays: readonly string[]; readonly kinds: Kinds } => {
  const relays = readRelays(config.NOSTR_RELAYS, config.OUTBOUND_ALLOW?.split(',') ?? [])
  const kinds = readKinds(config.NOSTR_KIND_ANNOUNCEMENT, config.NOSTR_KIND_ATTESTATION)
  if (!relays.ok || !kinds.ok)
    throw new BadConfig([relays, kinds].flatMap((each) => (each.ok ? [] : each.problems)).join('\n'))
  return { relays: relays.value, kinds: kinds.value }
}
