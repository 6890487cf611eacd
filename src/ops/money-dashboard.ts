import type { Dashboard } from './dashboard.ts'

/** What is sold on which rail, and what became of the money. */
export const MONEY_DASHBOARD: Dashboard = {
  id: 'claros-money',
  title: 'Claros: rails and money',
  description: 'Sales and revenue by the books; challenges, refusals and settlements by what processes counted.',
  choices: [],
  sections: [
    {
      title: 'Sales',
      panels: [
        {
          title: 'Sales of the last day',
          kind: 'number',
          unit: 'short',
          queries: [{ expression: 'sum by (rail) (increase(claros_sales_total[1d]))', legend: '{{rail}}' }],
        },
        {
          title: 'USDC of the last day',
          kind: 'number',
          unit: 'currencyUSD',
          queries: [{ expression: 'sum(increase(claros_revenue_microusd_total[1d])) / 1e6', legend: 'USDC' }],
        },
        {
          title: 'Satoshis of the last day',
          kind: 'number',
          unit: 'short',
          queries: [
            {
              expression:
                'sum(increase(claros_revenue_sats_total[1d])) - (sum(increase(claros_given_back_sats_total[1d])) or vector(0))',
              legend: 'satoshis',
            },
          ],
          help: 'Less what was given back.',
        },
        {
          title: 'Given back in the last day',
          kind: 'number',
          unit: 'short',
          queries: [{ expression: 'sum(increase(claros_given_back_total[1d])) or vector(0)', legend: 'tokens' }],
          help: 'Lightning tokens that were spent and are good again.',
        },
        {
          title: 'Sales by rail',
          kind: 'stacked',
          unit: 'ops',
          queries: [{ expression: 'sum by (rail) (rate(claros_sales_total[$__rate_interval]))', legend: '{{rail}}' }],
        },
        {
          title: 'The ten best sold items',
          kind: 'table',
          unit: 'short',
          queries: [{ expression: 'topk(10, sum by (actor) (increase(claros_sales_total[1d])))', legend: 'last day' }],
        },
        {
          title: 'USDC an hour by network',
          kind: 'stacked',
          unit: 'currencyUSD',
          queries: [
            {
              expression: 'sum by (network) (increase(claros_revenue_microusd_total[1h])) / 1e6',
              legend: '{{network}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Rails',
      panels: [
        {
          title: 'Open rails',
          kind: 'states',
          unit: 'bool_on_off',
          queries: [{ expression: 'claros_rail_open', legend: '{{rail}}' }],
          help: '/health says why one is closed.',
        },
        {
          title: 'Challenges (402) by offered rail',
          kind: 'lines',
          unit: 'ops',
          queries: [
            { expression: 'sum by (rail) (rate(claros_challenges_total[$__rate_interval]))', legend: '{{rail}}' },
          ],
        },
        {
          title: 'Refused payments by reason',
          kind: 'lines',
          unit: 'ops',
          queries: [
            {
              expression: 'sum by (rail, reason) (rate(claros_refusals_total[$__rate_interval])) > 0',
              legend: '{{rail}} {{reason}}',
            },
          ],
        },
        {
          title: 'Invoices by outcome',
          kind: 'stacked',
          unit: 'ops',
          queries: [
            { expression: 'sum by (outcome) (rate(claros_invoices_total[$__rate_interval]))', legend: '{{outcome}}' },
          ],
        },
      ],
    },
    {
      title: 'Settling',
      panels: [
        {
          title: 'Payments without an end',
          kind: 'lines',
          unit: 'short',
          bad: { from: 1 },
          queries: [{ expression: 'claros_settlements_unresolved', legend: '{{network}} {{asset}}' }],
          help: 'Sent, and neither arrived nor failed. Some seconds are normal.',
        },
        {
          title: 'What facilitators said',
          kind: 'lines',
          unit: 'ops',
          queries: [
            {
              expression: 'sum by (facilitator, outcome) (rate(claros_settlements_total[$__rate_interval]))',
              legend: '{{facilitator}} {{outcome}}',
            },
          ],
        },
        {
          title: 'What the chain said of their claims',
          kind: 'lines',
          unit: 'ops',
          queries: [
            {
              expression: 'sum by (facilitator, outcome) (rate(claros_settlement_proofs_total[$__rate_interval]))',
              legend: '{{facilitator}} {{outcome}}',
            },
          ],
        },
        {
          title: 'Facilitators that were closed',
          kind: 'lines',
          unit: 'short',
          queries: [
            {
              expression: 'sum by (facilitator, cause) (increase(claros_facilitator_closed_total[1h])) > 0',
              legend: '{{facilitator}} {{cause}}',
            },
          ],
        },
        {
          title: 'Our settler can pay for gas',
          kind: 'states',
          unit: 'bool_on_off',
          queries: [{ expression: 'claros_settler_open', legend: 'can pay' }],
          help: 'Only where X402_SETTLEMENT is own.',
        },
        {
          title: 'Since our settler was seen',
          kind: 'lines',
          unit: 's',
          bad: { from: 60 },
          queries: [{ expression: 'time() - claros_settler_seen_timestamp_seconds', legend: 'settler' }],
        },
      ],
    },
    {
      title: 'The books',
      panels: [
        {
          title: 'Since the books were in order',
          kind: 'lines',
          unit: 's',
          bad: { from: 60 },
          queries: [{ expression: 'time() - claros_bookkeeper_success_timestamp_seconds', legend: 'bookkeeper' }],
        },
        {
          title: 'Entries that are not in the books yet',
          kind: 'lines',
          unit: 'short',
          bad: { from: 10_000 },
          queries: [{ expression: 'claros_ledger_waiting', legend: 'entries' }],
        },
        {
          title: 'Settled and not answered',
          kind: 'lines',
          unit: 'short',
          bad: { from: 21 },
          queries: [{ expression: 'claros_settled_unanswered', legend: 'payments' }],
        },
        {
          title: 'What became of settled payments',
          kind: 'lines',
          unit: 'short',
          queries: [
            { expression: 'sum by (rail, state) (increase(claros_settled_total[1h]))', legend: '{{rail}} {{state}}' },
          ],
          help: 'In an hour.',
        },
      ],
    },
  ],
}
