import type { AlarmCases } from './alarm-cases.ts'

const wait = (lane: string, le: string): string => `claros_lane_wait_seconds_bucket{lane="${lane}",le="${le}"}`
const silenced = (source: string): string => `claros_venue_silenced_seconds{source="${source}"}`
const circuit = (process: string): string => `claros_source_circuit{process="${process}",source="kraken"}`
const declined = (cause: string): string => `claros_tick_declines_total{actor="a",cause="${cause}"}`
const ticks = (outcome: string): string => `claros_ticks_total{actor="a",outcome="${outcome}"}`
const logged = (level: string): string => `claros_log_lines_total{level="${level}"}`
const groups = (seconds: string, outcome: string): string =>
  `claros_group_runs_total{outcome="${outcome}",seconds="${seconds}"}`
/** Runs of groups of an hour, 30 of them: two or three in five minutes. */
const hourly = (outcome: string): string => groups('3600', outcome)
const failed = (program: string, kind: string, level = 'error'): string =>
  `claros_problems_total{kind="${kind}",level="${level}",program="${program}"}`
const HEARD = 'claros_stream_heard_seconds{stream="s"}'
const SPOKE = 'claros_stream_spoke_seconds{stream="s"}'
const started = (process: string): string => `claros_process_start_time_seconds{process="${process}"}`
const covered = (process: string): string => `claros_calendar_covered_seconds{country="GB",process="${process}"}`

/** Processes that follow one another at one place, each for so many minutes, and one in so many. */
const following = (place: string, count: number, minutes: number, first = 0, every = minutes) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, nth) => [
      started(`${place}/${first + nth}/${nth}`),
      `${'_ '.repeat(nth * every)}${'1 '.repeat(minutes)}stale`,
    ]),
  )

/** Buckets of a minute's sixty jobs: none within the first bound, all within the second. */
const jobs = (lane: string, [within, above]: readonly [string, string]) => ({
  [wait(lane, within)]: '0x30',
  [wait(lane, above)]: '0+60x30',
  [wait(lane, '+Inf')]: '0+60x30',
})

export const WORK_CASES: Readonly<Record<string, AlarmCases>> = {
  'lanes stand still': {
    raised: [
      { series: { 'claros_lane_oldest_wait_seconds{lane="asks"}': '10 11x5' }, from: 2, labels: [{ lane: 'asks' }] },
    ],
    quiet: [{ series: { 'claros_lane_oldest_wait_seconds{lane="asks"}': '10x10' }, until: 10 }],
  },
  'ticks come late': {
    raised: [
      { series: jobs('ticks', ['1', '2.5']), from: 11, labels: [{}] },
      { series: jobs('groups', ['1', '2.5']), from: 11, labels: [{}] },
    ],
    quiet: [{ series: { ...jobs('ticks', ['0.5', '1']), ...jobs('asks', ['1', '2.5']) }, until: 30 }],
  },
  'no item of a group works': {
    raised: [
      // All fail from the seventh minute on: more than half of what ran in ten minutes is reached in five.
      {
        series: { [groups('5', 'failed')]: '0x6 60+60x40', [groups('5', 'done')]: '0+60x6 360x40' },
        from: 17,
        labels: [{ seconds: '5' }],
      },
      // Nothing but failures of an hour, beside many runs of five seconds that work.
      {
        series: {
          [hourly('failed')]: '0+0.5x60',
          [hourly('done')]: '0x60',
          [groups('5', 'failed')]: '0x60',
          [groups('5', 'done')]: '0+4000x60',
        },
        from: 6,
        labels: [{ seconds: '3600' }],
      },
      // Six hours that worked, and then none: after more than three hours.
      {
        series: { [hourly('failed')]: '0x360 0.5+0.5x240', [hourly('done')]: '0+0.5x360 180x240' },
        from: 546,
        labels: [{ seconds: '3600' }],
      },
    ],
    quiet: [
      // Two of five fail for ever: they share little.
      { series: { [groups('5', 'failed')]: '0+40x60', [groups('5', 'done')]: '0+60x60' }, until: 60 },
      // An hour without its providers, in a day that works.
      {
        series: { [hourly('failed')]: '0x120 0+0.5x60 30x240', [hourly('done')]: '0+0.5x120 60x60 60+0.5x240' },
        until: 420,
      },
      // Jobs of the lane that fail, and no run: a store that was away for a moment.
      {
        series: {
          'claros_lane_finished_total{lane="groups",outcome="failed"}': '0+1x60',
          [hourly('done')]: '0+0.5x60',
        },
        until: 60,
      },
    ],
  },
  'a venue lies': {
    raised: [{ series: { [silenced('okx')]: '0 500x20' }, from: 11, labels: [{ source: 'okx' }] }],
    quiet: [{ series: { [silenced('okx')]: '500x9 stale' }, until: 15 }],
  },
  'a provider is down': {
    raised: [
      { series: { [circuit('a')]: '2x20', [circuit('b')]: '1 2x20' }, from: 16, labels: [{ source: 'kraken' }] },
    ],
    quiet: [{ series: { [circuit('a')]: '2x20', [circuit('b')]: '0x20' }, until: 20 }],
  },
  'a socket is dead': {
    raised: [{ series: { [HEARD]: '120 121x10' }, from: 3, labels: [{ stream: 's' }] }],
    quiet: [{ series: { [HEARD]: '120x10' }, until: 10 }],
  },
  'a socket says nothing': {
    raised: [{ series: { [SPOKE]: '900 901x10' }, from: 6, labels: [{ stream: 's' }] }],
    quiet: [{ series: { [SPOKE]: '900x10', [HEARD]: '0x10' }, until: 10 }],
  },
  'a model is not priced': {
    raised: [{ series: { claros_model_candidates: '0 1x370' }, from: 361, labels: [{}] }],
    quiet: [{ series: { claros_model_candidates: '0 1x359 0x5' }, until: 365 }],
  },
  'a clock is wrong': {
    raised: [{ series: { 'claros_clock_wrong{process="w"}': '0 1x3' }, from: 1, labels: [{ process: 'w' }] }],
    quiet: [{ series: { 'claros_clock_wrong{process="w"}': '0x3' }, until: 3 }],
  },
  'a key is missing': {
    raised: [
      {
        series: { 'claros_key_behind{process="w",purpose="p"}': '0 1x3' },
        from: 1,
        labels: [{ process: 'w', purpose: 'p' }],
      },
      {
        series: { 'claros_key_behind{process="w",purpose="p"}': '0 2x3' },
        from: 1,
        labels: [{ process: 'w', purpose: 'p' }],
      },
      {
        series: { 'claros_key_behind{process="w",purpose="p"}': '0 3x3' },
        from: 1,
        labels: [{ process: 'w', purpose: 'p' }],
      },
    ],
    quiet: [{ series: { 'claros_key_behind{process="w",purpose="p"}': '0x3' }, until: 3 }],
  },
  'prices come too late': {
    raised: [
      { series: { [declined('tick_outside')]: '0x2 1x3' }, from: 3, labels: [{ actor: 'a', cause: 'tick_outside' }] },
    ],
    quiet: [{ series: { [declined('tick_outside')]: '4x9', [declined('quorum_missed')]: '0+1x9' }, until: 9 }],
  },
  crashes: {
    raised: [
      { series: { [ticks('crashed')]: '0x2 1x3' }, from: 3, labels: [{ actor: 'a', outcome: 'crashed' }] },
      { series: { [logged('error')]: '5x2 6x3' }, from: 3, labels: [{ level: 'error' }] },
    ],
    quiet: [
      { series: { [ticks('published')]: '0+1x9', [ticks('crashed')]: '1x9', [logged('warn')]: '0+1x9' }, until: 9 },
    ],
  },
  'a failure goes on': {
    raised: [
      {
        series: { [failed('server', 'a.b')]: '900+1x30', [failed('server', 'c.d')]: '900x30' },
        from: 11,
        labels: [{ program: 'server', kind: 'a.b' }],
      },
    ],
    quiet: [
      // Many at once, and no more.
      { series: { [failed('server', 'a.b')]: '0x2 60x20' }, until: 20 },
      // Now and then, each of two kinds; together they would go on.
      {
        series: {
          [failed('server', 'a.b')]: '0 1x2 2x2 3x2 4x2 5x2 6x2 7x2',
          [failed('server', 'c.d')]: '0 0 1x2 2x2 3x2 4x2 5x2 6x2 7x2',
        },
        until: 20,
      },
      { series: { [failed('server', 'a.b', 'warn')]: '0+9x20' }, until: 20 },
    ],
  },
  restarts: {
    raised: [
      { series: following('worker/h', 12, 2), from: 16, labels: [{ place: 'worker/h' }] },
      // Each lives for a minute, and five minutes pass before the next.
      { series: following('worker/pod', 10, 1, 0, 6), from: 48, labels: [{ place: 'worker/pod' }] },
      // Among others that stay, and some of another program.
      {
        series: {
          ...following('worker/h', 20, 1),
          [started('worker/h/50/1')]: '1x30',
          [started('server/h/51/1')]: '1x30',
        },
        from: 10,
        labels: [{ place: 'worker/h' }],
      },
    ],
    quiet: [
      { series: { [started('worker/h/1/1')]: '1x40' }, until: 40 },
      // Two updates of four processes within half an hour, and a process that dies once in ten minutes.
      {
        series: {
          ...following('worker/a', 3, 10, 100),
          ...following('worker/a', 3, 10, 200),
          ...following('worker/a', 3, 10, 300),
          ...following('worker/a', 3, 10, 400),
          ...following('server/b', 3, 10),
        },
        until: 30,
      },
    ],
  },
  'a calendar ends': {
    raised: [
      {
        series: { [covered('v')]: '2592000x20', [covered('w')]: '2592000 2591999x20' },
        from: 11,
        labels: [{ country: 'GB' }],
      },
    ],
    quiet: [{ series: { [covered('w')]: '2592000x20' }, until: 20 }],
  },
}
