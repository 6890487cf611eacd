import type { Dashboard } from './dashboard.ts'

/** What is for sale, what actors do, and whether providers answer. */
export const FEEDS_DASHBOARD: Dashboard = {
  id: 'claros-feeds',
  title: 'Claros: feeds',
  description: 'Actors (feeds, boards, streams) and the providers they ask.',
  choices: [
    { label: 'actor', family: 'claros_actor_period_seconds' },
    { label: 'source', family: 'claros_source_circuit' },
  ],
  sections: [
    {
      title: 'For sale',
      panels: [
        {
          title: 'Not for sale',
          kind: 'table',
          unit: 'short',
          queries: [{ expression: 'claros_actor_sellable == 0', legend: 'for sale' }],
          help: '/actors says why.',
        },
        {
          title: 'For sale',
          kind: 'lines',
          unit: 'percentunit',
          queries: [{ expression: 'avg(claros_actor_sellable)', legend: 'for sale' }],
        },
        {
          title: 'Age in periods',
          kind: 'lines',
          unit: 'short',
          queries: [
            {
              expression:
                'topk(20, claros_actor_age_seconds{actor=~"$actor"} / on (actor) claros_actor_period_seconds{actor=~"$actor"})',
              legend: '{{actor}}',
            },
          ],
          help: 'The twenty oldest of those chosen. CADENCES can make a period longer than its definition.',
        },
      ],
    },
    {
      title: 'Ticks',
      panels: [
        {
          title: 'Ticks by outcome',
          kind: 'stacked',
          unit: 'ops',
          queries: [
            {
              expression: 'sum by (outcome) (rate(claros_ticks_total{actor=~"$actor"}[$__rate_interval]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Ticks that left nothing behind, by cause',
          kind: 'lines',
          unit: 'ops',
          queries: [
            {
              expression: 'sum by (cause) (rate(claros_tick_declines_total{actor=~"$actor"}[$__rate_interval])) > 0',
              legend: '{{cause}}',
            },
          ],
        },
        {
          title: 'Lateness of ticks on the average',
          kind: 'lines',
          unit: 's',
          queries: [
            {
              expression:
                'topk(20, sum by (actor) (rate(claros_tick_delay_seconds_sum{actor=~"$actor"}[$__rate_interval])) / sum by (actor) (rate(claros_tick_delay_seconds_count{actor=~"$actor"}[$__rate_interval])))',
              legend: '{{actor}}',
            },
          ],
        },
        {
          title: 'Last ticks that left something behind',
          kind: 'table',
          unit: 's',
          queries: [
            {
              expression: 'topk(20, time() - claros_actor_last_success_timestamp_seconds{actor=~"$actor"})',
              legend: 'ago',
            },
          ],
        },
        {
          title: 'Last ticks that did not',
          kind: 'table',
          unit: 's',
          queries: [
            {
              expression: 'bottomk(20, time() - claros_actor_last_failure_timestamp_seconds{actor=~"$actor"})',
              legend: 'ago',
            },
          ],
        },
        {
          title: 'Rows that no table of ours knows',
          kind: 'lines',
          unit: 'short',
          queries: [
            { expression: 'sum by (actor) (increase(claros_rows_unknown_total[1h])) > 0', legend: '{{actor}}' },
          ],
        },
      ],
    },
    {
      title: 'Providers',
      panels: [
        {
          title: 'Circuits that are not closed',
          kind: 'table',
          unit: 'short',
          queries: [{ expression: 'min by (source) (claros_source_circuit) > 0', legend: 'circuit' }],
          help: '1 on trial, 2 open: no worker reaches the provider.',
        },
        {
          title: 'Questions by outcome',
          kind: 'stacked',
          unit: 'ops',
          queries: [
            {
              expression: 'sum by (outcome) (rate(claros_source_replies_total{source=~"$source"}[$__rate_interval]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Share of questions without a reply',
          kind: 'lines',
          unit: 'percentunit',
          queries: [
            {
              expression:
                'topk(10, 1 - sum by (source) (rate(claros_source_replies_total{outcome="ok",source=~"$source"}[$__rate_interval])) / sum by (source) (rate(claros_source_replies_total{source=~"$source"}[$__rate_interval])) > 0)',
              legend: '{{source}}',
            },
          ],
        },
        {
          title: 'Time of a reply: 99 of 100',
          kind: 'lines',
          unit: 's',
          queries: [
            {
              expression:
                'topk(10, histogram_quantile(0.99, sum by (source, le) (rate(claros_source_seconds_bucket{source=~"$source"}[$__rate_interval]))))',
              legend: '{{source}}',
            },
          ],
        },
        {
          title: 'Venues without a vote',
          kind: 'table',
          unit: 's',
          queries: [{ expression: 'max by (source) (claros_venue_silenced_seconds)', legend: 'for another' }],
        },
        {
          title: 'Since a socket gave a sign of life',
          kind: 'lines',
          unit: 's',
          bad: { from: 120 },
          queries: [{ expression: 'claros_stream_heard_seconds', legend: '{{stream}}' }],
        },
        {
          title: 'Since a socket told of an event',
          kind: 'lines',
          unit: 's',
          bad: { from: 900 },
          queries: [{ expression: 'claros_stream_spoke_seconds', legend: '{{stream}}' }],
        },
        {
          title: 'Models that are not priced',
          kind: 'table',
          unit: 'short',
          queries: [{ expression: 'claros_model_candidate', legend: 'new' }],
        },
        {
          title: 'How many models are not priced',
          kind: 'number',
          unit: 'short',
          bad: { from: 1 },
          queries: [{ expression: 'claros_model_candidates', legend: 'models' }],
        },
      ],
    },
  ],
}
