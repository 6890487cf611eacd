import { describe, expect, test } from 'bun:test'
import { hasBrowser } from '../support/web/browser.ts'
import { openSite, SLOW_MS } from '../support/web/site.ts'

/** An event, from the form to its announcement, checked in the browser. */

const { shop, open } = openSite()

describe.skipIf(!hasBrowser())('a composed event', () => {
  test(
    'is judged while it is typed, each broken rule at its field',
    async () => {
      const { page, faults, close } = await open('/events', '#compose select')
      await page.fill('input[placeholder="80000"]', '-1')
      await page.waitForSelector('#wrong-strike')
      expect(await page.innerText('#wrong-strike')).toContain('above zero')
      expect(await page.getAttribute('input[placeholder="80000"]', 'aria-invalid')).toBe('true')
      await page.fill('input[placeholder="80000"]', '80000')
      await page.waitForSelector('text=These terms can be announced')
      expect(await page.locator('#wrong-strike').count()).toBe(0)
      expect(await page.innerText('.advice')).toContain('at or below 80000')
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'numeric: the advice of the preview is shown',
    async () => {
      const { page, close } = await open('/events', '#compose select')
      await page.click('#compose >> text=Numeric')
      await page.fill('input[placeholder^="Bitcoin"]', 'Bitcoin tomorrow')
      await page.waitForSelector('text=These terms can be announced')
      const base = page.locator('label:has-text("Base of the digits") input')
      await base.fill('10')
      await page.locator('label:has-text("Number of digits") input').fill('7')
      await page.waitForSelector('.advice >> text=use base 2')
      await close()
    },
    SLOW_MS,
  )

  test(
    'enum: the bands need one boundary less than outcomes',
    async () => {
      const { page, close } = await open('/events', '#compose select')
      await page.click('#compose >> text=Enum')
      await page.fill('input[placeholder^="Bitcoin"]', 'Where is bitcoin?')
      await page.fill('input[placeholder="low, middle, high"]', 'low, high')
      await page.fill('input[placeholder="80000, 120000"]', '1, 2, 3')
      await page.waitForSelector('.advice .notice')
      await page.fill('input[placeholder="80000, 120000"]', '90000')
      await page.waitForSelector('text=These terms can be announced')
      await close()
    },
    SLOW_MS,
  )

  test(
    'is bought, followed, and its announcement checked in the browser',
    async () => {
      await shop().renew()
      const { page, faults, close } = await open('/events', '#compose select')
      await page.fill('input[placeholder="80000"]', '80000')
      await page.click('text=Pay with play money')
      await page.click('text=Follow it to its attestation')
      await page.waitForSelector('.checks')
      expect(await page.innerText('h1')).toBe('BTC/USD at or below 80,000')
      expect(await page.getAttribute('.checks', 'data-ok')).toBe('true')
      expect(await page.innerText('main')).toContain('Not attested yet')
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )
})
