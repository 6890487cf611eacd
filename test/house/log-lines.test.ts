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

  test('of servers and workers go through the one log that limits and counts them', () => {
    for (const program of ['src/server.ts', 'src/worker.ts']) {
      expect(modulesIn(CODE.get(program)!)).toContain('./program-log.ts')
      expect(modulesIn(CODE.get(program)!).filter((each) => /\/(?:log|storm-log|counted-log)\.ts$/.test(each))).toEqual(
        [],
      )
    }
  })
})
