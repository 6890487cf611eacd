import { describe, expect, test } from 'bun:test'
import { COURIER_LOOPS } from '../../src/actors/courier/deps.ts'
import { ERROR_KINDS } from '../../src/metrics/error-kinds.ts'
import { NEVER_LEFT_OUT } from '../../src/system/log-kinds.ts'
import { modulesIn } from './code.ts'
import { CODE, FILES, TEXTS, within } from './files.ts'

/** What the lists about log lines say, held against the lines that the code writes. */

const SRC = FILES.filter((file) => within(file, ['src']) && !within(file, ['src/web']))

/** Those of these levels, as the code names its event: a text, or a template with one hole. */
const eventsIn = (files: readonly string[], ...levels: readonly string[]): readonly string[] =>
  files.flatMap((file) =>
    [
      ...TEXTS.get(file)!.matchAll(new RegExp(`\\.(?:${levels.join('|')})\\(\\s*(?:'([a-z_.]+)'|\`([^\`]+)\`)`, 'g')),
    ].map(([, plain, template]) => plain ?? template!),
  )
const EVENTS = eventsIn(SRC, 'warn', 'error')

const isSaid = (event: string): boolean =>
  EVENTS.some((each) =>
    each.includes('${')
      ? new RegExp(
          `^${each
            .split(/\$\{[^}]*\}/)
            .map(RegExp.escape)
            .join('[a-z_]+')}$`,
        ).test(event)
      : each === event,
  )

/** What stands for the holes of templates. */
const FILLED: Readonly<Record<string, readonly string[]>> = {
  'courier.${what}_failed': COURIER_LOOPS.map((what) => `courier.${what}_failed`),
  'nostr.${what}_failed': ['nostr.news_failed', 'nostr.posts_failed'],
  '${what}.crashed': ['tick.crashed', 'ask.crashed'],
}

/** What runs in no server and no worker: what starts them, and what is tried on them. */
const BESIDE = ['src/launch', 'src/start', 'src/start.ts', 'src/demo', 'src/sandbox', 'src/cli']

/** The code from here to the end of what begins here: a call's arguments, or what a name is set to. */
const whole = (bare: string, from: number): string => {
  let depth = 0
  for (let at = from; at < bare.length; at++) {
    const letter = bare[at]!
    if ('([{'.includes(letter)) depth++
    else if (')]}'.includes(letter)) depth--
    if (depth < 0 || (depth === 0 && letter === '\n')) return bare.slice(from, at)
  }
  return bare.slice(from)
}

/** What a line says: the arguments of its call, with those that the file has given a name to. */
const saidIn = (bare: string, from: number): string => {
  const said = whole(bare, from)
  const named = [...new Set(said.match(/[a-z]\w*/g))].flatMap((name) =>
    [...bare.matchAll(new RegExp(`\\bconst ${name}\\b[^=\\n]*= `, 'g'))].map((found) =>
      whole(bare, found.index + found[0].length),
    ),
  )
  return [said, ...named].join('\n')
}

/** Rooms in which lines are about payments, unless a list says what else they are about. */
const PAYMENT_ROOMS = [
  'src/actors/bookkeeper',
  'src/actors/settler',
  'src/http',
  'src/ledger',
  'src/payments',
  'src/roles/settler.ts',
  'src/store/claims',
]

const ABOUT_NO_PAYMENT: Readonly<Record<string, string>> = {
  'books.ids_went_back': 'a shard of the ledger',
  'books.not_closed': 'the files of the ledger',
  'books.stuck': 'the whole ledger',
  'books.torn_line': 'bytes of which nothing more is known',
  'books.unreadable_posting': 'postings that cannot be read',
  'facilitator.closed': 'a facilitator',
  'facilitator.extension': 'a route, as a facilitator sees it',
  'lightning.away': 'a node',
  'lightning.refused': 'an invoice, before anything is paid',
  'reprint.failed': 'editions that nobody has bought yet',
  'settlement.elsewhere': 'a number of payments',
  'settlement.not_looked_for': 'a round over all claimed settlements',
  'settlement.number_filled': 'an empty transaction',
  'settler.beat_failed': 'the settling account',
  'settler.node_unreadable': 'the settling account',
  'settler.refused': 'the settling account',
  'settler.short_of_gas': 'the settling account',
  'settler.sweep_failed': 'a round over all open claims',
  'settler.waits_for_node': 'a node',
}

/** Each line that is about one payment, or must be thought to be. */
const PAYMENT_LINES = SRC.flatMap((file) => {
  const { bare, texts } = CODE.get(file)!
  return [...bare.matchAll(/(?:\.(warn|error|info)|\blog\[\w+\])\(\s*"(\d+)"/g)].flatMap((found) => {
    const [start, level, text] = found
    const event = texts[Number(text)]!
    const said = saidIn(bare, found.index + start.length)
    const isOne =
      event.startsWith('sale.') ||
      (level !== 'info' &&
        (within(file, PAYMENT_ROOMS) || event.startsWith('settlement.') || /\b(?:payment|transaction)\b/.test(said)))
    return isOne ? [{ event, said }] : []
  })
})

describe('lines of the log', () => {
  test('are found at all', () => {
    expect(EVENTS.length).toBeGreaterThan(80)
    expect(CODE.size).toBeGreaterThan(100)
    expect(isSaid('nothing.of_the_kind')).toBe(false)
  })

  test('that are never left out are all said somewhere, and each has its reason', () => {
    expect(Object.keys(NEVER_LEFT_OUT).filter((event) => !isSaid(event))).toEqual([])
    expect(Object.values(NEVER_LEFT_OUT).filter((reason) => reason.length < 5)).toEqual([])
  })

  test('that are errors of servers and workers are counted from the start, and no others', () => {
    const errors = eventsIn(
      SRC.filter((file) => !within(file, BESIDE)),
      'error',
    )
    expect(errors.length).toBeGreaterThan(40)
    const kinds = new Set(errors.flatMap((each) => FILLED[each] ?? [each]))
    expect([...kinds].toSorted()).toEqual([...ERROR_KINDS].toSorted())
  })

  // A payment, its transaction and its amount stand in a warning only as evidence. Lines about one attempt name the
  // request and the mark of the receipt instead, or what the store keeps of it.
  test('with a transaction are never left out', () => {
    const withTransaction = SRC.flatMap((file) =>
      [...TEXTS.get(file)!.matchAll(/\.(?:warn|error)\(\s*'([a-z_.]+)',\s*\{[^}]*\btransaction\b/g)].map(
        ([, each]) => each!,
      ),
    )
    expect(withTransaction.length).toBeGreaterThan(0)
    expect(withTransaction.filter((event) => !(event in NEVER_LEFT_OUT))).toEqual([])
  })

  // By it an operator finds everything about one payment, beginning with what a buyer shows him.
  test('about a payment name the mark of its receipt', () => {
    const bare = PAYMENT_LINES.filter(({ said }) => !/\b(?:traceFields|paymentFields|receiptsOf)\(/.test(said))
    const unmarked = [...new Set(bare.map(({ event }) => event))]
    expect(unmarked.toSorted()).toEqual(Object.keys(ABOUT_NO_PAYMENT).toSorted())
    expect(PAYMENT_LINES.length - bare.length).toBeGreaterThan(15)
  })

  test('of servers and workers go through the one log that limits and counts them', () => {
    for (const program of ['src/server.ts', 'src/worker.ts']) {
      expect(modulesIn(CODE.get(program)!)).toContain('./program-log.ts')
      expect(modulesIn(CODE.get(program)!).filter((each) => /\/(?:log|storm-log|counted-log)\.ts$/.test(each))).toEqual(
        [],
      )
    }
  })
})
