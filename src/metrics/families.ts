/**
 * Everything that is counted, each defined once: name, help, labels. Label values come from definitions in the code
 * (actors, sources, lanes, rails, reasons) and from settings (facilitators, relays). They never come from a request: no
 * payer, no event, no address.
 */

interface Described {
  readonly help: string
  readonly labels: readonly string[]
}

interface Counted extends Described {
  /**
   * Values of labels under which it is shown as 0 before anything was counted: an alarm does not see the first event of a
   * series that was not there before it. A label that is left out takes all values that definitions and settings know.
   * Without this, a series is there from its first event on.
   */
  readonly fromStart?: Readonly<Record<string, readonly string[]>>
}

/** Numbers that only grow. Redis keeps their sum over all processes, so they are not lost when a process ends. */
export const COUNTERS = {
  claros_ticks_total: {
    help: 'Ticks by outcome: published, superseded, declined, crashed',
    labels: ['actor', 'outcome'],
    fromStart: { outcome: ['crashed'] },
  },
  claros_tick_declines_total: {
    help: 'Ticks that left nothing behind, by cause',
    labels: ['actor', 'cause'],
    fromStart: { cause: ['tick_outside'] },
  },
  claros_rows_unknown_total: {
    help: 'Rows of replies, at each poll, that no table of ours knows and that are left out: titles of a calendar',
    labels: ['actor'],
  },
  claros_lane_finished_total: {
    help: 'Jobs by outcome: done, failed',
    labels: ['lane', 'outcome'],
  },
  claros_group_runs_total: {
    help: 'Runs of groups of items by their period and outcome: done, failed (no item of it worked)',
    labels: ['seconds', 'outcome'],
  },
  claros_source_replies_total: {
    help: 'Questions to providers by outcome: ok, or why there was no reply',
    labels: ['source', 'outcome'],
  },
  claros_challenges_total: {
    help: 'Challenges (402) by offered rail; none for those that offered none',
    labels: ['rail'],
  },
  claros_invoices_total: {
    help: 'Invoices asked of the Lightning node for challenges: made, failed, limited',
    labels: ['outcome'],
    fromStart: { outcome: ['made', 'failed', 'limited'] },
  },
  claros_refusals_total: { help: 'Payments that were refused, by reason', labels: ['rail', 'reason'] },
  claros_settlements_total: {
    help: 'What facilitators said of settlements: settled, failed, unknown, unreached',
    labels: ['facilitator', 'outcome'],
  },
  claros_facilitator_closed_total: {
    help: 'Facilitators that were closed, by cause: open_outcomes, unreached, lied',
    labels: ['facilitator', 'cause'],
    fromStart: { cause: ['open_outcomes', 'unreached', 'lied'] },
  },
  claros_settlement_proofs_total: {
    help: 'Settlements that a facilitator claimed, looked for on the chain: paid, lied, not_paid, unproven, unlisted',
    labels: ['facilitator', 'outcome'],
  },
  claros_nostr_posts_total: {
    help: 'Attempts to publish an event at a relay: accepted, refused, unreached, given_up',
    labels: ['relay', 'outcome'],
  },
  claros_webhook_attempts_total: {
    help: 'Attempts to deliver a webhook by outcome: delivered, retry, gone, given_up',
    labels: ['outcome'],
    fromStart: { outcome: ['delivered', 'retry', 'gone', 'given_up'] },
  },
  claros_problems_total: {
    help: 'Log lines of warnings and errors by what they tell of, as the log names it (event); those left out too',
    labels: ['program', 'level', 'kind'],
  },
  claros_http_requests_total: {
    help: 'Answered requests by route: the template of its path; pages (and their files), none (no route). Calls of tools count at /mcp and at what they ask for',
    labels: ['route', 'status'],
    fromStart: { status: ['500', '503'] },
  },
  claros_log_lines_total: {
    help: 'Log lines by level, also those below LOG_LEVEL and those left out',
    labels: ['level'],
    fromStart: { level: ['info', 'warn', 'error'] },
  },
} as const satisfies Readonly<Record<string, Counted>>

/** Durations. Bounds in milliseconds; without bounds only sum and count are kept. */
export const DURATIONS = {
  claros_tick_delay_seconds: { help: 'From when a tick was due to its start', labels: ['actor'], bounds: [] },
  claros_lane_wait_seconds: {
    help: 'From when a job was due to its start',
    labels: ['lane'],
    bounds: [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000, 60_000],
  },
  claros_source_seconds: {
    help: 'How long questions to a provider took that were really sent',
    labels: ['source'],
    bounds: [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000],
  },
  claros_http_seconds: {
    help: 'From a request to its answer, by what was asked for: paid, preview, free, page, none (no route, or /mcp)',
    labels: ['access'],
    bounds: [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000],
  },
} as const satisfies Readonly<Record<string, Described & { readonly bounds: readonly number[] }>>

/** Present values that one process reports; shown with a label `process`. */
export const PROCESS_GAUGES = {
  claros_process_start_time_seconds: { help: 'When a process started, Unix seconds', labels: [] },
  claros_process_resident_memory_bytes: { help: 'Resident memory of a process', labels: [] },
  claros_event_loop_lag_seconds: {
    help: 'Longest lateness of a timer of a process in the last 20 seconds',
    labels: [],
  },
  claros_clock_offset_seconds: { help: "How far the clock of a process is ahead of the store's", labels: [] },
  claros_clock_wrong: { help: 'Whether a worker publishes nothing because its clock is wrong', labels: [] },
  claros_key_behind: {
    help: 'Whether a worker lacks the newest key that signs answers: 1 it signs with an old one, 2 it can sign nothing, 3 it cannot go by the documents in the store and signs by those from before',
    labels: ['purpose'],
  },
  claros_disk_free_bytes: {
    help: 'What a process may still write where its folder is: ledger, oracle',
    labels: ['folder'],
  },
  claros_lightning_certificate_seconds: {
    help: 'Until the certificate of our own Lightning node ends, as its server read it at its start',
    labels: [],
  },
  claros_calendar_covered_seconds: {
    help: 'For how long all that is sold of the calendar of a country is still known',
    labels: ['country'],
  },
  claros_process_beat_age_seconds: {
    help: 'Since a loop of a role last went round well in a process, as it reported',
    labels: ['role', 'loop'],
  },
  claros_process_leads: {
    help: 'Whether a process does the work of a role; 0 while it stands by for another that does',
    labels: ['role'],
  },
  claros_source_circuit: { help: 'Circuit to a provider: 0 closed, 1 on trial, 2 open', labels: ['source'] },
} as const satisfies Readonly<Record<string, Described>>

export type CounterName = keyof typeof COUNTERS
export type DurationName = keyof typeof DURATIONS
export type GaugeName = keyof typeof PROCESS_GAUGES

type LabelsOf<D extends Described> = Readonly<Record<D['labels'][number], string>>
export type CounterLabels<N extends CounterName> = LabelsOf<(typeof COUNTERS)[N]>
export type DurationLabels<N extends DurationName> = LabelsOf<(typeof DURATIONS)[N]>
export type GaugeLabels<N extends GaugeName> = LabelsOf<(typeof PROCESS_GAUGES)[N]>
