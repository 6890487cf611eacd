import { afterAll, afterEach, beforeAll } from 'bun:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { hasBrowser, openBrowser, openPage, type WatchedPage } from './browser.ts'
import { startWebShop, type WebShop } from './web-shop.ts'

/** A browser in front of a shop, for a whole file of tests. */
export interface Site {
  readonly canRun: boolean
  readonly shop: () => WebShop
  /** Opens a path and waits for what tells that it is complete. */
  open(path: string, ready: string, options?: BrowserContextOptions): Promise<WatchedPage>
}

/** For a slow machine: starting a browser and a shop. */
export const SLOW_MS = 180_000

export const openSite = (): Site => {
  const canRun = hasBrowser()
  let shop: WebShop | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    if (!canRun) return
    shop = await startWebShop()
    browser = await openBrowser()
  }, SLOW_MS)
  // A page that a failed test has left would go on asking, and move the clock of the shop.
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.stop()
  })
  return {
    canRun,
    shop: () => shop!,
    open: async (path, ready, options = {}) => {
      const watched = await openPage(browser!, [shop!.site, shop!.money.url], options)
      await watched.page.goto(shop!.site + path)
      await watched.page.waitForSelector(ready)
      return watched
    },
  }
}
