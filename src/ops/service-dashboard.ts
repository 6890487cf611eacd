import type { Dashboard } from './dashboard.ts'
import { REDIS_SECTION } from './redis-section.ts'

/** Whether it serves: requests, processes, Redis, lanes. */
export const SERVICE_DASHBOARD: Dashboard = {
  id: 'claros-service',
  title: 'Claros: service',
  description: 'Requests, processes, Redis and lanes. All processes that share a Redis are one target.',
  choices: [],
  sections: [
    {
      title: 'At a glance',
      panels: [
        {
          title: 'Alarms raised',
          kind: 'number',
          unit: 'short',
          bad: { from: 1 },
          queries: [
            { expression: 'count(ALERTS{alertname=~"Claros.*",alertstate="firing"}) or vector(0)', legend: 'alarms' },
          ],
        },
        {
          title: 'Feeds for sale',
          kind: 'number',
          unit: 'percentunit',
          bad: { below: 0.95 },
          queries: [{ expression: 'avg(claros_actor_sellable)', legend: 'for sale' }],
        },
        {
          title: 'Rails open',
          kind: 'number',
          unit: 'short',
          bad: { below: 1 },
          queries: [{ expression: 'sum(claros_rail_open)', legend: 'rails' }],
        },
        {
          title: 'Processes',
          kind: 'number',
          unit: 'short',
          queries: [{ expression: 'count(claros_process_start_time_seconds)', legend: 'processes' }],
        },
        {
          title: 'Releases',
          kind: 'table',
          unit: 'short',
          queries: [{ expression: 'claros_build_info', legend: 'servers' }],
          help: 'The release of the server that was asked.',
        },
        {
          title: 'Parts of this page that could be read',
          kind: 'states',
          unit: 'bool_on_off',
          queries: [{ expression: 'min by (part) (claros_metrics_up)', legend: '{{part}}' }],
        },
      ],
    },
    {
      title: 'HTTP',
      panels: [
        {
          title: 'Requests by status',
          kind: 'stacked',
          unit: 'reqps',
          queries: [
            {
              expression: 'sum by (status) (rate(claros_http_requests_total[$__rate_interval]))',
              legend: '{{status}}',
            },
          ],
        },
        {
          title: 'The ten busiest routes',
          kind: 'lines',
          unit: 'reqps',
          queries: [
            {
              expression: 'topk(10, sum by (route) (rate(claros_http_requests_total[$__rate_interval])))',
              legend: '{{route}}',
            },
          ],
        },
        {
          title: 'Answers of 500 and above by route',
          kind: 'lines',
          unit: 'reqps',
          queries: [
            {
              expression:
                'sum by (route, status) (rate(claros_http_requests_total{status=~"5.."}[$__rate_interval])) > 0',
              legend: '{{route}} {{status}}',
            },
          ],
          help: '503 is right while a feed has no answer or a rail is closed. All others are bugs.',
        },
        {
          title: 'Time of an answer: 99 of 100',
          kind: 'lines',
          unit: 's',
          queries: [
            {
              expression:
                'histogram_quantile(0.99, sum by (access, le) (rate(claros_http_seconds_bucket[$__rate_interval])))',
              legend: '{{access}}',
            },
          ],
        },
        {
          title: 'Time of an answer: half',
          kind: 'lines',
          unit: 's',
          queries: [
            {
              expression:
                'histogram_quantile(0.5, sum by (access, le) (rate(claros_http_seconds_bucket[$__rate_interval])))',
              legend: '{{access}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Processes',
      panels: [
        {
          title: 'Processes by role',
          kind: 'lines',
          unit: 'short',
          queries: [{ expression: 'claros_role_processes', legend: '{{role}}' }],
        },
        {
          title: 'Processes that do the work of a role',
          kind: 'lines',
          unit: 'short',
          queries: [{ expression: 'sum by (role) (claros_process_leads)', legend: '{{role}}' }],
          help: 'The others stand by. Of signer and settler one works at a time.',
        },
        {
          title: 'Since a role last went round well',
          kind: 'lines',
          unit: 's',
          bad: { from: 120 },
          queries: [{ expression: 'claros_role_beat_age_seconds', legend: '{{role}}' }],
        },
        {
          title: 'The ten loops that have been at it longest',
          kind: 'lines',
          unit: 's',
          bad: { from: 120 },
          queries: [
            {
              expression: 'topk(10, max by (role, loop) (claros_process_beat_age_seconds))',
              legend: '{{role}} {{loop}}',
            },
          ],
        },
        {
          title: 'Resident memory',
          kind: 'lines',
          unit: 'bytes',
          queries: [{ expression: 'claros_process_resident_memory_bytes', legend: '{{process}}' }],
        },
        {
          title: 'Longest pause of the event loop',
          kind: 'lines',
          unit: 's',
          bad: { from: 0.5 },
          queries: [{ expression: 'claros_event_loop_lag_seconds', legend: '{{process}}' }],
        },
        {
          title: 'Clocks ahead of that of Redis',
          kind: 'lines',
          unit: 's',
          queries: [{ expression: 'claros_clock_offset_seconds', legend: '{{process}}' }],
          help: 'Over 2 s either way a worker publishes nothing.',
        },
        {
          title: 'Clocks that are wrong',
          kind: 'states',
          unit: 'bool_on_off',
          bad: { from: 1 },
          queries: [{ expression: 'max by (process) (claros_clock_wrong)', legend: '{{process}}' }],
        },
        {
          title: 'Age of processes',
          kind: 'lines',
          unit: 's',
          queries: [{ expression: 'time() - claros_process_start_time_seconds', legend: '{{process}}' }],
        },
        {
          title: 'Log lines by level',
          kind: 'stacked',
          unit: 'ops',
          queries: [
            { expression: 'sum by (level) (rate(claros_log_lines_total[$__rate_interval]))', legend: '{{level}}' },
          ],
        },
        {
          title: 'Problems by kind',
          kind: 'lines',
          unit: 'ops',
          queries: [
            {
              expression: 'topk(10, sum by (program, kind) (rate(claros_problems_total[$__rate_interval])) > 0)',
              legend: '{{program}} {{kind}}',
            },
          ],
        },
      ],
    },
    REDIS_SECTION,
    {
      title: 'Lanes',
      panels: [
        {
          title: 'How long the next job has been due',
          kind: 'lines',
          unit: 's',
          bad: { from: 10 },
          queries: [{ expression: 'claros_lane_oldest_wait_seconds', legend: '{{lane}}' }],
        },
        {
          title: 'Jobs that wait',
          kind: 'lines',
          unit: 'short',
          queries: [
            { expression: 'sum by (lane) (claros_lane_jobs{state=~"waiting|active|prioritized"})', legend: '{{lane}}' },
          ],
        },
        {
          title: 'Jobs by outcome',
          kind: 'lines',
          unit: 'ops',
          queries: [
            {
              expression: 'sum by (lane, outcome) (rate(claros_lane_finished_total[$__rate_interval]))',
              legend: '{{lane}} {{outcome}}',
            },
          ],
        },
        {
          title: 'Lateness of jobs: 99 of 100',
          kind: 'lines',
          unit: 's',
          queries: [
            {
              expression:
                'histogram_quantile(0.99, sum by (lane, le) (rate(claros_lane_wait_seconds_bucket[$__rate_interval])))',
              legend: '{{lane}}',
            },
          ],
        },
      ],
    },
  ],
}
