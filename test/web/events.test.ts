import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ADMIN_SECRET } from '../support/shop.ts'
import { hasBrowser } from '../support/web/browser.ts'
import { invoiceShown } from '../support/web/buying.ts'
import { openSite, SLOW_MS } from '../support/web/site.ts'

/** An event, from the form to its announcement, checked in the browser. */

const { shop, open } = openSite()

const LABEL = 'input[placeholder^="Bitcoin"]'

/** Terms of an enum event that an administrator settles. */
const composeByHand = async (page: Page, label: string): Promise<void> => {
  await page.click('#compose >> text=Enum')
  await page.fill(LABEL, label)
  await page.fill('input[placeholder="low, middle, high"]', 'red, blue')
  await page.selectOption('label:has-text("Settled by") select', 'hand')
  await page.waitForSelector('text=These terms can be announced')
}

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

  test(
    'is followed from the form to its attestation, which keeps the announcement',
    async () => {
      await shop().renew()
      const { page, faults, close } = await open('/events', '#compose select')
      await composeByHand(page, 'Who wins?')
      await page.click('text=Pay with play money')
      await page.click('text=Follow it to its attestation')
      await page.waitForSelector('text=Not attested yet')
      const id = await page.innerText('h1 + p code')
      const attested = await shop().request(`/dlc/oracle/enum/${id}/attest`, {
        method: 'POST',
        body: JSON.stringify({ outcome: 'blue' }),
        headers: { 'content-type': 'application/json', 'x-oracle-secret': ADMIN_SECRET },
      })
      expect(attested.status).toBe(200)
      // The page waits for it: nothing is pressed.
      await page.waitForSelector('text=The attestation keeps the announcement.')
      expect(await page.innerText('.figure')).toBe('blue')
      expect(await page.innerText('h1 + p .tag')).toBe('attested')
      expect(await page.locator('.checks[data-ok=true]').count()).toBe(2)
      await page.goto(`${shop().site}/events`)
      const row = page.locator('.events tbody tr', { hasText: id })
      await row.waitFor()
      expect(await row.locator('.tag').innerText()).toBe('attested')
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )

  test(
    'whose attestation is of another outcome than was signed is not believed',
    async () => {
      await shop().renew()
      const { page, close } = await open('/events', '#compose select')
      await composeByHand(page, 'Who lies?')
      await page.click('text=Pay with play money')
      await page.click('text=Follow it to its attestation')
      await page.waitForSelector('text=Not attested yet')
      const id = await page.innerText('h1 + p code')
      await page.route(`**/dlc/oracle/attestations/${id}`, async (route) => {
        const response = await route.fetch()
        const said = (await response.json()) as Record<string, unknown>
        await route.fulfill({ response, json: { ...said, outcome: 'red', outcomes: ['red'] } })
      })
      await shop().request(`/dlc/oracle/enum/${id}/attest`, {
        method: 'POST',
        body: JSON.stringify({ outcome: 'blue' }),
        headers: { 'content-type': 'application/json', 'x-oracle-secret': ADMIN_SECRET },
      })
      await page.waitForSelector('text=This attestation does not keep the announcement.')
      await close()
    },
    SLOW_MS,
  )

  test(
    'by another key than the oracle states is not to be built on',
    async () => {
      await shop().renew()
      const { page, close } = await open('/events', '#compose select')
      await composeByHand(page, 'Whose key?')
      await page.click('text=Pay with play money')
      await page.route('**/dlc/oracle/status', async (route) => {
        const response = await route.fetch()
        const said = (await response.json()) as Record<string, unknown>
        await route.fulfill({ response, json: { ...said, pubkey: '11'.repeat(32) } })
      })
      await page.click('text=Follow it to its attestation')
      await page.waitForSelector('text=Do not build on this announcement.')
      expect(await page.innerText('.checks')).toContain('it is the key that the oracle states')
      await close()
    },
    SLOW_MS,
  )

  test(
    'cannot be changed while it is paid for, and a page that is loaded again goes on with its payment',
    async () => {
      await shop().renew()
      const sold = await shop().sales()
      const { page, close } = await open('/events', '#compose select')
      await composeByHand(page, 'Who pays?')
      await page.click('text=Pay over Lightning')
      const invoice = await invoiceShown(page)
      expect(await page.isDisabled(LABEL)).toBe(true)
      expect(await page.isDisabled('#compose >> text=Numeric')).toBe(true)
      await page.reload()
      await page.waitForSelector('.kept')
      expect(await page.innerText('#compose .range [aria-pressed=true]')).toBe('Enum')
      expect(await page.innerText('.kept')).toContain('for the terms that you asked for before')
      await shop().money.pay(invoice)
      await page.click('text=Go on with the payment')
      await page.waitForSelector('text=It is announced')
      expect(await shop().sales()).toBe(sold + 1)
      // Only its creator is told the token: it stays until it is downloaded, whatever is typed next.
      const token = /"manageToken": "([^"]+)"/.exec(await page.innerText('.bought .answer'))?.[1]
      expect(token).toBeDefined()
      await page.fill(LABEL, 'Another')
      await page.reload()
      await page.waitForSelector('.bought .verdict')
      expect(await page.innerText('.bought .answer')).toContain(token!)
      await close()
    },
    SLOW_MS,
  )

  test(
    'is not sold by the advice for other terms',
    async () => {
      await shop().renew()
      const { page, close } = await open('/events', '#compose select')
      await page.fill('input[placeholder="80000"]', '80000')
      await page.waitForSelector('text=Pay with play money')
      const gate = Promise.withResolvers<void>()
      await page.route('**/dlc/oracle/threshold/preview', async (route) => {
        await gate.promise
        await route.continue()
      })
      await page.fill('input[placeholder="80000"]', '90000')
      await page.waitForSelector('text=Asking the free preview')
      expect(await page.locator('text=Pay with play money').count()).toBe(0)
      expect(await page.locator('text=These terms can be announced').count()).toBe(0)
      gate.resolve()
      await page.waitForSelector('text=at or below 90000')
      await page.waitForSelector('text=Pay with play money')
      await close()
    },
    SLOW_MS,
  )

  test.each([
    ['that nobody announced', '/events/NOBODY-ANNOUNCED-THIS', /event/i],
    ['whose id is no id', "/events/'-alert(1)-'", /./],
  ])(
    'page of an event %s says so in words',
    async (_what, path, says) => {
      const { page, faults, close } = await open(path, '[role=alert]')
      expect(await page.innerText('[role=alert]')).toMatch(says)
      expect(await page.locator('h1').count()).toBe(1)
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )
})

describe.skipIf(!hasBrowser())('the list of events', () => {
  test(
    'shows labels and ids as text, whatever they hold',
    async () => {
      const { page, faults, close } = await open('/verify', 'h1')
      const label = '<img src=x onerror="window.hit=1">'
      await page.route('**/dlc/oracle/announcements?status=all', async (route) =>
        route.fulfill({
          json: {
            count: 1,
            next: null,
            announcements: [
              {
                eventid: 'javascript:window.hit=1//"><script>window.hit=1</script>',
                type: 'enum',
                pair: null,
                settled: false,
                label,
                maturityTs: 4_000_000_000,
                createdAt: '2026-11-26T00:00:00.000Z',
              },
            ],
          },
        }),
      )
      await page.goto(`${shop().site}/events`)
      const link = page.locator('.events tbody a')
      await link.waitFor()
      expect(await link.innerText()).toBe(label)
      expect(await link.getAttribute('href')).toStartWith('/events/javascript%3A')
      expect(await page.evaluate('window.hit')).toBeUndefined()
      expect(faults).toEqual([])
      await close()
    },
    SLOW_MS,
  )
})
