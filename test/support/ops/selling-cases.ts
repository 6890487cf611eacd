import type { AlarmCases } from './alarm-cases.ts'

const sellable = (actor: string): string => `claros_actor_sellable{actor="${actor}"}`
const closed = (cause: string): string => `claros_facilitator_closed_total{cause="${cause}",facilitator="f"}`
const invoices = (outcome: string): string => `claros_invoices_total{outcome="${outcome}"}`
const settled = (state: string): string => `claros_settled_total{rail="x402",state="${state}"}`
const UNRESOLVED = 'claros_settlements_unresolved{asset="0xa",network="eip155:8453"}'
const BOOKS = 'claros_bookkeeper_success_timestamp_seconds'
const SETTLER = 'claros_settler_seen_timestamp_seconds'

/** By the name of the alarm. `0+60x10` is a time that goes on: the clock of promtool begins at 0. */
export const SELLING_CASES: Readonly<Record<string, AlarmCases>> = {
  'no numbers': {
    raised: [{ series: { 'up{job="claros"}': '1x2 0x5' }, from: 4, labels: [{ job: 'claros' }] }],
    quiet: [
      { series: { 'up{job="claros"}': '1 0 1x5' }, until: 6 },
      { series: { 'up{job="claros"}': '1x5', 'up{job="other"}': '0x5' }, until: 5 },
    ],
  },
  'a part is missing': {
    raised: [{ series: { 'claros_metrics_up{part="lanes"}': '1 0x5' }, from: 3, labels: [{ part: 'lanes' }] }],
    quiet: [{ series: { 'claros_metrics_up{part="lanes"}': '1 0 0 1x5' }, until: 7 }],
  },
  'nothing for sale': {
    raised: [
      {
        series: { [sellable('a')]: '0x5', [sellable('b')]: '1 0x5', 'claros_rail_open{rail="l402"}': '1x5' },
        from: 2,
        labels: [{}],
      },
      {
        series: {
          [sellable('a')]: '1x5',
          'claros_rail_open{rail="l402"}': '0x5',
          'claros_rail_open{rail="x402"}': '1 0x5',
        },
        from: 2,
        labels: [{}],
      },
    ],
    quiet: [
      {
        series: {
          [sellable('a')]: '0x5',
          [sellable('b')]: '1x5',
          'claros_rail_open{rail="l402"}': '0x5',
          'claros_rail_open{rail="x402"}': '1x5',
        },
        until: 5,
      },
    ],
  },
  'a feed is silent': {
    raised: [{ series: { [sellable('a')]: '1 0x20', [sellable('b')]: '1x20' }, from: 11, labels: [{ actor: 'a' }] }],
    quiet: [{ series: { [sellable('a')]: '0x9 1x5' }, until: 14 }],
  },
  'a facilitator lied': {
    raised: [{ series: { [closed('lied')]: '0x5 1x5' }, from: 6, labels: [{ cause: 'lied', facilitator: 'f' }] }],
    quiet: [{ series: { [closed('lied')]: '1x10', [closed('unreached')]: '0x5 1x5' }, until: 10 }],
  },
  'a facilitator fails': {
    raised: [{ series: { [closed('unreached')]: '0+1x20' }, from: 4, labels: [{ facilitator: 'f' }] }],
    quiet: [{ series: { [closed('unreached')]: '0+1x3 3x20', [closed('lied')]: '0+1x20' }, until: 20 }],
  },
  'a rail is closed': {
    raised: [{ series: { 'claros_rail_open{rail="x402"}': '1 0x10' }, from: 6, labels: [{ rail: 'x402' }] }],
    quiet: [{ series: { 'claros_rail_open{rail="x402"}': '0x4 1x5' }, until: 9 }],
  },
  'Lightning makes no invoices': {
    raised: [
      {
        series: { [invoices('failed')]: '0+1x20', [invoices('made')]: '9x20' },
        from: 6,
        labels: [{ outcome: 'failed' }],
      },
    ],
    quiet: [
      { series: { [invoices('failed')]: '0+1x20', [invoices('made')]: '9+1x20' }, until: 20 },
      { series: { [invoices('failed')]: '9x20', [invoices('limited')]: '0+1x20' }, until: 20 },
    ],
  },
  'the certificate of the node ends': {
    raised: [
      {
        series: { 'claros_lightning_certificate_seconds{process="a"}': '2592000 2591999x20' },
        from: 11,
        labels: [{}],
      },
    ],
    quiet: [{ series: { 'claros_lightning_certificate_seconds{process="a"}': '2592000x20' }, until: 20 }],
  },
  'money without an end': {
    raised: [{ series: { [UNRESOLVED]: '0 1x20' }, from: 16, labels: [{ asset: '0xa', network: 'eip155:8453' }] }],
    quiet: [{ series: { [UNRESOLVED]: '0 1x14 0x3' }, until: 19 }],
  },
  'the books stand still': {
    raised: [
      { series: { [BOOKS]: '0x10', claros_ledger_waiting: '0x10' }, from: 3, labels: [{}] },
      { series: { [BOOKS]: '0+60x10', claros_ledger_waiting: '0 10001x10' }, from: 2, labels: [{}] },
    ],
    quiet: [{ series: { [BOOKS]: '0+60x10', claros_ledger_waiting: '10000x10' }, until: 10 }],
  },
  'no books': {
    raised: [{ series: { 'claros_metrics_up{part="books"}': '1x10' }, from: 5, labels: [{}] }],
    quiet: [
      { series: { [BOOKS]: '0x10', 'claros_metrics_up{part="books"}': '1x10' }, until: 10 },
      // Nothing is known of them.
      { series: { 'claros_metrics_up{part="books"}': '0x10' }, until: 10 },
      { series: { claros_ledger_waiting: '0x10' }, until: 10 },
    ],
  },
  'settled and not answered': {
    raised: [{ series: { claros_settled_unanswered: '20 21x40' }, from: 31, labels: [{}] }],
    quiet: [
      { series: { claros_settled_unanswered: '20x40' }, until: 40 },
      { series: { claros_settled_unanswered: '21x29 20x5' }, until: 34 },
    ],
  },
  'never answered': {
    raised: [
      { series: { [settled('undelivered')]: '2x5 3x5' }, from: 6, labels: [{ rail: 'x402', state: 'undelivered' }] },
    ],
    quiet: [{ series: { [settled('undelivered')]: '2x10', [settled('delivered_late')]: '0+1x10' }, until: 10 }],
  },
  'the settler': {
    raised: [
      { series: { [SETTLER]: '0x10', claros_settler_open: '1x10' }, from: 4, labels: [{}] },
      { series: { [SETTLER]: '0+60x10', claros_settler_open: '1 0x10' }, from: 3, labels: [{}] },
    ],
    quiet: [{ series: { [SETTLER]: '0+60x10', claros_settler_open: '1x10' }, until: 10 }],
  },
}
