import { describe, expect, test } from 'bun:test'
import { axeFindings, hasBrowser } from '../support/web/browser.ts'
import { openSite, SLOW_MS } from '../support/web/site.ts'

/** Pages whose server says something else than it promises, or whose parts are gone. */

const { shop, open } = openSite()

describe.skipIf(!hasBrowser())('a page', () => {
  test(
    'that is told nonsense says that it has failed, and can be loaded again',
    async () => {
      const { page, close } = await open('/verify', 'h1')
      await page.route('**/feeds', (route) =>
        route.request().resourceType() === 'fetch'
          ? route.fulfill({ json: { items: [null], total: 1 } })
          : route.continue(),
      )
      await page.goto(`${shop().site}/feeds`)
      await page.waitForSelector('text=This page has failed')
      expect(await page.locator('h1').count()).toBe(1)
      expect(await axeFindings(page)).toEqual([])
      await page.unroute('**/feeds')
      await page.click('text=Load it again')
      await page.waitForSelector('tr[data-path]')
      await close()
    },
    SLOW_MS,
  )

  test.each([true, false])(
    'whose part a deploy took away is loaded again once, and then says so; storing allowed: %p',
    async (canStore) => {
      const { page, requests, close } = await open('/verify', 'h1')
      if (!canStore)
        await page.addInitScript(
          "Object.defineProperty(window, 'sessionStorage', { get: () => { throw new DOMException('denied', 'SecurityError') } })",
        )
      await page.route(/status-page-\w+\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
      requests.length = 0
      await page.goto(`${shop().site}/status`)
      await page.waitForSelector('text=This page has failed')
      const documents = requests.filter((url) => url === `${shop().site}/status`)
      expect(documents).toHaveLength(canStore ? 2 : 1)
      await close()
    },
    SLOW_MS,
  )

  test(
    'that is not answered says so, and goes on by itself as soon as it is',
    async () => {
      const { page, close } = await open('/verify', 'h1')
      await page.route('**/feeds', (route) =>
        route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
      )
      await page.goto(`${shop().site}/feeds`)
      await page.waitForSelector('text=The list could not be loaded.')
      await page.unroute('**/feeds')
      await page.waitForSelector('tr[data-path]')
      await close()
    },
    SLOW_MS,
  )
})
