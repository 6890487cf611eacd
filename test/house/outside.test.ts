import { describe, expect, test } from 'bun:test'
import { codeOf } from './code.ts'
import { CODE, FILES, within } from './files.ts'

/** The clock, chance, the network and the environment belong to the rooms that implement ports, and to what measures. */

interface Word {
  readonly word: RegExp
  /** Ways to write it, each of which the law must see. */
  readonly ways: readonly string[]
  readonly owners: readonly string[]
}

const ENVIRONMENTS = [
  'src/system',
  'src/launch',
  'src/server.ts',
  'src/worker.ts',
  'src/start.ts',
  'src/demo/main.ts',
  'src/sandbox/main.ts',
  'src/cli/main.ts',
  'src/cli/packed.ts',
  'bench/servers/product.ts',
  'scripts/tests.ts',
  'scripts/bun-test.ts',
]

const WORDS: readonly Word[] = [
  {
    word: /\bDate\.now\b|\bnew\s+Date\s*(?:\(\s*\)|(?![\w\s(]))|(?<!\bnew\s+)(?<![.\w])Date\s*\(/,
    ways: ['Date.now()', 'now = Date.now', 'new Date()', 'new Date( )', 'new Date;', 'Date()'],
    owners: ['src/system', 'src/launch', 'src/demo', 'src/web', 'client', 'bench', 'soak'],
  },
  {
    word: /\bperformance\.(?:now|timeOrigin)\b|\bhrtime\b|\bBun\.nanoseconds\b/,
    ways: ['performance.now()', 'performance.timeOrigin', 'process.hrtime.bigint()', 'Bun.nanoseconds()'],
    // How long ago a connection of its own was left.
    owners: [
      'src/system',
      'src/launch/serving.ts',
      'src/server.ts',
      'src/store/redis/redis.ts',
      'src/web/buy/use-purchase.ts',
      'bench',
      'soak',
      'scripts',
    ],
  },
  {
    word: /\bMath\.random\b|\bcrypto\.(?:randomUUID|getRandomValues)\b|\bBun\.randomUUID/,
    ways: ['Math.random()', 'crypto.randomUUID()', 'crypto.getRandomValues(bytes)', 'Bun.randomUUIDv7()'],
    owners: ['client/src/nip04.ts', 'client/src/x402.ts', 'bench', 'scripts/tests.ts'],
  },
  {
    word: /(?<![.\w])fetch\s*\(|\b(?:Bun|globalThis|window|self)\.fetch\b/,
    ways: ['fetch(url)', 'await fetch (url)', 'globalThis.fetch(url)', 'ask = globalThis.fetch', 'Bun.fetch(url)'],
    owners: [
      'src/system',
      'src/launch',
      'src/demo',
      'src/web',
      'src/http/rails',
      'src/lightning',
      'client/src/claros.ts',
      'bench',
      'soak',
    ],
  },
  {
    word: /\bnew\s+(?:WebSocket|EventSource|XMLHttpRequest)\b/,
    ways: ['new WebSocket(url)', 'new EventSource(url)', 'new XMLHttpRequest()'],
    owners: ['src/system'],
  },
  {
    word: /\bBun\.(?:connect|udpSocket|dns)\b/,
    ways: ['Bun.connect({})', 'Bun.udpSocket({})', 'Bun.dns.lookup(host)'],
    owners: ['src/outbound/visit.ts', 'bench'],
  },
  {
    word: /\bBun\.(?:serve|listen)\b/,
    ways: ['Bun.serve({})', 'Bun.serve<Data>({})', 'Bun.listen({})'],
    owners: ['src/http/app/listen.ts', 'src/sandbox/main.ts', 'src/demo/receiver.ts', 'bench'],
  },
  {
    word: /\bBun\.spawn/,
    ways: ['Bun.spawn([])', 'Bun.spawnSync([])'],
    owners: ['src/launch', 'src/store/redis/embedded-redis.ts', 'bench', 'soak', 'scripts'],
  },
  {
    word: /\b(?:process|Bun|import\.meta)\.env\b/,
    ways: ['process.env.HOME', 'env = process.env', 'Bun.env.HOME', 'import.meta.env.HOME'],
    owners: ENVIRONMENTS,
  },
  {
    word: /\bglobalThis\b/,
    ways: ['globalThis.fetch(url)', 'globalThis["fetch"](url)', 'const { fetch } = globalThis'],
    owners: [],
  },
]

const JUDGED = FILES.filter((file) => within(file, ['src', 'client', 'bench', 'soak', 'scripts']))

describe('the world outside is asked through ports', () => {
  test.each(WORDS)('$word.source', ({ word, owners }) => {
    const found = JUDGED.filter((file) => word.test(CODE.get(file)!.bare))
    expect(found.filter((file) => !within(file, owners))).toEqual([])
    // An owner that uses it no longer is struck off.
    expect(owners.filter((owner) => !found.some((file) => within(file, [owner])))).toEqual([])
  })

  test.each(WORDS.flatMap(({ word, ways }) => ways.map((way) => [way, word] as const)))(
    '%s would be seen',
    (way, word) => {
      expect(word.test(codeOf(`const before = 'x'; ${way}`).bare)).toBe(true)
      expect(word.test(codeOf(`const hole = \`\${${way}}\``).bare)).toBe(true)
    },
  )

  test.each(WORDS.flatMap(({ word, ways }) => ways.map((way) => [way, word] as const)))(
    '%s is no use of it in a comment or a text',
    (way, word) => {
      const quoted = way.replaceAll('"', '')
      expect(word.test(codeOf(`/* ${way} */ const a = "${quoted}" // ${way}`).bare)).toBe(false)
      expect(word.test(codeOf(`const a = \`${way}\``).bare)).toBe(false)
    },
  )

  test('what is dated is not read off a clock', () => {
    const [clock] = WORDS
    expect(clock!.word.test(codeOf('new Date(at).toISOString(); new Date(Date.UTC(1)); at: Date').bare)).toBe(false)
  })
})
