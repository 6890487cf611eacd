import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  FolderConfig,
  LauncherConfig,
  OracleConfig,
  ReconcileConfig,
  ServerConfig,
  StoreConfig,
  WorkerConfig,
} from '../src/config.ts'
import { PROBLEMS } from '../src/http/wire/problem.ts'
import { COUNTERS, DURATIONS, PROCESS_GAUGES } from '../src/metrics/families.ts'
import { LANES } from '../src/queues/lanes.ts'
import { SandboxConfig } from '../src/sandbox/config.ts'
import { names } from '../src/store/redis/names.ts'
import { ADMIN_SECRET, type Shop, startShop } from './support/shop.ts'
import { stillClock } from './support/still.ts'
import { lanePrefix } from '../src/queues/connection.ts'

/**
 * What other programs hold on to, beside the routes: documents, error codes, metrics, settings, lanes, keys in Redis. Each
 * kind is a file of `golden/surface`; documents stand there as digests, one for each operation of OpenAPI. After a wanted
 * change:
 *
 *     UPDATE_GOLDEN=1 ./node_modules/.bin/bun test ./test/surface.test.ts
 */

const SRC = join(import.meta.dir, '..', 'src')
const DOCUMENTS = [
  '/.well-known/x402',
  '/.well-known/agent.json',
  '/.well-known/agent-card.json',
  '/llms.txt',
  '/llms-full.txt',
  '/methodology.json',
]

const digest = (value: unknown): string =>
  new Bun.CryptoHasher('sha256')
    .update(typeof value === 'string' ? value : JSON.stringify(value))
    .digest('hex')
    .slice(0, 24)

const golden = async (name: string, lines: readonly string[]): Promise<void> => {
  const path = join(import.meta.dir, 'golden', 'surface', `${name}.txt`)
  if (Bun.env['UPDATE_GOLDEN'] === '1') await Bun.write(path, `${lines.join('\n')}\n`)
  expect(lines).toEqual((await Bun.file(path).text()).trimEnd().split('\n'))
}

let shop: Shop
beforeAll(async () => {
  // Examples of bodies name days ahead of today.
  shop = await startShop({ clock: stillClock(Date.UTC(2026, 0, 1)) })
})
afterAll(() => shop.stop())

const text = async (path: string): Promise<string> => {
  const response = await shop.request(path, { headers: { authorization: `Bearer ${ADMIN_SECRET}` } })
  expect(response.status).toBe(200)
  return response.text()
}

describe('what leaves the process', () => {
  test('operations and schemas of OpenAPI', async () => {
    const { paths, components, ...rest } = JSON.parse(await text('/openapi.json')) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
      readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    }
    await golden('openapi', [
      `document ${digest(rest)}`,
      ...Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => `${method} ${path} ${digest(operation)}`),
      ),
      ...Object.entries(components).flatMap(([kind, parts]) =>
        Object.entries(parts).map(([name, part]) => `${kind} ${name} ${digest(part)}`),
      ),
    ])
  })

  test('documents of discovery', async () => {
    const lines = await Promise.all(DOCUMENTS.map(async (path) => `${path} ${digest(await text(path))}`))
    await golden('documents', lines)
  })

  test('error codes and their status', () =>
    golden(
      'problems',
      Object.entries(PROBLEMS).map(([code, { status }]) => `${code} ${status}`),
    ))

  test('metrics and their labels, and every other name that the code spells', async () => {
    const families = { ...COUNTERS, ...DURATIONS, ...PROCESS_GAUGES }
    const spelled = new Set<string>()
    // Alarms and dashboards ask for what is here; test/ops holds them to it.
    const files = [...new Bun.Glob('**/*.ts').scanSync(SRC)].filter((file) => !file.startsWith('ops/'))
    for (const file of files)
      for (const [name] of (await Bun.file(join(SRC, file)).text()).matchAll(/\bclaros_[a-z_]+/g)) spelled.add(name)
    await golden('metrics', [
      ...Object.entries(families).map(([name, { labels }]) => `${name} ${labels.join(',')}`.trim()),
      ...[...spelled].filter((name) => !(name in families)).toSorted(),
    ])
  })

  test('settings and their defaults', async () => {
    const readers = {
      FolderConfig,
      LauncherConfig,
      OracleConfig,
      ReconcileConfig,
      ServerConfig,
      StoreConfig,
      WorkerConfig,
      SandboxConfig,
    }
    await golden(
      'settings',
      Object.entries(readers).flatMap(([reader, { properties }]) =>
        Object.entries(properties as Readonly<Record<string, { readonly default?: unknown }>>).map(
          ([name, setting]) => `${reader} ${name} ${JSON.stringify(setting.default) ?? 'none'}`,
        ),
      ),
    )
  })

  test('lanes, as BullMQ knows them', () =>
    golden(
      'lanes',
      Object.keys(LANES).map((lane) => `${lanePrefix(names.queuePrefix, lane)}:${lane}`),
    ))

  test('keys in Redis', async () => {
    const spelled = (at: string, value: unknown): readonly string[] =>
      typeof value === 'string'
        ? [`${at} ${value}`]
        : typeof value === 'function'
          ? [`${at} ${String(value(...Array.from({ length: value.length }, (_, nth) => `<${nth}>`)))}`]
          : Object.entries(value as object).flatMap(([name, part]) => spelled(`${at}.${name}`, part))
    await golden(
      'keys',
      spelled('names', names)
        .map((line) => line.replace(/^\S+ /, ''))
        .toSorted(),
    )
  })
})
