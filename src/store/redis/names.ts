import type { Rail } from '../../canonical/snapshot.ts'

/** The only file that spells a Redis key. One prefix for everything, so that a shared Redis stays readable. */
const PREFIX = 'claros'

const name = (...parts: readonly (string | number)[]): string => [PREFIX, ...parts].join(':')

export const names = {
  /** What BullMQ puts before its own keys. Braces pin a lane to one slot. */
  queuePrefix: '{claros}',
  board: (id: string) => name('board', id),
  snapshot: (actor: string) => name('snapshot', actor),
  /** The same by version, kept as long as its editions: answers that are handed out again. */
  snapshotAt: (actor: string, version: number) => name('snapshot', actor, version),
  /** Unix seconds of the snapshot that lies there: the fence. */
  version: (actor: string) => name('version', actor),
  /** Why the last tick published nothing. */
  shortfall: (actor: string) => name('shortfall', actor),
  preview: (actor: string) => name('preview', actor),
  editions: (actor: string, version: number, rail: Rail) => name('editions', actor, version, rail),
  /** How many editions of a version were sold on a rail. */
  sold: (actor: string, version: number, rail: Rail) => name('sold', actor, version, rail),
  /** The nonces a version has used on both rails and in its archive copy. */
  nonces: (actor: string, version: number) => name('nonces', actor, version),
  /** Running totals of printed and sold editions of one actor. */
  printing: (actor: string) => name('printing', actor),
  /** One payment: see `payment-keys.ts`. */
  claim: (shard: string, short: string) => `${PREFIX}:{${shard}}:c:${short}`,
  /** What a payment buys, as long as it is handed out. */
  goods: (shard: string, short: string) => `${PREFIX}:{${shard}}:g:${short}`,
  /** Postings of the payments of one shard, as they happen: a stream that the bookkeeper empties. */
  ledger: (shard: string) => `${PREFIX}:{${shard}}:ledger`,
  /** Settled payments of one shard whose buyer is not answered yet, by the time until which that is waited for. */
  owed: (shard: string) => `${PREFIX}:{${shard}}:owed`,
  /** The sale of each of those, as postings hold it. */
  owing: (shard: string) => `${PREFIX}:{${shard}}:owing`,
  /** Payments of one shard whose settlement was sent and is not resolved, by the time of sending, which each check moves on. */
  sent: (shard: string) => `${PREFIX}:{${shard}}:sent`,
  /** Claims and their list as the release before this one kept them. */
  earlierClaim: (payment: string) => name('claim', payment),
  earlierSent: () => name('claims', 'sent'),
  /** When the first process of this form of claims looked for earlier ones, Unix milliseconds. */
  claimsSince: () => name('claims', 'since'),
  /** The last posting of one shard that is in the books and in the sums. */
  ledgerMark: (shard: string) => `${PREFIX}:{${shard}}:ledger:mark`,
  /** Sums over the postings of one shard in a day, a month, or ever. */
  revenue: (shard: string, period: string) => `${PREFIX}:{${shard}}:revenue:${period}`,
  /** An answer that was made for one question. */
  answer: (id: string) => name('answer', id),
  lease: (lease: string) => name('lease', lease),
  /** What the settling worker says of itself: whether it can pay for gas, and when it last heard its node. */
  settlerState: () => name('settler'),
  /** Settlements that facilitators have claimed and nobody has seen: ids by when they are looked for, and their facts. */
  unproven: {
    due: () => name('unproven', 'due'),
    facts: () => name('unproven', 'facts'),
  },
  /** Venues without a vote, by the time until which. */
  silenced: () => name('silenced'),
  /** A facilitator that claimed a settlement which never was, by its id. */
  liar: (by: string) => name('liar', by),
  /** Candles of a series in one bucket of time. */
  candles: (series: string, step: number, bucket: number) => name('candles', series, step, bucket),
  /** When the last price of a series was entered, Unix seconds. */
  candleMark: (series: string) => name('candles', series),
  /** Signed rows of a series in one hour since 1970, as they come and as they are kept. */
  openRows: (series: string, hour: number) => name('rows', series, hour),
  packedRows: (series: string, hour: number) => name('rows', series, hour, 'packed'),
  /** Born actors of a feed by when they were last wanted, Unix milliseconds. */
  population: (feed: string) => name('population', feed),
  /** Boards of places that a client was the first to ask for lately, by when. */
  openings: (who: string) => name('openings', who),
  publicKeys: () => name('public-keys'),
  /** A signed document that is given away, by the path where it is read. */
  notice: (path: string) => name('notice', path),
  healths: () => name('health'),
  /** Written again and again, to find out whether that can be done. */
  writeProbe: () => name('write-probe'),
  /** What all processes counted, by cell. */
  totals: () => name('totals'),
  /** What each process last said of itself. */
  processes: () => name('processes'),
  /**
   * The DLC oracle. Events, nonce points and payments of events stay for ever: none of them may come back. What is left of
   * an offer that came to nothing expires.
   */
  dlc: {
    event: (id: string) => name('dlc', 'event', id),
    /** The event that owns a nonce point. */
    nonce: (point: string) => name('dlc', 'nonce', point),
    /** The event that a payment bought. */
    paid: (payment: string) => name('dlc', 'paid', payment),
    /** Offered events by the time until which their payment is waited for. */
    offers: () => name('dlc', 'offers'),
    /** Payments over x402 whose event is being made or is offered, with who pays and until when that counts. */
    openOffers: () => name('dlc', 'offers', 'open'),
    /** Events in the order of their activation; counts up. */
    order: () => name('dlc', 'order'),
    /** Activated and not yet attested, by maturity in Unix seconds. */
    due: () => name('dlc', 'due'),
    /** Decided and not yet attested, by the time of the decision. */
    decided: () => name('dlc', 'decided'),
    /** Contracts whose cancellation is being paid, by the time until which that is waited for. */
    cancelling: () => name('dlc', 'cancelling'),
    /** Open threshold contracts of a pair in one direction, in the order of their strikes. */
    strikes: (pair: string, direction: string) => name('dlc', 'strikes', pair, direction),
    /** Every computed price of a pair. */
    ticks: (pair: string) => name('dlc', 'ticks', pair),
    /** Lists of sources that ticks of a pair have named, and their numbers, both ways. */
    sources: (pair: string) => name('dlc', 'sources', pair),
    /** What the last ticks of a pair were concluded from, by sequence. */
    conclusions: (pair: string) => name('dlc', 'conclusions', pair),
    /** The same of ticks that may decide an event, for as long as the ticks themselves. */
    pinned: (pair: string) => name('dlc', 'conclusions', pair, 'pinned'),
    /** What decided at least one event, by its hash; for ever. */
    conclusion: (hash: string) => name('dlc', 'conclusion', hash),
    /** How far the ticks of a pair were appended and applied. */
    tick: (pair: string) => name('dlc', 'tick', pair),
    /** Ids in the order of activation. `kind` and `pair` may be `every`. */
    list: (kind: string, pair: string, status: string) => name('dlc', 'list', kind, pair, status),
    /** What was asked in vain of an event's resolver, and when it is asked again. */
    attempts: (id: string) => name('dlc', 'attempts', id),
    /** Webhooks that are to be delivered, by the time of the next attempt. */
    deliveries: () => name('dlc', 'deliveries'),
    /** One webhook: what is sent where, and what came of it so far. */
    delivery: (id: string) => name('dlc', 'delivery', id),
    /** The webhook that tells of an event. */
    deliveryOf: (eventId: string) => name('dlc', 'delivery-of', eventId),
    /** What is published about an event on Nostr, and how far each relay is with it: `announcement/<event>`. */
    post: (post: string) => name('dlc', 'post', post),
    /** Posts that a relay has not taken, by the time of the next attempt. */
    postsDue: (relay: string) => name('dlc', 'posts', relay),
    /** Relays that posts go to, and what was last seen of each. */
    relays: () => name('dlc', 'relays'),
    /** What the signer last said of itself. */
    signerState: () => name('dlc', 'signer'),
    /** How far the signer's journal file was. */
    journalEnd: () => name('dlc', 'journal-end'),
    journal: () => name('dlc', 'journal'),
    outbox: () => name('dlc', 'outbox'),
    /** How far a stream was worked through. */
    mark: (stream: string) => name('dlc', 'mark', stream),
  },
} as const
