import { Type } from '@sinclair/typebox'
import { text, whole } from './setting-kinds.ts'

/** Settings of the worker about what it publishes for everybody: posts on Nostr and standing events. */
export const promises = {
  NOSTR_RELAYS: Type.Optional(
    text(
      'Nostr relays to which the courier publishes announcements and attestations of DLC events (NIP-88), `wss://…,wss://…`; `ws://` only where OUTBOUND_ALLOW names it',
    ),
  ),
  NOSTR_KIND_ANNOUNCEMENT: whole('Kind of announcements on Nostr; NIP-88 has changed hands', 88, 0, 65_535),
  NOSTR_KIND_ATTESTATION: whole('Kind of attestations on Nostr', 89, 0, 65_535),
  STANDING_EVENTS: Type.Optional(
    text(
      'Numeric DLC events that the signer announces for nobody’s money and lists for everybody, separated by commas: `BTCUSD@08:00Z+7d` matures each day at 08:00 UTC and is announced seven days ahead, `BTCUSD@5m+15m` matures every five minutes of the clock and is announced fifteen ahead; `m`, `h` and `d`',
    ),
  ),
}
