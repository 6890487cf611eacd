import type { AlarmCases } from './alarm-cases.ts'

const role = (name: string): string => `claros_role_processes{role="${name}"}`
const SIGNER_SEEN = 'claros_signer_seen_timestamp_seconds'
const beat = (name: string): string => `claros_role_beat_age_seconds{role="${name}"}`
const free = (folder: string): string => `claros_disk_free_bytes{folder="${folder}",process="w"}`
const asked = (route: string, status: string): string =>
  `claros_http_requests_total{route="${route}",status="${status}"}`
const took = (access: string, le: string): string => `claros_http_seconds_bucket{access="${access}",le="${le}"}`
const LAG = 'claros_event_loop_lag_seconds{process="w"}'

/** Buckets of a minute's sixty answers: none within the first bound, all within the second. */
const answers = (access: string, [within, above]: readonly [string, string]) => ({
  [took(access, within)]: '0x30',
  [took(access, above)]: '0+60x30',
  [took(access, '+Inf')]: '0+60x30',
})

export const PROCESS_CASES: Readonly<Record<string, AlarmCases>> = {
  'a role without processes': {
    raised: [
      {
        series: { [role('courier')]: '1 0x5', [role('signer')]: '1x6', [SIGNER_SEEN]: '60+60x6' },
        from: 3,
        labels: [{ role: 'courier' }],
      },
      { series: { [role('publisher')]: '1 0x5', [role('signer')]: '0x6' }, from: 3, labels: [{ role: 'publisher' }] },
    ],
    quiet: [
      { series: { [role('settler')]: '0x9', [role('courier')]: '1x9', [SIGNER_SEEN]: '60+60x9' }, until: 9 },
      // Nobody ever used the oracle.
      { series: { [role('signer')]: '0x9', [role('courier')]: '0x9', [role('publisher')]: '1x9' }, until: 9 },
      { series: { [role('courier')]: '1 0 0 1x5', [SIGNER_SEEN]: '60+60x7' }, until: 7 },
    ],
  },
  'an old beat': {
    raised: [
      { series: { [beat('signer')]: '120 121x5' }, from: 2, labels: [{ role: 'signer' }] },
      { series: { [beat('settler')]: '121x9', claros_settler_open: '1x9' }, from: 1, labels: [{ role: 'settler' }] },
    ],
    quiet: [
      { series: { [beat('signer')]: '120x9', [beat('courier')]: '121 0x8' }, until: 9 },
      // It only watches what a facilitator settles.
      { series: { [beat('settler')]: '500x9' }, until: 9 },
    ],
  },
  'a webhook waits': {
    raised: [{ series: { claros_webhook_oldest_seconds: '3600 3601x10' }, from: 6, labels: [{}] }],
    quiet: [{ series: { claros_webhook_oldest_seconds: '3600x10' }, until: 10 }],
  },
  'a process stalls': {
    raised: [{ series: { [LAG]: '0.5 0.51x10' }, from: 6, labels: [{ process: 'w' }] }],
    quiet: [
      { series: { [LAG]: '0.5x10' }, until: 10 },
      { series: { [LAG]: '9x4 0.1x5' }, until: 9 },
    ],
  },
  'Redis is nearly full': {
    raised: [
      {
        series: { claros_redis_memory_bytes: '80 81x10', claros_redis_memory_limit_bytes: '100x20' },
        from: 6,
        labels: [{}],
      },
    ],
    quiet: [
      { series: { claros_redis_memory_bytes: '80x10', claros_redis_memory_limit_bytes: '100x10' }, until: 10 },
      // A limit of 0 is none.
      { series: { claros_redis_memory_bytes: '81x10', claros_redis_memory_limit_bytes: '0x10' }, until: 10 },
    ],
  },
  'Redis drops keys': {
    raised: [{ series: { claros_redis_evicted_keys_total: '3x5 4x5' }, from: 6, labels: [{}] }],
    quiet: [{ series: { claros_redis_evicted_keys_total: '3x10' }, until: 10 }],
  },
  'Redis cannot write its disk': {
    raised: [{ series: { claros_redis_disk_ok: '1 0x3' }, from: 2, labels: [{}] }],
    quiet: [{ series: { claros_redis_disk_ok: '1 0 1x3' }, until: 4 }],
  },
  'Redis does not shorten its file': {
    raised: [
      {
        series: { claros_redis_disk_bytes: '3000000000 3000000001x60', claros_redis_memory_bytes: '375000000x61' },
        from: 31,
        labels: [{}],
      },
    ],
    quiet: [
      // Of a Redis that holds much, and of one that has just begun.
      { series: { claros_redis_disk_bytes: '3000000000x60', claros_redis_memory_bytes: '375000000x60' }, until: 60 },
      { series: { claros_redis_disk_bytes: '2000000000x60', claros_redis_memory_bytes: '1000000x60' }, until: 60 },
    ],
  },
  'the disk of Redis is slow': {
    raised: [
      { series: { claros_redis_delayed_fsyncs_total: '7 8+1x14' }, from: 11, labels: [{}] },
      // One in four minutes; Redis starts again in between.
      { series: { claros_redis_delayed_fsyncs_total: '7 8x3 9x3 1x3 2x3 3x3' }, from: 11, labels: [{}] },
    ],
    quiet: [
      { series: { claros_redis_delayed_fsyncs_total: '7x30' }, until: 30 },
      { series: { claros_redis_delayed_fsyncs_total: '7x3 8x10 9x10' }, until: 24 },
      { series: { claros_redis_delayed_fsyncs_total: '7 8+1x5 13x15' }, until: 20 },
    ],
  },
  'little room on a disk': {
    raised: [
      {
        series: { [free('ledger')]: '5000000000 4999999999x10' },
        from: 6,
        labels: [{ folder: 'ledger', process: 'w' }],
      },
    ],
    quiet: [{ series: { [free('ledger')]: '5000000000x10', [free('oracle')]: '4999999999x4 5000000000x5' }, until: 9 }],
  },
  'no room on a disk': {
    raised: [
      { series: { [free('oracle')]: '1000000000 999999999x5' }, from: 2, labels: [{ folder: 'oracle', process: 'w' }] },
    ],
    quiet: [{ series: { [free('oracle')]: '1000000000x9' }, until: 9 }],
  },
  'an answer was a bug': {
    raised: [
      { series: { [asked('/a', '500')]: '0x5 1x4', [asked('/b', '500')]: '3x9' }, from: 6, labels: [{ route: '/a' }] },
      { series: { [asked('/a', '504')]: '0x5 1x4' }, from: 6, labels: [{ route: '/a' }] },
    ],
    quiet: [
      // Bugs of long ago, also after the target was away.
      { series: { [asked('/a', '500')]: '7x3 stale _x6 7x10' }, until: 20 },
      { series: { [asked('/a', '503')]: '0+1x9', [asked('/a', '404')]: '0+1x9' }, until: 9 },
    ],
  },
  'many answers are 503': {
    raised: [
      { series: { [asked('/a', '200')]: '0+60x40', [asked('/a', '503')]: '0+16x40' }, from: 16, labels: [{}] },
      // Nothing else, not even one that is counted as 0.
      { series: { [asked('/a', '500')]: '0x40', [asked('/a', '503')]: '0+21x40' }, from: 16, labels: [{}] },
    ],
    quiet: [
      { series: { [asked('/a', '200')]: '0+60x40', [asked('/a', '503')]: '0+14x40' }, until: 40 },
      // Nobody asks but one program.
      { series: { [asked('/a', '200')]: '0x40', [asked('/a', '503')]: '0+1x40' }, until: 40 },
      { series: { [asked('/health', '200')]: '0x40', [asked('/health', '503')]: '0+60x40' }, until: 40 },
      { series: { [asked('/a', '200')]: '0+60x40', [asked('/a', '500')]: '0+60x40' }, until: 40 },
    ],
  },
  'paid answers are slow': {
    raised: [{ series: answers('paid', ['1', '2.5']), from: 11, labels: [{}] }],
    quiet: [{ series: { ...answers('paid', ['0.5', '1']), ...answers('free', ['1', '2.5']) }, until: 30 }],
  },
}
