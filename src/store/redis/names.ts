import type { Rail } from '../../canonical/snapshot.ts'

/**
 * The only file that writes names of Redis keys. They share one prefix, so that keys in a shared Redis can be told
 * apart.
 */
const PREFIX = 'claros'

const name = (...parts: readonly (string | number)[]): string => [PREFIX, ...parts].join(':')

export const names = {
  /** The prefix of BullMQ's own keys. Braces keep a lane in one slot. */
  queuePrefix: '{claros}',
  board: (id: string) => name('board', id),
  snapshot: (actor: string) => name('snapshot', actor),
  /** The same by version, kept as long as its editions, for answers that are handed out again. */
  snapshotAt: (actor: string, version: number) => name('snapshot', actor, version),
  /** Unix seconds of the stored snapshot: the fence compares with it. */
  version: (actor: string) => name('version', actor),
  /** Why the last tick published nothing. */
  shortfall: (actor: string) => name('shortfall', actor),
  preview: (actor: string) => name('preview', actor),
  /** The main values of its free copies of the last day or two, oldest first. */
  series: (actor: string) => name('series', actor),
  /** Feeds that the operator's settings close. */
  closedFeeds: () => name('closed-feeds'),
  editions: (actor: string, version: number, rail: Rail) => name('editions', actor, version, rail),
  /** How many editions of a version were sold on a rail. */
  sold: (actor: string, version: number, rail: Rail) => name('sold', actor, version, rail),
  /** The nonces a version has used on both rails and in its archive copy. */
  nonces: (actor: string, version: number) => name('nonces', actor, version),
  /** Running totals of signed and sold editions of one actor. */
  printing: (actor: string) => name('printing', actor),
  /** One payment: see `payment-keys.ts`. */
  claim: (shard: string, short: string) => `${PREFIX}:{${shard}}:c:${short}`,
  /** The deliverable of a payment, while it is handed out. */
  deliverable: (shard: string, short: string) => `${PREFIX}:{${shard}}:g:${short}`,
  /** What the editions of a snapshot share, when it is long: see `long-body.ts`. A list of who needs it stands beside it. */
  longText: (shard: string, digest: string) => `${PREFIX}:{${shard}}:t:${digest}`,
  /** Postings of the payments of one shard: a stream that the bookkeeper empties. */
  ledger: (shard: string) => `${PREFIX}:{${shard}}:ledger`,
  /**
   * Settled payments of one shard whose buyer was not answered yet, by the time until which the answer can be fetched.
   */
  owed: (shard: string) => `${PREFIX}:{${shard}}:owed`,
  /** The sale of each of those, as postings hold it. */
  owing: (shard: string) => `${PREFIX}:{${shard}}:owing`,
  /**
   * Payments of one shard whose settlement was sent and is not resolved, by the time of sending; each check adds to
   * that time.
   */
  sent: (shard: string) => `${PREFIX}:{${shard}}:sent`,
  /** Claims and their list in the form of the release before this one. */
  earlierClaim: (payment: string) => name('claim', payment),
  earlierSent: () => name('claims', 'sent'),
  /** When the first process with the present form of claims looked for earlier ones, Unix milliseconds. */
  claimsSince: () => name('claims', 'since'),
  /** The last posting of one shard that is in the ledger files and in the sums. */
  ledgerMark: (shard: string) => `${PREFIX}:{${shard}}:ledger:mark`,
  /** Sums over the postings of one shard in a day, a month, or of all time. */
  revenue: (shard: string, period: string) => `${PREFIX}:{${shard}}:revenue:${period}`,
  /** An answer that was made for one request. */
  answer: (id: string) => name('answer', id),
  /** Requests to a provider within its rate window. */
  rateWindow: (window: string) => name('rate', window),
  lease: (lease: string) => name('lease', lease),
  /** Actors of a group of schedules whose ticks run, by when that is no longer believed. */
  runningTicks: (group: string) => name('running', group),
  /** The last report of the settling worker: whether it can pay for gas, and when its node last answered. */
  settlerState: () => name('settler'),
  /**
   * Settlements that facilitators have claimed and that were not found on the chain yet: ids by due time, and their
   * facts.
   */
  unproven: {
    due: () => name('unproven', 'due'),
    facts: () => name('unproven', 'facts'),
  },
  /** Venues without a vote, by the end of that time. */
  silenced: () => name('silenced'),
  /** A facilitator that claimed a settlement which did not exist, by its id. */
  liar: (by: string) => name('liar', by),
  /** Candles of a series in one bucket of time. */
  candles: (series: string, step: number, bucket: number) => name('candles', series, step, bucket),
  /** When the last price of a series was recorded, Unix seconds. */
  candleMark: (series: string) => name('candles', series),
  /** Signed rows of a series in one hour since 1970: first unpacked, then packed. */
  openRows: (series: string, hour: number) => name('rows', series, hour),
  packedRows: (series: string, hour: number) => name('rows', series, hour, 'packed'),
  /** On-demand actors of a feed by when they were last requested, Unix milliseconds. */
  population: (feed: string) => name('population', feed),
  /** Boards of places that a client was the first to request lately, by time. */
  openings: (who: string) => name('openings', who),
  publicKeys: () => name('public-keys'),
  /** The signed documents of these keys, by purpose; kept for ever. */
  keyDocuments: () => name('key-documents'),
  /** A signed document that is free of charge, by the path where it is read. */
  notice: (path: string) => name('notice', path),
  healths: () => name('health'),
  /** Written repeatedly to find out whether the store takes writes. */
  writeProbe: () => name('write-probe'),
  /** Counters of all processes together, by cell. */
  totals: () => name('totals'),
  /** The last report of each process. */
  processes: () => name('processes'),
  /**
   * The DLC oracle. Events, nonce points and payments of events stay for ever: none of them may be used again. The rest
   * of an offer that was not paid for expires.
   */
  dlc: {
    event: (id: string) => name('dlc', 'event', id),
    /** The event that owns a nonce point. */
    nonce: (point: string) => name('dlc', 'nonce', point),
    /** The event that a payment bought. */
    paid: (payment: string) => name('dlc', 'paid', payment),
    /** Offered events by the time until which their payment may come. */
    offers: () => name('dlc', 'offers'),
    /**
     * Payments over x402 whose event is being made or is offered, with their payer and the time until which they count.
     */
    openOffers: () => name('dlc', 'offers', 'open'),
    /** Counter of activations. */
    order: () => name('dlc', 'order'),
    /** Activated and not yet attested, by maturity in Unix seconds. */
    due: () => name('dlc', 'due'),
    /** Decided and not yet attested, by the time of the decision. */
    decided: () => name('dlc', 'decided'),
    /** Contracts whose cancellation is being paid, by the time until which the payment may come. */
    cancelling: () => name('dlc', 'cancelling'),
    /** Open threshold contracts of a pair in one direction, in the order of their strikes. */
    strikes: (pair: string, direction: string) => name('dlc', 'strikes', pair, direction),
    /** Every computed price of a pair. */
    ticks: (pair: string) => name('dlc', 'ticks', pair),
    /** Lists of sources that ticks of a pair have named, and their numbers, in both directions. */
    sources: (pair: string) => name('dlc', 'sources', pair),
    /** The conclusions of the last ticks of a pair, by sequence. */
    conclusions: (pair: string) => name('dlc', 'conclusions', pair),
    /** The same for ticks that may decide an event, kept as long as the ticks themselves. */
    pinned: (pair: string) => name('dlc', 'conclusions', pair, 'pinned'),
    /** A conclusion that decided at least one event, by its hash; kept for ever. */
    conclusion: (hash: string) => name('dlc', 'conclusion', hash),
    /** Up to which tick a pair was appended and applied. */
    tick: (pair: string) => name('dlc', 'tick', pair),
    /** Ids in the order of activation. `kind` and `pair` may be `every`. */
    list: (kind: string, pair: string, status: string) => name('dlc', 'list', kind, pair, status),
    /** Failed attempts to ask an event's resolver, and the time of the next one. */
    attempts: (id: string) => name('dlc', 'attempts', id),
    /** Webhooks to deliver, by the time of the next attempt. */
    deliveries: () => name('dlc', 'deliveries'),
    /** The same webhooks by the time when they were entered. */
    deliveriesEntered: () => name('dlc', 'deliveries', 'entered'),
    /** One webhook: its address, its text, and the results of its attempts. */
    delivery: (id: string) => name('dlc', 'delivery', id),
    /** The webhook that reports an event. */
    deliveryOf: (eventId: string) => name('dlc', 'delivery-of', eventId),
    /** The Nostr post of an event, and its state at each relay: `announcement/<event>`. */
    post: (post: string) => name('dlc', 'post', post),
    /** Posts that a relay has not accepted, by the time of the next attempt. */
    postsDue: (relay: string) => name('dlc', 'posts', relay),
    /** Relays that posts go to, and the last state of each. */
    relays: () => name('dlc', 'relays'),
    /** The last report of the signer. */
    signerState: () => name('dlc', 'signer'),
    /** The end of the signer's journal file. */
    journalEnd: () => name('dlc', 'journal-end'),
    journal: () => name('dlc', 'journal'),
    outbox: () => name('dlc', 'outbox'),
    /** A reader's place in a stream. */
    mark: (stream: string) => name('dlc', 'mark', stream),
  },
} as const
