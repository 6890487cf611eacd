import type { Dashboard } from './dashboard.ts'

/** The DLC oracle: events, the signer, the courier. */
export const ORACLE_DASHBOARD: Dashboard = {
  id: 'claros-oracle',
  title: 'Claros: oracle',
  description: 'Events of discreet log contracts, the signer, webhooks and relays.',
  choices: [],
  sections: [
    {
      title: 'Events',
      panels: [
        {
          title: 'Open',
          kind: 'number',
          unit: 'short',
          queries: [{ expression: 'claros_oracle_events{state="open"}', legend: 'open' }],
        },
        {
          title: 'Overdue',
          kind: 'number',
          unit: 'short',
          bad: { from: 1 },
          queries: [{ expression: 'claros_oracle_events{state="overdue"}', legend: 'overdue' }],
          help: 'Mature and not attested: /dlc/oracle/status names what each waits for.',
        },
        {
          title: 'Unsigned',
          kind: 'number',
          unit: 'short',
          bad: { from: 1 },
          queries: [{ expression: 'claros_oracle_events{state="unsigned"}', legend: 'unsigned' }],
          help: 'Decided and not attested.',
        },
        {
          title: 'Held back',
          kind: 'number',
          unit: 'short',
          bad: { from: 1 },
          queries: [{ expression: 'max by (state) (claros_signer_held_events)', legend: '{{state}}' }],
          help: 'Waiting for "claros dlc resume", or such that cannot be signed.',
        },
        {
          title: 'Events over time',
          kind: 'lines',
          unit: 'short',
          queries: [{ expression: 'claros_oracle_events', legend: '{{state}}' }],
        },
      ],
    },
    {
      title: 'The signer',
      panels: [
        {
          title: 'It signs',
          kind: 'states',
          unit: 'bool_on_off',
          queries: [{ expression: 'claros_signer_signs', legend: 'signs' }],
        },
        {
          title: 'Since it was seen',
          kind: 'lines',
          unit: 's',
          bad: { from: 60 },
          queries: [{ expression: 'time() - claros_signer_seen_timestamp_seconds', legend: 'signer' }],
        },
        {
          title: 'How long its next job has been due',
          kind: 'lines',
          unit: 's',
          bad: { from: 10 },
          queries: [
            {
              expression: 'claros_lane_oldest_wait_seconds{lane=~"signing|offers|maturities|standing"}',
              legend: '{{lane}}',
            },
          ],
        },
        {
          title: 'Its jobs by outcome',
          kind: 'lines',
          unit: 'ops',
          queries: [
            {
              expression:
                'sum by (lane, outcome) (rate(claros_lane_finished_total{lane=~"signing|offers|maturities|standing"}[$__rate_interval]))',
              legend: '{{lane}} {{outcome}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Courier',
      panels: [
        {
          title: 'Processes',
          kind: 'lines',
          unit: 'short',
          queries: [{ expression: 'claros_role_processes{role=~"signer|courier"}', legend: '{{role}}' }],
        },
        {
          title: 'Webhooks that wait',
          kind: 'lines',
          unit: 'short',
          queries: [{ expression: 'claros_webhooks_waiting', legend: 'waiting' }],
        },
        {
          title: 'The oldest of them',
          kind: 'lines',
          unit: 's',
          bad: { from: 3_600 },
          queries: [{ expression: 'claros_webhook_oldest_seconds', legend: 'oldest' }],
        },
        {
          title: 'Attempts by outcome',
          kind: 'stacked',
          unit: 'ops',
          queries: [
            {
              expression: 'sum by (outcome) (rate(claros_webhook_attempts_total[$__rate_interval]))',
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Not taken by relays yet',
          kind: 'lines',
          unit: 'short',
          queries: [{ expression: 'claros_nostr_outstanding', legend: '{{relay}}' }],
        },
        {
          title: 'Posts to relays by outcome',
          kind: 'lines',
          unit: 'ops',
          queries: [
            {
              expression: 'sum by (relay, outcome) (rate(claros_nostr_posts_total[$__rate_interval]))',
              legend: '{{relay}} {{outcome}}',
            },
          ],
        },
      ],
    },
  ],
}
