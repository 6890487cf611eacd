import { describe, expect, test } from 'bun:test'
import { payL402 } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { hasBrowser } from '../support/web/browser.ts'
import { openSite, SLOW_MS } from '../support/web/site.ts'

/** What the list and the page of a feed show of living items: their age, never their value. */

const { shop, open } = openSite()

const ROW = 'tr[data-path="/oracle/price/btc/usd"]'

describe.skipIf(!hasBrowser())('the list', () => {
  test(
    'names every item that /feeds names, with its price',
    async () => {
      const { page, close } = await open('/feeds', ROW)
      const list = (await (await shop().request('/feeds')).json()) as { items: { path: string; price_usd: string }[] }
      while ((await page.locator('.more').count()) > 0) await page.locator('.more').first().click()
      const rows = await page.evaluate<[string, string][]>(
        "[...document.querySelectorAll('tr[data-path]')].map((row) => [row.dataset.path, row.querySelector('.c-price').textContent])",
      )
      expect(rows.map(([path]) => path).toSorted()).toEqual(list.items.map(({ path }) => path).toSorted())
      const prices = new Map(rows)
      expect(list.items.filter(({ path, price_usd }) => !prices.get(path)?.includes(`$${price_usd}`))).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'an age grows by itself, and an item that stands still is not for sale any more',
    async () => {
      await shop().renew()
      const { page, close } = await open('/feeds', ROW)
      const age = async () => Number.parseInt(await page.innerText(`${ROW} .c-age`), 10)
      const first = await age()
      await until('the age has grown', async () => (await age()) > first)
      expect(await page.innerText(ROW)).not.toContain('not for sale')
      shop().clock.move(61_000)
      await page.waitForSelector(`${ROW} .tag.no`)
      expect(await page.innerText(`${ROW} th`)).toContain('old, and may be sold for')
      await shop().renew()
      await page.waitForSelector(`${ROW} .tag.no`, { state: 'detached' })
      await close()
    },
    SLOW_MS,
  )

  test(
    'is searched by words, and shortened to what is for sale',
    async () => {
      const { page, close } = await open('/feeds', ROW)
      await page.fill('input[type=search]', 'eth usd spot')
      expect(await page.locator('tr[data-path]').count()).toBe(1)
      await page.fill('input[type=search]', 'no such words')
      expect(await page.innerText('main')).toContain('Nothing matches')
      await close()
    },
    SLOW_MS,
  )
})

describe.skipIf(!hasBrowser())('no text of a page', () => {
  test.each(['/', '/feeds', '/feeds/price/btc/usd'])(
    'holds the live value: %s',
    async (path) => {
      await shop().renew()
      // A value that stands nowhere else.
      expect(await shop().publish('btc/usd', '98765.43', shop().clock.now() + 1_000)).toBe(true)
      const { authorization } = await payL402(shop())
      const bought = (await (await shop().request('/oracle/price/btc/usd', { headers: { authorization } })).json()) as {
        price: string
      }
      expect(bought.price).toBe('98765.43')
      const { page, close } = await open(path, 'tr[data-path], .chart canvas')
      const text = await page.evaluate<string>('document.documentElement.outerHTML')
      expect(text).toContain('BTC/USD')
      expect(text).not.toMatch(/98,?765/)
      await close()
    },
    SLOW_MS,
  )
})

describe.skipIf(!hasBrowser())('the chart of a feed', () => {
  test(
    'draws the points of /feeds/…, none newer than the delay, and has them in a table',
    async () => {
      const { page, close } = await open('/feeds/price/btc/usd', '.chart canvas')
      const { series } = (await (await shop().request('/feeds/price/btc/usd')).json()) as {
        series: { delay_seconds: number; points: { t: number; value: string }[] }
      }
      expect(series.points.length).toBeGreaterThan(90)
      expect(Math.max(...series.points.map(({ t }) => t))).toBeLessThanOrEqual(
        shop().clock.now() / 1000 - series.delay_seconds,
      )
      const cells = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.numbers td.n')].map((cell) => cell.textContent)",
      )
      const newest = series.points.at(-1)!.t
      const day = series.points.filter(({ t }) => t > newest - 86_400)
      expect(cells).toEqual(day.map(({ value }) => value).toReversed())
      await page.click('text=6 h')
      const short = series.points.filter(({ t }) => t > newest - 6 * 3_600)
      expect(await page.locator('.numbers tbody tr').count()).toBe(short.length)
      await close()
    },
    SLOW_MS,
  )

  test(
    'the crosshair reads a number of the table',
    async () => {
      const { page, close } = await open('/feeds/price/btc/usd', '.chart canvas')
      const box = (await page.locator('.u-over').boundingBox())!
      await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2)
      await until('the crosshair is read', async () => (await page.innerText('.readout')).startsWith('At'))
      const read = (await page.innerText('.readout strong')).replaceAll(',', '')
      const cells = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.numbers td.n')].map((cell) => cell.textContent)",
      )
      expect(cells).toContain(read)
      await close()
    },
    SLOW_MS,
  )

  test.each([1200, 375])(
    'rules within rules have room for words, %p wide',
    async (width) => {
      const { page, close } = await open('/feeds/regime/liquidity', '.rules .rules .rules dd', {
        viewport: { width, height: 900 },
      })
      const widths = await page.locator('.rules dd').evaluateAll((all) => all.map((each) => each.clientWidth))
      expect(widths.length).toBeGreaterThan(50)
      expect(Math.min(...widths)).toBeGreaterThan(120)
      await close()
    },
    SLOW_MS,
  )

  test(
    'a word is drawn as bands over time, a row for each',
    async () => {
      const { page, close } = await open('/feeds/regime/liquidity', '.bands')
      const words = await page.locator('.band-word').allInnerTexts()
      expect(words.toSorted()).toEqual(['NORMAL', 'THIN'])
      expect(await page.locator('.band-strip i').count()).toBeGreaterThan(1)
      await close()
    },
    SLOW_MS,
  )
})
