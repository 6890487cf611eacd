import type { Rail } from '../../canonical/snapshot.ts'

/**
 * The only file that writes names of Redis keys. They share one prefix, so that keys in a shared Redis can be told
 * apart.
 */
const PREFIX = 'claros'

const name = (...parts: readonly (string | number)[]): string => [PREFIX, ...parts].join(':')

/**
 * Keys that one script uses, or one command of several keys, carry the same tag in braces. A cluster puts equal tags into
 * one slot; to a single Redis the braces mean nothing.
 */
const tagged = (tag: string, ...parts: readonly (string | number)[]): string => name(`{${tag}}`, ...parts)

/** The lease of the one process that writes the board of a stream; it lies beside that board. */
export const boardLease = (id: string): string => `board/${id}`

export const names = {
  /**
   * The format of the store: see `store/format`. These names never change: each release must find what every other one
   * wrote.
   */
  format: {
    /** The number of the format, and who wrote it. */
    mark: () => `${PREFIX}:{format}`,
    /** Processes that are at work, each with its format and when it said so. */
    atWork: () => `${PREFIX}:{format}:at-work`,
    /** The process that has the right to move the store, to its format or to another Redis. */
    mover: () => `${PREFIX}:{format}:mover`,
    /** The move by which the store came from another Redis. */
    cameBy: () => `${PREFIX}:{format}:came-by`,
    /** Written and deleted before such a move, to find out whether it can be made. */
    trial: () => `${PREFIX}:{format}:trial`,
    /** Reports of processes that knew no format, whose releases wrote them here. */
    earlierReports: () => `${PREFIX}:processes`,
  },
  /** BullMQ's own keys begin with it: see `queues/connection.ts`. */
  queuePrefix: PREFIX,
  board: (id: string) => tagged(boardLease(id)),
  /** Of a board that is stored in parts: the parts, and when each was written. */
  boardParts: (id: string) => tagged(boardLease(id), 'parts'),
  boardStamps: (id: string) => tagged(boardLease(id), 'written'),
  snapshot: (actor: string) => tagged(actor, 'snapshot'),
  /** The same by version, kept as long as its editions, for answers that are handed out again. */
  snapshotAt: (actor: string, version: number) => tagged(actor, 'snapshot', version),
  /** Unix seconds of the stored snapshot: the fence compares with it. */
  version: (actor: string) => tagged(actor, 'version'),
  /** Why the last tick published nothing. */
  shortfall: (actor: string) => tagged(actor, 'shortfall'),
  preview: (actor: string) => tagged(actor, 'preview'),
  /** The main values of its free copies of the last day or two, oldest first. */
  series: (actor: string) => tagged(actor, 'series'),
  /** Feeds that the operator's settings close. */
  closedFeeds: () => name('closed-feeds'),
  editions: (actor: string, version: number, rail: Rail) => tagged(actor, 'editions', version, rail),
  /** How many editions of a version were sold on a rail. */
  sold: (actor: string, version: number, rail: Rail) => tagged(actor, 'sold', version, rail),
  /** The nonces a version has used on both rails and in its archive copy. */
  nonces: (actor: string, version: number) => tagged(actor, 'nonces', version),
  /** Running totals of signed and sold editions of one actor. */
  printing: (actor: string) => tagged(actor, 'printing'),
  /** One payment: see `payment-keys.ts`. */
  claim: (shard: string, short: string) => tagged(shard, 'c', short),
  /** The deliverable of a payment, while it is handed out. */
  deliverable: (shard: string, short: string) => tagged(shard, 'g', short),
  /** What the editions of a snapshot share, when it is long: see `long-body.ts`. A list of who needs it stands beside it. */
  longText: (shard: string, digest: string) => tagged(shard, 't', digest),
  /** Postings of the payments of one shard: a stream that the bookkeeper empties. */
  ledger: (shard: string) => tagged(shard, 'ledger'),
  /**
   * Settled payments of one shard whose buyer was not answered yet, by the time until which the answer can be fetched.
   */
  owed: (shard: string) => tagged(shard, 'owed'),
  /** The sale of each of those, as postings hold it. */
  owing: (shard: string) => tagged(shard, 'owing'),
  /**
   * Payments of one shard whose settlement was sent and is not resolved, by the time of sending; each check adds to
   * that time.
   */
  sent: (shard: string) => tagged(shard, 'sent'),
  /** The last posting of one shard that is in the ledger files and in the sums. */
  ledgerMark: (shard: string) => tagged(shard, 'ledger', 'mark'),
  /** Sums over the postings of one shard in a day, a month, or of all time. */
  revenue: (shard: string, period: string) => tagged(shard, 'revenue', period),
  /** An answer that was made for one request. */
  answer: (id: string) => name('answer', id),
  /** Requests to a provider within its rate window. */
  rateWindow: (window: string) => name('rate', window),
  lease: (lease: string) => tagged(lease, 'lease'),
  /** Actors of a group of schedules whose ticks run, by when that is no longer believed. */
  runningTicks: (group: string) => name('running', group),
  /** The last report of the settling worker: whether it can pay for gas, and when its node last answered. */
  settlerState: () => name('settler'),
  /**
   * Settlements that facilitators have claimed and that were not found on the chain yet: ids by due time, and their
   * facts.
   */
  unproven: {
    due: () => tagged('unproven', 'due'),
    facts: () => tagged('unproven', 'facts'),
  },
  /** Venues without a vote, by the end of that time. */
  silenced: () => name('silenced'),
  /** A facilitator that claimed a settlement which did not exist, by its id. */
  liar: (by: string) => name('liar', by),
  /** Candles of a series in one bucket of time. */
  candles: (series: string, step: number, bucket: number) => tagged(`c/${series}`, step, bucket),
  /** When the last price of a series was recorded, Unix seconds. */
  candleMark: (series: string) => tagged(`c/${series}`, 'mark'),
  /** Signed rows of a series in one hour since 1970: first unpacked, then packed. */
  openRows: (series: string, hour: number) => tagged(`r/${series}`, hour),
  packedRows: (series: string, hour: number) => tagged(`r/${series}`, hour, 'packed'),
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
  /** The same for one primary of a cluster, by a tag whose slot it serves. */
  writeProbeIn: (tag: string) => tagged(tag, 'write-probe'),
  /** Counters of all processes together, by cell. */
  totals: () => tagged('totals', 'sums'),
  /** The last report of each process. */
  processes: () => tagged('totals', 'processes'),
  /**
   * The DLC oracle. Events, nonce points and payments of events stay for ever: none of them may be used again. The rest
   * of an offer that was not paid for expires.
   */
  dlc: {
    event: (id: string) => tagged('dlc', 'event', id),
    /** The event that owns a nonce point. */
    nonce: (point: string) => tagged('dlc', 'nonce', point),
    /** The event that a payment bought. */
    paid: (payment: string) => tagged('dlc', 'paid', payment),
    /** Offered events by the time until which their payment may come. */
    offers: () => tagged('dlc', 'offers'),
    /**
     * Payments over x402 whose event is being made or is offered, with their payer and the time until which they count.
     */
    openOffers: () => tagged('dlc', 'offers', 'open'),
    /** Counter of activations. */
    order: () => tagged('dlc', 'order'),
    /** Activated and not yet attested, by maturity in Unix seconds. */
    due: () => tagged('dlc', 'due'),
    /** Decided and not yet attested, by the time of the decision. */
    decided: () => tagged('dlc', 'decided'),
    /** Contracts whose cancellation is being paid, by the time until which the payment may come. */
    cancelling: () => tagged('dlc', 'cancelling'),
    /** Open threshold contracts of a pair in one direction, in the order of their strikes. */
    strikes: (pair: string, direction: string) => tagged('dlc', 'strikes', pair, direction),
    /** Every computed price of a pair. */
    ticks: (pair: string) => tagged('dlc', 'ticks', pair),
    /** Lists of sources that ticks of a pair have named, and their numbers, in both directions. */
    sources: (pair: string) => tagged('dlc', 'sources', pair),
    /** The conclusions of the last ticks of a pair, by sequence. */
    conclusions: (pair: string) => tagged('dlc', 'conclusions', pair),
    /** The same for ticks that may decide an event, kept as long as the ticks themselves. */
    pinned: (pair: string) => tagged('dlc', 'conclusions', pair, 'pinned'),
    /** A conclusion that decided at least one event, by its hash; kept for ever. */
    conclusion: (hash: string) => tagged('dlc', 'conclusion', hash),
    /** Up to which tick a pair was appended and applied. */
    tick: (pair: string) => tagged('dlc', 'tick', pair),
    /** Ids in the order of activation. `kind` and `pair` may be `every`. */
    list: (kind: string, pair: string, status: string) => tagged('dlc', 'list', kind, pair, status),
    /** Failed attempts to ask an event's resolver, and the time of the next one. */
    attempts: (id: string) => tagged('dlc', 'attempts', id),
    /** Webhooks to deliver, by the time of the next attempt. */
    deliveries: () => tagged('dlc', 'deliveries'),
    /** The same webhooks by the time when they were entered. */
    deliveriesEntered: () => tagged('dlc', 'deliveries', 'entered'),
    /** One webhook: its address, its text, and the results of its attempts. */
    delivery: (id: string) => tagged('dlc', 'delivery', id),
    /** The webhook that reports an event. */
    deliveryOf: (eventId: string) => tagged('dlc', 'delivery-of', eventId),
    /** The Nostr post of an event, and its state at each relay: `announcement/<event>`. */
    post: (post: string) => tagged('dlc', 'post', post),
    /** Posts that a relay has not accepted, by the time of the next attempt. */
    postsDue: (relay: string) => tagged('dlc', 'posts', relay),
    /** Relays that posts go to, and the last state of each. */
    relays: () => tagged('dlc', 'relays'),
    /** The last report of the signer. */
    signerState: () => tagged('dlc', 'signer'),
    /** The end of the signer's journal file. */
    journalEnd: () => tagged('dlc', 'journal-end'),
    journal: () => tagged('dlc', 'journal'),
    outbox: () => tagged('dlc', 'outbox'),
    /** A reader's place in a stream. */
    mark: (stream: string) => tagged('dlc', 'mark', stream),
  },
} as const
