import type { Alarm } from './alarm.ts'

/** What keeps the DLC oracle from its promises. */
export const PROMISE_ALARMS: readonly Alarm[] = [
  {
    name: 'the signer',
    expression: 'time() - claros_signer_seen_timestamp_seconds > 60',
    for: '2m',
    severity: 'page',
    means: 'no DLC event is announced or attested',
  },
  {
    name: 'the signer does not sign',
    expression: 'claros_signer_signs == 0',
    for: '1m',
    severity: 'page',
    means:
      'it cannot reach its witness or its files, or its Redis may forget what was signed: `oracle.witness_away`, `oracle.beat_failed` or `oracle.refused` in the log says which. It goes on by itself',
  },
  {
    name: 'events wait for you',
    expression: 'max(claros_signer_held_events{state="waiting"}) > 0',
    for: '0m',
    severity: 'page',
    means: 'the data folder may be an older copy: [restore.md](restore.md#waiting)',
  },
  {
    name: 'events cannot be signed',
    expression: 'max(claros_signer_held_events{state="quarantined"}) > 0',
    for: '0m',
    severity: 'page',
    means: '`npx claros dlc check` names them and says why; the others go on',
  },
  {
    name: 'unkept promises',
    expression: 'claros_oracle_events{state="unsigned"} > 0',
    for: '2m',
    severity: 'page',
    means: 'decided events wait for their signature',
  },
  {
    name: 'overdue events',
    expression: 'claros_oracle_events{state="overdue"} > 0',
    for: '20m',
    severity: 'ticket',
    means: '`/dlc/oracle/status` names what each waits for',
  },
  {
    name: 'a relay takes nothing',
    expression: 'claros_nostr_outstanding > 0',
    for: '1h',
    severity: 'ticket',
    of: 'relay',
    means:
      'announcements and attestations wait for this relay, for a week at most: `nostr.relay_fails` in the log has its words; take it out of `NOSTR_RELAYS` if it is gone',
  },
]
