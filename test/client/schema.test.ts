import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { pathTypes } from '../support/client/path-types.ts'
import { startShop } from '../support/shop.ts'
import { stillClock } from '../support/still.ts'

/** The paths that the client package is typed by are those that the service describes. */

const FILE = join(import.meta.dir, '..', '..', 'client', 'schema.d.ts')

test('the types of the client are those of /openapi.json', async () => {
  // Defaults of dates would follow the day.
  const shop = await startShop({ clock: stillClock(Date.UTC(2026, 0, 1)) })
  try {
    const types = await pathTypes(await (await shop.request('/openapi.json')).text())
    if (Bun.env['UPDATE_GOLDEN'] === '1') await Bun.write(FILE, types)
    expect(types === (await Bun.file(FILE).text())).toBe(true)
  } finally {
    await shop.stop()
  }
})
