import type { Alarm } from './alarm.ts'

/** What stops selling, and what happens to money. */
export const SELLING_ALARMS: readonly Alarm[] = [
  {
    name: 'no numbers',
    expression: 'up{job="claros"} == 0',
    for: '1m',
    severity: 'page',
    means: 'no server runs, or the machine is gone',
  },
  {
    name: 'a part is missing',
    expression: 'min by (part) (claros_metrics_up) == 0',
    for: '2m',
    severity: 'page',
    of: 'part',
    means:
      '`counted`, `money`, `books`, `oracle`, `actors`, `silenced`, `streams`, `models`, `redis`: Redis does not answer; `lanes`: its queues do not',
  },
  {
    name: 'nothing for sale',
    expression: 'sum(claros_actor_sellable) == 0 or max(claros_rail_open) == 0',
    for: '1m',
    severity: 'page',
    means: 'buyers get 503',
  },
  {
    name: 'a feed is silent',
    expression: 'claros_actor_sellable == 0',
    for: '10m',
    severity: 'ticket',
    of: 'actor',
    means: 'below quorum or in disagreement: see its reason in `/actors`',
  },
  {
    name: 'a facilitator lied',
    expression: 'increase(claros_facilitator_closed_total{cause="lied"}[1h]) > 0',
    for: '0m',
    severity: 'page',
    of: 'facilitator',
    means:
      'it claimed settlements that never were: the log has amount, payment and transaction under `facilitator.lied`. It is asked nothing for an hour; take it out of `FACILITATOR_URL`',
  },
  {
    name: 'a facilitator fails',
    expression: 'sum by (facilitator) (increase(claros_facilitator_closed_total{cause!="lied"}[15m])) > 3',
    for: '0m',
    severity: 'ticket',
    of: 'facilitator',
    means: 'it cannot be reached, or leaves open what became of payments',
  },
  {
    name: 'a rail is closed',
    expression: 'claros_rail_open == 0',
    for: '5m',
    severity: 'page',
    of: 'rail',
    means: '`/health` says why: peg, facilitator, gas; both at once: Redis takes no writes',
  },
  {
    name: 'Lightning makes no invoices',
    expression:
      'increase(claros_invoices_total{outcome="failed"}[5m]) > 0 unless ignoring(outcome) increase(claros_invoices_total{outcome="made"}[5m]) > 0',
    for: '5m',
    severity: 'page',
    means: 'the node is away or refuses our credential',
  },
  {
    name: 'the certificate of the node ends',
    expression: 'min(claros_lightning_certificate_seconds) < 30 * 86400',
    for: '10m',
    severity: 'ticket',
    means:
      'within thirty days. From then on no invoice is made: let the node make a new one (LND does when `tls.cert` and `tls.key` are gone), give servers that file as `LIGHTNING_TLS_CERT`, and start them again: they read it at their start',
  },
  {
    name: 'money without an end',
    expression: 'claros_settlements_unresolved > 0',
    for: '15m',
    severity: 'page',
    of: 'network',
    means:
      "sent payments that neither arrived nor failed: is the settler there, does its node answer? Of another `network` than today's: see [changing the settings of payments](#changing-the-settings-of-payments)",
  },
  {
    name: 'the books stand still',
    expression: 'time() - claros_bookkeeper_success_timestamp_seconds > 60 or claros_ledger_waiting > 10000',
    for: '1m',
    severity: 'page',
    means:
      'no bookkeeper, a full disk, or a file that is an older copy: `/money` says which. Nothing is lost: postings wait in Redis, and take memory there',
  },
  {
    name: 'no books',
    expression: 'absent(claros_bookkeeper_success_timestamp_seconds) and on () claros_metrics_up{part="books"} == 1',
    for: '5m',
    severity: 'page',
    means: 'no worker has the role `bookkeeper`',
  },
  {
    name: 'settled and not answered',
    expression: 'claros_settled_unanswered > 20',
    for: '30m',
    severity: 'page',
    means: 'buyers paid and were not answered: they may fetch it for a day',
  },
  {
    name: 'never answered',
    expression: 'increase(claros_settled_total{state="undelivered"}[1h]) > 0',
    for: '0m',
    severity: 'ticket',
    means: 'a day has passed: `npx claros sales` names the payer',
  },
  {
    name: 'the settler',
    expression: 'time() - claros_settler_seen_timestamp_seconds > 60 or claros_settler_open == 0',
    for: '2m',
    severity: 'page',
    means: 'no settling worker, or too little ether',
  },
]
