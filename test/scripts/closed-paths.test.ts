import { expect, test } from 'bun:test'
import { closedPaths, closedTable } from '../../scripts/closed-paths.ts'
import { closedFeeds } from '../../src/feeds/closed-feeds.ts'
import { registry } from '../../src/feeds/registry.ts'
import { permission } from '../../src/sources/permission.ts'
import { fileShop } from '../support/shop.ts'

/** The table of closed paths in `docs/sources.md`, beside what a server without any setting answers. */

const shop = await fileShop()

test('names every path that a server marks as closed, and no other', async () => {
  await shop.store.closedFeeds.write(closedFeeds(registry, permission('permitted', [], []), () => false))
  await shop.paywall.closedFeeds.refresh()
  const { paths } = (await (await shop.request('/openapi.json')).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly 'x-available'?: boolean }>>>>
  }
  const marked = Object.entries(paths).filter(([, methods]) =>
    Object.values(methods).some((operation) => operation['x-available'] === false),
  )
  const named = closedPaths().map(({ path }) => path)
  expect(named.toSorted()).toEqual(marked.map(([path]) => path).toSorted())
  expect(named).toContain('/oracle/history/index/msti')
  expect(named).toContain('/oracle/stress/equity/preview')
})

test('says why, and what opens them', () => {
  expect(closedTable()).toContain(
    '| `/oracle/econ/surprises` | `not_licensed` | `SOURCES_LICENSED` (tradingview), `CALENDAR_ESTIMATES` (a file of the operator) |',
  )
})
