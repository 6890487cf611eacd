import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { hasBrowser } from '../support/web/browser.ts'
import { openSite, SLOW_MS } from '../support/web/site.ts'

/** The pictures of the README: `npm run screenshots` writes them, and every run looks whether they can be taken. */

const { shop, open } = openSite()

const FOLDER = resolve(import.meta.dir, '../../docs/pictures')
const MOST_BYTES = 150_000

interface Picture {
  readonly name: string
  readonly path: string
  readonly ready: string
  readonly colorScheme: 'light' | 'dark'
  /** What is done before it is taken. */
  readonly act?: (page: Page) => Promise<void>
}

const PICTURES: readonly Picture[] = [
  { name: 'feeds', path: '/', ready: 'svg.spark', colorScheme: 'light' },
  {
    name: 'feed',
    path: '/feeds/price/btc/usd',
    ready: '.chart canvas',
    colorScheme: 'dark',
    act: async (page) => {
      await page.click('text=Pay over Lightning')
      await page.waitForSelector('.qr')
    },
  },
  {
    name: 'answer',
    path: '/feeds/price/btc/usd',
    ready: '.chart canvas',
    colorScheme: 'light',
    act: async (page) => {
      await page.click('text=Pay with play money')
      await page.waitForSelector('.bought .verdict')
      await page.evaluate("document.querySelector('.bought').scrollIntoView()")
    },
  },
  {
    name: 'events',
    path: '/events',
    ready: '#compose select',
    colorScheme: 'light',
    act: async (page) => {
      await page.fill('input[placeholder="80000"]', '80000')
      await page.waitForSelector('text=These terms can be announced')
      await page.evaluate("document.querySelector('#compose').scrollIntoView()")
    },
  },
]

describe.skipIf(!hasBrowser())('a picture', () => {
  test.each(PICTURES.map((picture) => [picture.name, picture] as const))(
    '%s can be taken, and is small',
    async (name, { path, ready, colorScheme, act }) => {
      await shop().renew()
      const { page, faults, close } = await open(path, ready, { colorScheme, viewport: { width: 1200, height: 800 } })
      await act?.(page)
      const picture = await page.screenshot({ animations: 'disabled' })
      expect(picture.length).toBeGreaterThan(10_000)
      expect(picture.length).toBeLessThan(MOST_BYTES)
      expect(faults).toEqual([])
      if (process.env['UPDATE_GOLDEN']) {
        mkdirSync(FOLDER, { recursive: true })
        writeFileSync(join(FOLDER, `${name}.png`), picture)
      }
      await close()
    },
    SLOW_MS,
  )
})
