import type { AlarmCases } from './alarm-cases.ts'

const held = (state: string): string => `claros_signer_held_events{state="${state}"}`
const events = (state: string): string => `claros_oracle_events{state="${state}"}`
const SIGNER = 'claros_signer_seen_timestamp_seconds'
const RELAY = 'claros_nostr_outstanding{relay="wss://r"}'

export const PROMISE_CASES: Readonly<Record<string, AlarmCases>> = {
  'the signer': {
    raised: [{ series: { [SIGNER]: '0x10' }, from: 4, labels: [{}] }],
    quiet: [{ series: { [SIGNER]: '0+60x10' }, until: 10 }],
  },
  'the signer does not sign': {
    raised: [{ series: { claros_signer_signs: '1 0x5' }, from: 2, labels: [{}] }],
    quiet: [{ series: { claros_signer_signs: '1 0 1x5' }, until: 6 }],
  },
  'events wait for you': {
    raised: [{ series: { [held('waiting')]: '0 1x3' }, from: 1, labels: [{}] }],
    quiet: [{ series: { [held('waiting')]: '0x3', [held('quarantined')]: '1x3' }, until: 3 }],
  },
  'events cannot be signed': {
    raised: [{ series: { [held('quarantined')]: '0 1x3' }, from: 1, labels: [{}] }],
    quiet: [{ series: { [held('quarantined')]: '0x3', [held('waiting')]: '1x3' }, until: 3 }],
  },
  'unkept promises': {
    raised: [{ series: { [events('unsigned')]: '0 1x5' }, from: 3, labels: [{ state: 'unsigned' }] }],
    quiet: [{ series: { [events('unsigned')]: '0 1 1 0x5', [events('open')]: '5x7' }, until: 7 }],
  },
  'overdue events': {
    raised: [{ series: { [events('overdue')]: '0 1x30' }, from: 21, labels: [{ state: 'overdue' }] }],
    quiet: [{ series: { [events('overdue')]: '0 1x19 0x3', [events('open')]: '5x30' }, until: 24 }],
  },
  'a relay takes nothing': {
    raised: [{ series: { [RELAY]: '0 1x70' }, from: 61, labels: [{ relay: 'wss://r' }] }],
    quiet: [{ series: { [RELAY]: '0 1x59 0x5' }, until: 65 }],
  },
}
