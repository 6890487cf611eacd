import { describe, expect, test } from 'bun:test'
import { join, relative, resolve } from 'node:path'
import { modulesIn } from './house/code.ts'
import { CODE, FILES, ROOT, TEXTS, within } from './house/files.ts'

/** The house keeps its walls: who may import whom, and which package lives where. Its other laws stand in `house`. */

const SRC = join(ROOT, 'src')

/** What every room of options may import beside rooms of options: the words of all feeds, and what tells of spot prices. */
const FEED_WORDS = [
  'feeds/answer-fields.ts',
  'feeds/board.ts',
  'feeds/boards',
  'feeds/bound-sale.ts',
  'feeds/feed.ts',
  'feeds/lifetimes.ts',
  'feeds/main-value.ts',
  'feeds/reading.ts',
  'feeds/math',
  'feeds/pick.ts',
  'feeds/prices/pairs.ts',
  'feeds/prices/price-carry.ts',
  'feeds/prices/price-example.ts',
  'feeds/subject.ts',
  'feeds/tariff.ts',
  'feeds/venue-parts.ts',
  'canonical',
  'sources',
]

/** One row per room: the rooms it may import, and the packages that live in it. A path narrows a room to a file. */
const ROOMS: Readonly<Record<string, { readonly rooms: readonly string[]; readonly packages: readonly string[] }>> = {
  'ports.ts': { rooms: [], packages: [] },
  'time-units.ts': { rooms: [], packages: [] },
  'release.ts': { rooms: [], packages: [] },
  'once-per-pair.ts': { rooms: [], packages: [] },
  'once-at-a-time.ts': { rooms: [], packages: [] },
  'group-by.ts': { rooms: [], packages: [] },
  'nearest-word.ts': { rooms: [], packages: [] },
  'listening.ts': { rooms: [], packages: [] },
  'role-names.ts': { rooms: [], packages: [] },
  'shell-word.ts': { rooms: [], packages: [] },
  'setting-kinds.ts': { rooms: [], packages: ['@sinclair/typebox'] },
  'setting-fault.ts': { rooms: [], packages: ['@sinclair/typebox'] },
  'setting-files.ts': { rooms: [], packages: ['node:fs', '@sinclair/typebox'] },
  'open-secrets.ts': {
    rooms: ['files/open-to-others.ts', 'ports.ts', 'setting-files.ts'],
    packages: ['node:fs', 'node:path', '@sinclair/typebox'],
  },
  'operator-files.ts': { rooms: ['setting-kinds.ts'], packages: ['@sinclair/typebox'] },
  'promise-settings.ts': { rooms: ['setting-kinds.ts'], packages: ['@sinclair/typebox'] },
  'host-settings.ts': { rooms: ['setting-kinds.ts'], packages: ['@sinclair/typebox'] },
  'insurance-settings.ts': { rooms: ['setting-kinds.ts'], packages: [] },
  'lightning-settings.ts': { rooms: ['setting-kinds.ts'], packages: ['@sinclair/typebox'] },
  'page-settings.ts': { rooms: ['setting-kinds.ts'], packages: ['@sinclair/typebox'] },
  'publishing-settings.ts': { rooms: ['setting-kinds.ts'], packages: ['@sinclair/typebox'] },
  'redis-settings.ts': { rooms: ['setting-kinds.ts'], packages: ['@sinclair/typebox'] },
  'server-process-settings.ts': { rooms: ['setting-kinds.ts'], packages: ['@sinclair/typebox'] },
  'settling-settings.ts': { rooms: ['setting-kinds.ts'], packages: ['@sinclair/typebox'] },
  'web-manifest.ts': { rooms: [], packages: ['@sinclair/typebox'] },
  // What runs in browsers; `launch` builds it. The server reads its list of pages alone.
  web: {
    rooms: ['canonical', 'dlc/terms/lifecycle.ts', 'dlc/wire', 'feeds/layouts.ts', 'web/page-list.ts', '../client/src'],
    packages: ['preact', 'qr', 'uplot'],
  },
  'web/page-list.ts': { rooms: [], packages: [] },
  'config.ts': {
    rooms: [
      'host-settings.ts',
      'insurance-settings.ts',
      'lightning-settings.ts',
      'operator-files.ts',
      'page-settings.ts',
      'promise-settings.ts',
      'publishing-settings.ts',
      'redis-settings.ts',
      'server-process-settings.ts',
      'setting-fault.ts',
      'setting-files.ts',
      'setting-kinds.ts',
      'settling-settings.ts',
    ],
    packages: ['@sinclair/typebox'],
  },
  'misspelt-settings.ts': { rooms: ['config.ts', 'setting-files.ts'], packages: [] },
  'read-pairs.ts': { rooms: ['config.ts'], packages: [] },
  canonical: { rooms: [], packages: ['@noble/', 'node:crypto'] },
  'dlc/wire': { rooms: [], packages: ['@noble/'] },
  'dlc/terms': { rooms: ['dlc/wire'], packages: ['@sinclair/typebox'] },
  'dlc/documents': { rooms: ['dlc/terms', 'dlc/wire'], packages: ['@noble/', '@sinclair/typebox'] },
  nostr: { rooms: ['dlc'], packages: ['@noble/'] },
  payments: { rooms: [], packages: [] },
  files: { rooms: [], packages: ['node:fs', 'node:path'] },
  lightning: { rooms: [], packages: ['@sinclair/typebox'] },
  ledger: { rooms: ['files', 'payments'], packages: ['node:fs', 'node:path'] },
  metrics: { rooms: ['ports.ts'], packages: [] },
  // What operators' files are made of. No program reads it.
  ops: { rooms: [], packages: [] },
  chain: { rooms: ['payments', 'ports.ts'], packages: ['viem'] },
  outbound: { rooms: ['ports.ts'], packages: ['ipaddr.js', 'node:'] },
  webhooks: { rooms: ['outbound', 'ports.ts'], packages: ['@noble/', 'node:crypto'] },
  sources: { rooms: ['ports.ts'], packages: ['@sinclair/typebox'] },
  native: { rooms: ['canonical', 'dlc/wire/schnorr.ts', 'ports.ts'], packages: ['@noble/', 'node:module'] },
  system: { rooms: ['ports.ts'], packages: ['bun:jsc', 'node:'] },
  queues: {
    rooms: ['canonical', 'dlc', 'payments', 'queues/dashboard.ts', 'ports.ts'],
    packages: ['@sinclair/typebox', 'bullmq'],
  },
  'queues/dashboard.ts': { rooms: ['queues/lanes.ts'], packages: ['@bull-board/', 'bullmq', 'elysia'] },
  feeds: {
    rooms: [
      'feeds/options/chains',
      'feeds/options/expiry/expiry-published.ts',
      'feeds/options/iv',
      'feeds/options/kept',
      'canonical',
      'sources',
    ],
    packages: ['@sinclair/typebox'],
  },
  // It names the sale of every family.
  'feeds/layouts.ts': { rooms: ['feeds', 'canonical'], packages: [] },
  'feeds/options/kept': { rooms: ['feeds/math', 'sources'], packages: [] },
  'feeds/options/chains': {
    rooms: ['feeds/derivatives/perpetual-subjects.ts', 'feeds/options/kept', ...FEED_WORDS],
    packages: ['@sinclair/typebox'],
  },
  'feeds/options/iv': {
    rooms: ['feeds/options/chains', 'feeds/options/kept', ...FEED_WORDS],
    packages: ['@sinclair/typebox'],
  },
  'feeds/options/greeks': {
    rooms: ['feeds/options/chains', 'feeds/options/iv', 'feeds/options/kept', ...FEED_WORDS],
    packages: ['@sinclair/typebox'],
  },
  'feeds/options/expiry': {
    rooms: ['feeds/options/chains', 'feeds/options/kept', ...FEED_WORDS],
    packages: ['@sinclair/typebox'],
  },
  'feeds/options/listed': {
    rooms: ['feeds/options/chains', 'feeds/options/kept', ...FEED_WORDS],
    packages: ['@sinclair/typebox'],
  },
  'feeds/options/smiles': {
    rooms: ['feeds/options/chains', 'feeds/options/kept', ...FEED_WORDS],
    packages: ['@sinclair/typebox'],
  },
  'feeds/options/surface': {
    rooms: ['feeds/options/chains', 'feeds/options/kept', 'feeds/options/smiles', ...FEED_WORDS],
    packages: ['@sinclair/typebox'],
  },
  'feeds/options': {
    rooms: [
      'feeds/options/chains',
      'feeds/options/expiry',
      'feeds/options/greeks',
      'feeds/options/iv',
      'feeds/options/kept',
      'feeds/options/listed',
      'feeds/options/smiles',
      'feeds/options/surface',
      ...FEED_WORDS,
    ],
    packages: [],
  },
  'store/format': { rooms: ['store/redis', 'ports.ts'], packages: ['ioredis'] },
  'store/redis': { rooms: ['canonical', 'ports.ts'], packages: ['@sinclair/typebox', 'ioredis', 'node:'] },
  'store/published': {
    rooms: ['canonical', 'metrics', 'sources/permission.ts', 'store/redis'],
    packages: ['@sinclair/typebox', 'ioredis', 'node:zlib'],
  },
  'store/claims': {
    rooms: ['canonical', 'payments', 'store/published', 'store/redis', 'ports.ts'],
    packages: ['@sinclair/typebox', 'ioredis', 'node:zlib'],
  },
  'store/events': {
    rooms: ['canonical', 'dlc', 'store/claims', 'store/redis', 'ports.ts'],
    packages: ['@sinclair/typebox', 'ioredis'],
  },
  'store/relocation': { rooms: ['store/claims', 'store/format', 'store/redis', 'ports.ts'], packages: ['ioredis'] },
  store: {
    rooms: ['store/claims', 'store/events', 'store/format', 'store/published', 'store/redis', 'ports.ts'],
    packages: ['ioredis'],
  },
  actors: {
    rooms: ['canonical', 'files', 'metrics', 'store/published/key-documents.ts', 'store/redis', 'ports.ts'],
    packages: ['node:fs', 'node:path'],
  },
  'actors/publisher': {
    rooms: [
      'actors/kept-chain.ts',
      'actors/key-chains.ts',
      'actors/key-document.ts',
      'actors/key-succession.ts',
      'actors/secret-file.ts',
      'feeds',
      'files',
      'sources',
      'dlc',
      'canonical',
      'metrics',
      'store',
      'queues',
      'ports.ts',
    ],
    packages: ['node:fs', 'node:path'],
  },
  'actors/settler': {
    rooms: ['actors/secret-file.ts', 'chain', 'metrics', 'payments', 'queues/asks.ts', 'store', 'ports.ts'],
    packages: ['node:fs', 'node:path'],
  },
  'actors/dlc': {
    rooms: [
      'actors/secret-file.ts',
      'dlc',
      'files',
      'metrics',
      'queues/asks.ts',
      'queues/lanes.ts',
      'store',
      'ports.ts',
    ],
    packages: ['@noble/', 'bun:sqlite', 'node:crypto', 'node:fs', 'node:path'],
  },
  'actors/bookkeeper': {
    rooms: ['files', 'ledger', 'metrics', 'store', 'ports.ts'],
    packages: ['bun:sqlite', 'node:fs', 'node:path'],
  },
  'actors/courier': {
    rooms: ['actors/secret-file.ts', 'dlc', 'feeds', 'metrics', 'nostr', 'outbound', 'store', 'webhooks', 'ports.ts'],
    packages: ['node:fs', 'node:path'],
  },
  'http/wire': {
    rooms: ['http/rails', 'canonical', 'feeds', 'sources/permission.ts', 'ports.ts'],
    packages: ['@sinclair/typebox', 'node:crypto', 'node:zlib'],
  },
  'http/paywall': {
    rooms: [
      'http/rails',
      'http/wire',
      'canonical',
      'feeds',
      'sources/permission.ts',
      'metrics',
      'payments',
      'queues/ask.ts',
      'store',
      'ports.ts',
    ],
    packages: ['@sinclair/typebox', 'node:crypto'],
  },
  'http/discovery': {
    rooms: [
      'http/paywall',
      'http/rails',
      'http/wire',
      'canonical',
      'feeds',
      'sources/permission.ts',
      'payments',
      'store/claims',
    ],
    packages: ['@sinclair/typebox', 'node:fs', 'node:path'],
  },
  'http/endpoints': {
    rooms: [
      'http/discovery',
      'http/paywall',
      'http/rails',
      'http/wire',
      'canonical',
      'feeds',
      'sources/permission.ts',
      'metrics',
      'payments',
      'store',
      'ports.ts',
    ],
    packages: ['@sinclair/typebox', 'node:crypto'],
  },
  'http/dlc': {
    rooms: [
      'http/discovery',
      'http/endpoints',
      'http/paywall',
      'http/rails',
      'http/wire',
      'canonical',
      'dlc',
      'feeds',
      'outbound/visit.ts',
      'queues/ask.ts',
      'store',
      'webhooks/encrypted-secret.ts',
      'webhooks/shared-secret.ts',
      'ports.ts',
    ],
    packages: ['@sinclair/typebox', 'node:crypto'],
  },
  'http/mcp': {
    rooms: [
      'http/discovery',
      'http/paywall/receipt-id.ts',
      'http/rails',
      'http/wire',
      'canonical',
      'feeds',
      'ports.ts',
    ],
    packages: ['@modelcontextprotocol/server', '@sinclair/typebox'],
  },
  'http/pages': { rooms: ['http/wire', 'web/page-list.ts'], packages: ['node:zlib'] },
  'http/app': {
    rooms: [
      'http/discovery',
      'http/dlc',
      'http/endpoints',
      'http/mcp',
      'http/pages',
      'http/paywall',
      'http/rails',
      'http/wire',
      'feeds',
      'metrics',
      'payments',
      'store',
      'ports.ts',
    ],
    packages: ['elysia'],
  },
  'http/rails': {
    rooms: ['queues/ask.ts', 'payments', 'feeds', 'canonical', 'store', 'ports.ts'],
    packages: ['@noble/', '@sinclair/typebox', '@x402/core/', 'node:crypto', 'node:fs'],
  },
  sandbox: { rooms: ['ports.ts'], packages: ['@noble/', '@scure/base'] },
  'sandbox/main.ts': { rooms: ['sandbox', 'system', 'config.ts'], packages: [] },
  'sandbox/config.ts': { rooms: ['config.ts'], packages: ['@sinclair/typebox'] },
  cli: {
    rooms: [
      'cli/buy.ts',
      'cli/data-folder.ts',
      'cli/dlc.ts',
      'cli/keys.ts',
      'cli/mcp-buyer.ts',
      'cli/mcp-demand.ts',
      'cli/mcp-money.ts',
      'cli/mcp-relay.ts',
      'cli/reconcile.ts',
      'cli/sources.ts',
      'cli/store.ts',
      'cli/wallets.ts',
      'canonical',
      'dlc',
      'feeds',
      'ledger',
      'payments',
      'system/post-text.ts',
      'system/read-url.ts',
    ],
    packages: ['node:'],
  },
  // The package that buyers install; `test/client/walls.test.ts` says what that may import.
  'cli/buy.ts': { rooms: ['cli', '../client/src'], packages: ['node:'] },
  'cli/buy-arguments.ts': {
    rooms: [
      'cli/data-folder.ts',
      'cli/kept-documents.ts',
      'cli/typed-words.ts',
      'cli/wallets.ts',
      'canonical/jcs.ts',
      '../client/src',
    ],
    packages: [],
  },
  'cli/wallets.ts': { rooms: ['cli/data-folder.ts', '../client/src'], packages: ['node:fs'] },
  'cli/paid-text.ts': { rooms: ['../client/src'], packages: [] },
  // Calls of tools are paid by the same package, in the words that the service has for them.
  'cli/mcp-buyer.ts': {
    rooms: ['cli', 'canonical/jcs.ts', 'canonical/key-document.ts', '../client/src'],
    packages: [],
  },
  'cli/mcp-budget.ts': { rooms: ['../client/src'], packages: [] },
  'cli/mcp-demand.ts': {
    rooms: [
      'cli/mcp-message.ts',
      'canonical/jcs.ts',
      'http/wire/header-names.ts',
      'http/wire/mcp-meta.ts',
      'http/wire/problem.ts',
      '../client/src',
    ],
    packages: [],
  },
  'cli/mcp-money.ts': {
    rooms: ['cli/data-folder.ts', 'cli/mcp-budget.ts', 'cli/wallets.ts', 'feeds/tariff.ts', '../client/src'],
    packages: [],
  },
  'cli/mcp-message.ts': { rooms: ['../client/src/members.ts'], packages: [] },
  'cli/mcp-relay.ts': {
    rooms: [
      'cli/mcp-buyer.ts',
      'cli/mcp-demand.ts',
      'cli/mcp-message.ts',
      'system/post-text.ts',
      '../client/src/members.ts',
    ],
    packages: [],
  },
  'cli/mcp-results.ts': {
    rooms: ['cli/mcp-budget.ts', 'cli/mcp-message.ts', 'cli/paid-text.ts', 'http/wire/mcp-meta.ts', '../client/src'],
    packages: [],
  },
  'cli/reconcile.ts': {
    rooms: [
      'cli',
      'chain/chain.ts',
      'config.ts',
      'launch',
      'ledger',
      'lightning/ask-list.ts',
      'payments',
      'store',
      'system',
    ],
    packages: ['node:'],
  },
  'cli/sources.ts': {
    rooms: [
      'cli',
      'actors/publisher/polled.ts',
      'config.ts',
      'roles/provider-settings.ts',
      'system/clock.ts',
      'system/net.ts',
    ],
    packages: ['node:'],
  },
  'cli/store.ts': { rooms: ['cli', 'config.ts', 'launch', 'store', 'system'], packages: ['node:'] },
  'cli/sources-ask.ts': { rooms: ['feeds/board.ts', 'sources', 'ports.ts'], packages: [] },
  'cli/data-folder.ts': { rooms: ['config.ts'], packages: ['node:'] },
  'cli/reconcile-money.ts': {
    rooms: ['cli', 'chain', 'config.ts', 'lightning', 'payments', 'ports.ts'],
    packages: ['node:'],
  },
  'cli/dlc.ts': {
    rooms: [
      'cli',
      'actors/dlc',
      'actors/secret-file.ts',
      'config.ts',
      'launch',
      'roles/open-witness.ts',
      'store',
      'system',
    ],
    packages: ['node:'],
  },
  'cli/keys.ts': {
    rooms: [
      'cli/data-folder.ts',
      'cli/key-parts.ts',
      'cli/key-chain-text.ts',
      'cli/keys-rotation.ts',
      'cli/typed-words.ts',
      'actors/kept-chain.ts',
      'actors/secret-file.ts',
      'canonical/key-document.ts',
      'system/random.ts',
    ],
    packages: ['node:'],
  },
  'cli/keys-rotation.ts': {
    rooms: [
      'cli/data-folder.ts',
      'cli/key-chain-text.ts',
      'cli/key-parts.ts',
      'cli/oracle-key-refusal.ts',
      'actors/publisher/rotate-keys.ts',
      'actors/secret-file.ts',
      'canonical',
      'config.ts',
      'launch/folder-lock.ts',
      'launch/folder-redis.ts',
      'store',
      'system',
    ],
    packages: ['node:'],
  },
  'cli/key-chain-text.ts': { rooms: ['canonical'], packages: [] },
  'cli/oracle-key-refusal.ts': { rooms: ['store/events'], packages: [] },
  'cli/key-parts.ts': {
    rooms: ['actors/courier', 'actors/dlc/dlc-keys.ts', 'actors/publisher/keys.ts', 'ports.ts'],
    packages: ['node:'],
  },
  'cli/dlc-text.ts': { rooms: ['actors/dlc'], packages: [] },
  launch: {
    rooms: [
      'config.ts',
      'ports.ts',
      'store',
      'actors/publisher/keys.ts',
      'actors/dlc/dlc-keys.ts',
      'actors/dlc/paths.ts',
      'actors/courier/nostr-key.ts',
      'actors/courier/webhook-key.ts',
      'ledger/months.ts',
      'sandbox/config.ts',
      'web-manifest.ts',
      'setting-fault.ts',
      'setting-files.ts',
      'setting-kinds.ts',
      'system/exit-status.ts',
      'system/privileges.ts',
    ],
    packages: ['node:', '@sinclair/typebox'],
  },
  demo: {
    rooms: [
      'config.ts',
      'launch',
      'canonical',
      'cli',
      'dlc',
      'webhooks/standard-webhooks.ts',
      'system',
      'store/redis/redis.ts',
      'actors/secret-file.ts',
      'ledger',
      'payments/usdc.ts',
      'payments/amount-text.ts',
    ],
    packages: ['node:', '@x402/fetch', '@x402/evm', 'viem'],
  },
  'server.ts': {
    rooms: [
      'server',
      'http',
      'feeds',
      'metrics',
      'open-secrets.ts',
      'program-format.ts',
      'program-log.ts',
      'store',
      'queues',
      'system',
      'config.ts',
    ],
    packages: [],
  },
  server: { rooms: ['http', 'feeds', 'metrics', 'native', 'queues', 'store', 'ports.ts'], packages: [] },
  'server/web-files.ts': {
    rooms: ['http/pages', 'web-manifest.ts', 'ports.ts'],
    packages: ['@sinclair/typebox', 'node:fs', 'node:path'],
  },
  'program-format.ts': { rooms: ['store', 'system', 'ports.ts'], packages: [] },
  'program-log.ts': { rooms: ['metrics', 'store/redis/refusal-log.ts', 'system'], packages: [] },
  roles: {
    rooms: [
      'actors',
      'chain',
      'dlc',
      'nostr',
      'payments',
      'outbound',
      'feeds',
      'sources/permission.ts',
      'metrics',
      'store',
      'queues',
      'native',
      'system',
      'config.ts',
      'read-pairs.ts',
      'ports.ts',
    ],
    packages: [],
  },
  'worker.ts': {
    rooms: [
      'roles',
      'actors/clock-watch.ts',
      'actors/secret-file.ts',
      'metrics',
      'open-secrets.ts',
      'program-format.ts',
      'program-log.ts',
      'store',
      'system',
      'config.ts',
    ],
    packages: [],
  },
  'start.ts': {
    rooms: [
      'start',
      'launch',
      'actors/secret-file.ts',
      'http/rails/bad-rail.ts',
      'http/rails/rail-settings.ts',
      'system',
      'config.ts',
      'misspelt-settings.ts',
    ],
    packages: ['node:path'],
  },
  start: {
    rooms: [
      'launch',
      'store',
      'system',
      'actors/dlc/paths.ts',
      'actors/secret-file.ts',
      'actors/settler/settling-key-file.ts',
      'feeds/closed-feeds.ts',
      'ledger/months.ts',
      'http/rails/bad-rail.ts',
      'http/rails/pay-to.ts',
      'http/rails/rail-settings.ts',
      'roles/provider-settings.ts',
      'roles/published-settings.ts',
      'config.ts',
      'misspelt-settings.ts',
      'ports.ts',
    ],
    packages: ['node:path'],
  },
}

/** What every room may import. */
const SHARED = [
  'time-units.ts',
  'once-per-pair.ts',
  'once-at-a-time.ts',
  'group-by.ts',
  'nearest-word.ts',
  'release.ts',
  'listening.ts',
  'role-names.ts',
  'shell-word.ts',
]

const files = FILES.filter((file) => within(file, ['src'])).map((file) => file.slice('src/'.length))

const importsOf = (file: string): readonly string[] => modulesIn(CODE.get(`src/${file}`)!)

const resolved = (file: string, specifier: string): string => relative(SRC, resolve(SRC, file, '..', specifier))

/** The narrowest row that a file belongs to. */
const roomOf = (file: string): string => {
  const parts = file.split('/')
  for (let length = parts.length; length > 0; length--) {
    const room = parts.slice(0, length).join('/')
    if (room in ROOMS) return room
  }
  return file
}

describe('the house', () => {
  test('every file lives in a room of the table', () => {
    expect(files.filter((file) => !(roomOf(file) in ROOMS))).toEqual([])
  })

  // Providers of the sandbox write as they do, and share nothing with the service.
  test('days and seconds become text in one place', () => {
    const spelling = files.filter(
      (file) =>
        !within(file, ['sandbox', 'time-units.ts']) &&
        /toISOString\(\)\.slice\(0, 1[09]\)/.test(TEXTS.get(`src/${file}`)!),
    )
    expect(spelling).toEqual([])
  })

  test('rooms import only the rooms and packages that the table allows', () => {
    const broken = files.flatMap((file) => {
      const room = roomOf(file)
      const { rooms, packages } = ROOMS[room]!
      return importsOf(file).flatMap((specifier) => {
        if (!specifier.startsWith('.'))
          return packages.some(
            (name) =>
              specifier === name || specifier.startsWith(name.endsWith('/') || name.endsWith(':') ? name : `${name}/`),
          )
            ? []
            : [`src/${file} may not import the package ${specifier}`]
        const target = resolved(file, specifier)
        return roomOf(target) === room || within(target, [...SHARED, ...rooms])
          ? []
          : [`src/${file} may not import src/${target}`]
      })
    })
    expect(broken).toEqual([])
  })

  test('the two wings never meet: the server reaches no actor and no key, the worker no route', () => {
    const reach = (program: string): ReadonlySet<string> => {
      const seen = new Set<string>()
      const walk = (file: string): void => {
        if (seen.has(file) || !CODE.has(`src/${file}`)) return
        seen.add(file)
        for (const specifier of importsOf(file)) if (specifier.startsWith('.')) walk(resolved(file, specifier))
        // The registry finds feeds by their suffix.
        if (file === 'feeds/registry.ts') files.filter((each) => each.endsWith('.feed.ts')).forEach(walk)
      }
      walk(program)
      return seen
    }
    const server = reach('server.ts')
    const worker = reach('worker.ts')
    expect(server.size).toBeGreaterThan(50)
    expect(worker.size).toBeGreaterThan(50)
    expect([...server].filter((file) => file.startsWith('actors/'))).toEqual([])
    expect([...worker].filter((file) => file.startsWith('http/'))).toEqual([])
    // A quote is free: its way and its price are computed by workers alone.
    const quoting = ['feeds/insurance/quote.ts', 'feeds/insurance/sea-lanes.ts']
    expect(quoting.filter((file) => server.has(file))).toEqual([])
    expect(quoting.filter((file) => worker.has(file))).toEqual(quoting)
  })

  test('units of time are spelled in one file', () => {
    const unit = /(?<![\w.'=])(?:604_?800(?:_?000)?|86_?400(?:_?000)?|3_?600_?000)\b|[*/%] 60_?000\b/
    const spelled = files.filter((file) => file !== 'time-units.ts' && unit.test(CODE.get(`src/${file}`)!.bare))
    expect(spelled).toEqual([])
  })
})
