import type { Alarm } from './alarm.ts'

/** The part of the runs of groups in which no item worked, by period: those of these periods, over this window. */
const noneWorked = (seconds: string, window: string): string => {
  const runs = (labels: string) => `sum by (seconds) (increase(claros_group_runs_total{${labels}}[${window}]))`
  return `${runs(`${seconds},outcome="failed"`)} / ${runs(seconds)}`
}

/** The place of each process: a program on a machine. A process that is started again has another name there. */
const placed = (series: string): string =>
  `count by (place) (label_replace(${series}, "place", "$1", "process", "(.+)/[0-9]+/[0-9]+"))`

/** What slows down or spoils the work behind answers. */
export const WORK_ALARMS: readonly Alarm[] = [
  {
    name: 'lanes stand still',
    expression: 'claros_lane_oldest_wait_seconds > 10',
    for: '1m',
    severity: 'page',
    of: 'lane',
    means: 'no worker takes this lane, or too few: raise `WORKERS`',
  },
  {
    name: 'ticks come late',
    expression:
      'histogram_quantile(0.99, sum by (le) (rate(claros_lane_wait_seconds_bucket{lane=~"ticks|groups"}[5m]))) > 1',
    for: '10m',
    severity: 'ticket',
    means: 'workers are short of processor, or Redis runs with `hz` below 100',
  },
  {
    name: 'no item of a group works',
    // Groups run once in their period: of an hour, two or three run in ten minutes.
    expression: `(${noneWorked('seconds=~"[0-9.]{1,3}"', '10m')} or ${noneWorked('seconds!~"[0-9.]{1,3}"', '6h')}) > 0.5`,
    for: '5m',
    severity: 'ticket',
    of: 'seconds',
    means:
      'in most groups of the items that tick once in so many seconds, all of up to 40 fail: what they share is broken. `/actors` has the reason of each. Periods of 1,000 s and more are judged over six hours, so that it comes and goes three hours late',
  },
  {
    name: 'a venue lies',
    expression: 'max by (source) (claros_venue_silenced_seconds) > 0',
    for: '10m',
    severity: 'ticket',
    of: 'source',
    means:
      'it was far outside of agreements and has no vote; `venues.silenced` in the log names the pair. Its own site, or our reader',
  },
  {
    name: 'a provider is down',
    expression: 'min by (source) (claros_source_circuit) == 2',
    for: '15m',
    severity: 'ticket',
    of: 'source',
    means: 'no worker reaches it; feeds go on while their quorum holds',
  },
  {
    name: 'a socket is dead',
    expression: 'claros_stream_heard_seconds > 120',
    for: '2m',
    severity: 'ticket',
    of: 'stream',
    means: 'no worker hears it: liquidations go on `degraded` on the others, best prices are polled; see `/actors`',
  },
  {
    name: 'a socket says nothing',
    expression: 'claros_stream_spoke_seconds > 900',
    for: '5m',
    severity: 'ticket',
    of: 'stream',
    means:
      'no event of any symbol: the venue may have moved its channel, or refuses a subscription (`stream.dropped` in the log says so)',
  },
  {
    name: 'a model is not priced',
    expression: 'claros_model_candidates > 0',
    for: '6h',
    severity: 'ticket',
    means:
      '`claros_model_candidate{model}` names models of our hosts that came onto a second list within 30 days and are not in `feeds/inference/models.json`: add them in the next release, or leave them out, and the alarm ends 30 days later',
  },
  {
    name: 'a calendar ends',
    expression: 'min by (country) (claros_calendar_covered_seconds) < 30 * 86400',
    for: '10m',
    severity: 'ticket',
    of: 'country',
    means:
      'for thirty days more at most (`claros_calendar_covered_seconds`) all that is sold of this country is known; below 0 its answers are `degraded`, and thirty days later there are none. Put a newer `calendar-official.json` into the data folder ([0067](decisions/0067-official-dates.md)), or name it as `CALENDAR_FILE` of lone workers, and start again',
  },
  {
    name: 'a clock is wrong',
    expression: 'max by (process) (claros_clock_wrong) == 1',
    for: '0m',
    severity: 'page',
    of: 'process',
    means:
      'the worker of that name publishes nothing: mend its NTP, it goes on by itself; `claros_clock_offset_seconds` says how far it is off, `/health` too',
  },
  {
    name: 'a key is missing',
    expression: 'max by (process, purpose) (claros_key_behind) >= 1',
    for: '0m',
    severity: 'page',
    of: 'process',
    means:
      'that worker has not the newest key of its purpose: at 1 it signs with the old one until that ends, at 2 it signs nothing: copy the key into its KEYS_DIR, it goes on by itself. At 3 the documents in Redis cannot be gone by, or end its key, and it signs by those from before: the log says why (`keys.not_read`, `keys.ended_without_successor`; [keys.md](keys.md))',
  },
  {
    name: 'prices come too late',
    expression: 'increase(claros_tick_declines_total{cause="tick_outside"}[10m]) > 0',
    for: '0m',
    severity: 'ticket',
    of: 'actor',
    means:
      'the store refused prices whose time is over 2 s off its own: a worker that stalls, or a Redis whose clock has jumped (`store.clock_jumped` in the log)',
  },
  {
    name: 'crashes',
    expression:
      'increase(claros_ticks_total{outcome="crashed"}[10m]) > 0 or increase(claros_log_lines_total{level="error"}[10m]) > 0',
    for: '0m',
    severity: 'ticket',
    means:
      'a bug or a broken setting: `increase(claros_problems_total{level="error"}[10m]) > 0` names program and kind, the log the rest',
  },
  {
    name: 'a failure goes on',
    expression: 'sum by (program, kind) (increase(claros_problems_total{level="error"}[2m])) > 0',
    for: '10m',
    severity: 'ticket',
    of: 'kind',
    means:
      'the same error again and again in one `program` (`server`, or `worker/` and its roles): the log has its lines under this `event`. What buyers or promises suffer by it has alarms of its own',
  },
  {
    name: 'restarts',
    // Two updates within the hour start each process twice. Kubernetes waits five minutes at most before it starts one again.
    expression: `${placed('last_over_time(claros_process_start_time_seconds[1h])')} > 3 * ${placed('claros_process_start_time_seconds')} + 5`,
    for: '0m',
    severity: 'page',
    of: 'place',
    means:
      'of this program on this machine many more processes were there within an hour than are at work: they die again and again. The last lines of each in its log say why. One that dies before it is at work is not seen here: then a role is without processes, or no numbers come',
  },
]
