import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { PAGES } from '../../src/web/page-list.ts'
import { axeFindings, hasBrowser, openBrowser, openPage, type WatchedPage } from '../support/web/browser.ts'
import { startWebShop, type WebShop } from '../support/web/web-shop.ts'

/** Every page in a real browser: readable for everybody, within its screen, and asking nobody else. */

const canRun = hasBrowser()

let shop: WebShop
let browser: Browser
let eventId = ''

/** Creates an event, so that there is a page of one. */
const createEvent = async (): Promise<string> => {
  const body = JSON.stringify({ pair: 'BTCUSD', strike: 50_000, direction: 'below' })
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } } as const
  const bill = /macaroon="([^"]+)", invoice="([^"]+)"/.exec(
    (await shop.request('/dlc/oracle/threshold', init)).headers.get('www-authenticate') ?? '',
  )
  const preimage = await shop.money.pay(bill?.[2] ?? '')
  const headers = { ...init.headers, authorization: `L402 ${bill?.[1]}:${preimage}` }
  const made = (await (await shop.request('/dlc/oracle/threshold', { ...init, headers })).json()) as { eventid: string }
  return made.eventid
}

beforeAll(async () => {
  if (!canRun) return
  shop = await startWebShop()
  browser = await openBrowser()
  eventId = await createEvent()
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

/** An address for each row of the list, and what is there once it is complete. */
const ADDRESSES: Readonly<Record<string, { readonly at: () => string; readonly ready: string }>> = {
  '/': { at: () => '/', ready: 'tr[data-path]' },
  '/feeds': { at: () => '/feeds', ready: 'tr[data-path]' },
  '/feeds/*': { at: () => '/feeds/price/btc/usd', ready: '.chart canvas' },
  '/events': { at: () => '/events', ready: '.events tbody tr' },
  '/events/*': { at: () => `/events/${eventId}`, ready: '.checks' },
  '/status': { at: () => '/status', ready: '.facts' },
  '/verify': { at: () => '/verify', ready: 'text=Ready: everything is loaded.' },
  '/api': { at: () => '/api', ready: '.op' },
}

const open = async (path: string, options: Parameters<typeof openPage>[2]): Promise<WatchedPage> => {
  const { at, ready } = ADDRESSES[path]!
  const watched = await openPage(browser, [shop.site, shop.money.url], options)
  await watched.page.goto(shop.site + at())
  await watched.page.waitForSelector(ready)
  return watched
}

const VIEWS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1200, 375].map((width) => ({ colorScheme, width })),
)

describe.skipIf(!hasBrowser())('every page', () => {
  test('stands in this list', () => {
    expect(Object.keys(ADDRESSES).toSorted()).toEqual(PAGES.map(({ path }) => path).toSorted())
  })

  test.each(PAGES.flatMap(({ path }) => VIEWS.map((view) => [path, view.colorScheme, view.width] as const)))(
    '%s, %s, %p wide: one heading, no finding of axe, nothing beyond the screen, nobody else asked',
    async (path, colorScheme, width) => {
      const watched = await open(path, { colorScheme, viewport: { width, height: 800 } })
      const { page, faults, close } = watched
      expect(await page.locator('h1').count()).toBe(1)
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
      expect(await axeFindings(page)).toEqual([])
      expect(await page.innerText('.demo')).toContain('play money')
      expect(faults).toEqual([])
      await close()
    },
    120_000,
  )

  test('a planted button without a name is found, and so is a foreign request', async () => {
    const { page, faults, close } = await open('/feeds', {})
    await page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    expect(await axeFindings(page)).toEqual([expect.stringContaining('button-name')])
    await page.evaluate("void fetch('https://elsewhere.example/').catch(() => {})")
    await page.waitForTimeout(200)
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(/^policy: connect-src/)]))
    await close()
  }, 120_000)

  test('a path without a page says so, with the status and the words of the problem', async () => {
    const { page, close } = await openPage(browser, [shop.site])
    const response = await page.goto(`${shop.site}/nowhere`)
    expect(response?.status()).toBe(404)
    expect(await page.innerText('h1')).toBe('There is no such page')
    const problem = (await (await shop.request('/nowhere')).json()) as { message: string }
    expect(await page.innerText('.lead')).toBe(problem.message)
    await close()
  }, 120_000)

  test('the keyboard reaches the content first, and everything after it', async () => {
    const { page, close } = await open('/feeds', {})
    await page.keyboard.press('Tab')
    expect(await page.evaluate<string>('document.activeElement.textContent.trim()')).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('main')
    await close()
  }, 120_000)
})

describe.skipIf(!hasBrowser())('outside of a demonstration', () => {
  test('there is no banner and no play money', async () => {
    const live = await startWebShop('live')
    const { page, faults, close } = await openPage(browser, [live.site])
    await page.goto(`${live.site}/feeds/price/btc/usd`)
    await page.waitForSelector('.buy button')
    expect(await page.locator('.demo').count()).toBe(0)
    expect(await page.innerText('.buy')).not.toContain('play money')
    expect(faults).toEqual([])
    await close()
    await live.stop()
  }, 120_000)
})
